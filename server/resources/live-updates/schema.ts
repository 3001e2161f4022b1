import { EVENT_TYPES, type EventType } from "#events/events.ts";
import { Nullable, OneOf, type Static, Type } from "#kernel/fields.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#resources/audit-log/action-names.ts";

type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never;

/** Changes that neither an event nor the audit log reports. */
const UNREPORTED = ["payment_link", "request", "review", "statement"] as const;

/**
 * What can change on an open page: the nouns of the events (`transfer.complete`) and of the audit log (`key.revoked`),
 * and what neither reports.
 */
export type ChangedResource = NounOf<EventType | AuditAction> | (typeof UNREPORTED)[number];

export function nounOf<Name extends EventType | AuditAction>(name: Name): NounOf<Name>;
export function nounOf(name: string): string {
  return name.split(".")[0] ?? "";
}

export const CHANGED_RESOURCES: readonly ChangedResource[] = [
  ...new Set<ChangedResource>([...[...EVENT_TYPES, ...AUDIT_ACTIONS].map((name) => nounOf(name)), ...UNREPORTED]),
];

/** One change: what changed, and its id if it has one. */
export const Change = Type.Object({
  resource: OneOf(CHANGED_RESOURCES, { title: "ChangedResource" }),
  id: Nullable(Type.String()),
});
export type Change = Static<typeof Change>;

/** One event of the stream. */
export const LiveUpdate = Type.Object(
  {
    changes: Nullable(Type.Array(Change, { description: "Null when too many changed to list them." })),
  },
  { title: "LiveUpdate" },
);
