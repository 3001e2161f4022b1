import { EVENT_TYPES, type EventType } from "#events/events.ts";
import { IdText, Nullable, OneOf, type Static, Type } from "#kernel/fields.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#resources/audit-log/action-names.ts";

type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never;

/** The resources whose changes appear neither in events nor in the audit log. */
const UNREPORTED = ["payment_link", "request", "review", "statement"] as const;

/**
 * The resources whose changes the stream reports: those named in event types (`transfer.complete`), those named in
 * actions of the audit log (`key.revoked`), and those named in neither.
 */
export type ChangedResource = NounOf<EventType | AuditAction> | (typeof UNREPORTED)[number];

const nouns = [...EVENT_TYPES, ...AUDIT_ACTIONS].map((name) => nounOf(name));
const CHANGED_RESOURCES: readonly ChangedResource[] = [...new Set<ChangedResource>([...nouns, ...UNREPORTED])];

function nounOf<Name extends EventType | AuditAction>(name: Name): NounOf<Name>;
function nounOf(name: string): string {
  return name.split(".")[0] ?? "";
}

/** A change: its resource, and the id of the changed record if there is one. */
export const Change = Type.Object({
  resource: OneOf(CHANGED_RESOURCES, { title: "ChangedResource" }),
  id: Nullable(Type.String()),
});
export type Change = Static<typeof Change>;

/**
 * Returns the change for an action of the audit log, or for a resource; empty for an unknown name. It contains only an
 * id, because every member receives it: e-mail and IP addresses require the right to read the audit log.
 */
export function changeOf(name: string, subject: string | null): readonly Change[] {
  const [noun] = name.split(".");
  const resource = CHANGED_RESOURCES.find((one) => one === noun);
  const id = subject !== null && /^[a-z]{3}_[0-9a-z]{26}$/.test(subject) ? subject : null;
  return resource ? [{ resource, id }] : [];
}

const RESOURCE_OF_PREFIX: ReadonlyMap<string, ChangedResource> = new Map([
  ["ben", "beneficiary"],
  ["cus", "customer"],
  ["pay", "payment"],
  ["ivc", "invoice"],
  ["prt", "payment_part"],
  ["ref", "refund"],
  ["sch", "schedule"],
  ["trf", "transfer"],
  ["wac", "withdrawal_account"],
  ["wdr", "withdrawal"],
  ["wru", "withdrawal_rule"],
  ["whk", "webhook"],
  ["cor", "balance"],
]);

/** Returns the change of a record, by the id in its event. */
export function changeOfRecord(id: string): readonly Change[] {
  const resource = RESOURCE_OF_PREFIX.get(id.slice(0, 3));
  return resource ? [{ resource, id }] : [];
}

/** One event of the stream. */
export const LiveUpdate = Type.Object(
  {
    changes: Nullable(
      Type.Array(Change, {
        description:
          "Null if anything may have changed: at the start of the stream, and when there are too many to list.",
      }),
    ),
  },
  { title: "LiveUpdate" },
);

/** The merchant whose page the platform operator has open. */
export const OperatorStreamQuery = Type.Object({
  merchant: Type.Optional(IdText),
  environment: Type.Optional(OneOf(ENVIRONMENTS)),
});
