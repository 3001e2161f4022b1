import type { Reply } from "#http/envelope.ts";
import type { RawRouteCall, Route, RouteAlias } from "#http/route.ts";
import { reservePathSegments } from "#kernel/references.ts";
import { olderRecipient } from "./recipient.ts";
import { type StoredRecords, writeOlderTransfer } from "./transfer.ts";

/** The older form of one operation. Clients of the interface's first versions still send and read it. */
interface OlderForm {
  /** The operation's older names. */
  readonly names?: readonly OlderName[];
  /** Reads the older body, under every name of the operation. Returns null if the body has the present form. */
  readonly read?: (call: RawRouteCall, records: StoredRecords) => Promise<RawRouteCall> | null;
  /** Adds the older fields to the answer, under every name of the operation. */
  readonly answer?: (body: Fields) => Fields;
  /** Describes `read` and `answer` in the OpenAPI document. */
  readonly note?: string;
}

interface OlderName {
  readonly method: RouteAlias["method"];
  readonly path: string;
  /** Reads what only this name accepts. */
  readonly read?: (call: RawRouteCall) => RawRouteCall;
  /** Adds what only this name answers. */
  readonly answer?: (body: Fields) => Fields;
  readonly note?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const withRecipient = (body: Fields): Fields => ({ ...body, recipient: body.beneficiary });
const withWebhook = (body: Fields): Fields => ({ ...body, webhook: body.data });
const WEBHOOK_NOTE = "For older clients `webhook` repeats `data`.";
const RECIPIENT_NOTE = "`recipient` repeats `beneficiary`.";

/** Every older form, by operation (decision 37). */
const OLDER_FORMS: Readonly<Record<string, OlderForm>> = {
  "POST /payments": { names: [{ method: "POST", path: "/payments/initialize" }] },
  "POST /payments/{reference}": { names: [{ method: "PUT", path: "/payments/{reference}" }] },
  "GET /payments": {
    names: [
      {
        ...{ method: "GET", path: "/payments/search", read: withSearch },
        note: "`query`, `q` and `reference` are other names of `search`.",
      },
    ],
  },
  "POST /transfers": {
    names: [
      { method: "POST", path: "/transfers/initialize" },
      { method: "POST", path: "/transfers/direct" },
    ],
    read: writeOlderTransfer,
  },
  "GET /beneficiaries": { names: [{ method: "GET", path: "/recipients" }] },
  "POST /beneficiaries": {
    names: [
      {
        ...{ method: "POST", path: "/recipients", read: olderRecipient, answer: withRecipient },
        note: `Also takes \`channel\` instead of \`type\` and \`currency\`. \`number\`, or else \`account_number\`, is then the number that receives the money. ${RECIPIENT_NOTE}`,
      },
    ],
  },
  "GET /beneficiaries/{id}": {
    names: [{ method: "GET", path: "/recipients/{id}", answer: withRecipient, note: RECIPIENT_NOTE }],
  },
  "PUT /beneficiaries/{id}": {
    names: [{ method: "PUT", path: "/recipients/{id}", answer: withRecipient, note: RECIPIENT_NOTE }],
  },
  "DELETE /beneficiaries/{id}": { names: [{ method: "DELETE", path: "/recipients/{id}" }] },
  "PUT /customers/{id}": { names: [{ method: "POST", path: "/customers/{id}" }] },
  "PUT /customers/{id}/block": { names: [{ method: "POST", path: "/customers/{id}/block" }] },
  "PUT /customers/{id}/unblock": { names: [{ method: "POST", path: "/customers/{id}/unblock" }] },
  "GET /channels": {
    names: [{ method: "GET", path: "/resources/channels" }],
    answer: (body) => ({
      ...body,
      data: listIn(body.data).map((channel) => ({ ...channel, enabled: channel.active })),
    }),
    note: "For older clients `enabled` repeats `active`.",
  },
  "GET /webhooks": {
    answer: (body) => ({ ...body, items: body.data }),
    note: "For older clients `items` repeats `data`.",
  },
  "POST /webhooks": { answer: withWebhook, note: WEBHOOK_NOTE },
  "GET /webhooks/{id}": { answer: withWebhook, note: WEBHOOK_NOTE },
  "PUT /webhooks/{id}": { answer: withWebhook, note: WEBHOOK_NOTE },
};

/** Returns the operations with their older names, bodies and answers. No other file has any of these. */
export function withOlderForms(routes: readonly Route[], records: StoredRecords): readonly Route[] {
  return routes.map((route) => {
    const form = OLDER_FORMS[`${route.method} ${route.path}`];
    if (!form) return route;
    const adapted = withNote({ ...route, run: olderRun(route, form, records) }, form.note);
    return { ...adapted, aliases: (form.names ?? []).map((name) => aliasOf(adapted, name)) };
  });
}

function withNote(route: Route, note: string | undefined): Route {
  if (note === undefined) return route;
  return { ...route, description: route.description === undefined ? note : `${route.description} ${note}` };
}

function olderRun(route: Route, { read, answer }: OlderForm, records: StoredRecords): Route["run"] {
  return (call) => {
    const adapted = answer ? answeringWith(call, answer) : call;
    const older = read?.(adapted, records) ?? null;
    return older === null ? route.run(adapted) : older.then((present) => route.run(present));
  };
}

function aliasOf(route: Route, { method, path, read, answer, note }: OlderName): RouteAlias {
  reservePathSegments(path);
  return {
    ...{ method, path },
    ...(note === undefined ? {} : { note }),
    run(call) {
      const adapted = answer ? answeringWith(call, answer) : call;
      return route.run(read ? read(adapted) : adapted);
    },
  };
}

/** Changes the answer within the transaction, so that a replay for the Idempotency-Key has the same bytes. */
function answeringWith(call: RawRouteCall, answer: (body: Fields) => Fields): RawRouteCall {
  const change = ({ status, text }: Reply): Reply => ({ status, text: JSON.stringify(answer(JSON.parse(text))) });
  return { ...call, transact: (work) => call.transact(async (tx) => change(await work(tx))) };
}

const SEARCH_NAMES = ["query", "q", "reference"];

/** Reads other names of `search`. If several are sent, the list refuses those that it does not know. */
function withSearch(call: RawRouteCall): RawRouteCall {
  const query: Fields = { ...Object(call.query) };
  const name = SEARCH_NAMES.find((older) => older in query);
  if (name === undefined || "search" in query) return call;
  const { [name]: search, ...others } = query;
  return { ...call, query: { ...others, search } };
}

function listIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : [];
}
