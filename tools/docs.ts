// npm run docs: generates docs/reference, and the types of the SDKs and the pages, from the code. A test fails if the
// files differ from the code.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { API_DESCRIPTION } from "../server/app/api-description.ts";
import { apiRoutes } from "../server/app/app.ts";
import { BROWSER_OPERATIONS } from "../server/app/dashboard-api.ts";
import { VARIABLES } from "../server/config.ts";
import { EVENT_MEANINGS } from "../server/events/catalogue.ts";
import { browserOpenapi } from "../server/http/browser-openapi.ts";
import { BROWSER_API_PATH } from "../server/http/browser-operation.ts";
import { phraseOf, statusOf } from "../server/http/errors.ts";
import { openapi } from "../server/http/openapi.ts";
import type { Route } from "../server/http/route.ts";
import { API_REASONS } from "../server/kernel/api-reasons.ts";
import { FAILURE_CODES, FAILURE_MEANINGS } from "../server/kernel/failure-codes.ts";
import { FIELD_REASONS, type FieldReasonCatalogue, STAFF_FIELD_REASONS } from "../server/kernel/field-reasons.ts";
import { PARAMS } from "../server/kernel/reason-params.ts";
import { ERROR_KINDS, type ReasonCatalogue, type Retry } from "../server/kernel/reasons.ts";
import { STAFF_REASONS } from "../server/kernel/staff-reasons.ts";
import { UNSUPPORTED_FIELDS } from "../server/kernel/unsupported-fields.ts";
import { OUTCOMES } from "../server/resources/webhooks/delivery/outcome.ts";
import { ssrfGuard } from "../server/resources/webhooks/transport/guard.ts";
import { dashboardFields } from "./dashboard-fields.ts";
import { dashboardTypes } from "./dashboard-types.ts";
import { reasonTypes } from "./reason-types.ts";
import { channelPage } from "./reference-channels.ts";
import { limitRows } from "./reference-limits.ts";
import { schemaColumns } from "./schema-columns.ts";
import { phpFiles } from "./sdk-php.ts";
import { pythonFiles } from "./sdk-python.ts";
import { sdkTypes } from "./sdk-types.ts";

const ROOT = join(import.meta.dirname, "..");
const REFERENCE = "docs/reference";
const NOTE = "<!-- Written by `npm run docs` from the code. -->\n";

/**
 * Returns the generated files by their paths in the project: docs/reference, and the types of the SDKs and the pages.
 */
export function referenceFiles(): ReadonlyMap<string, string> {
  const unserved = () => Promise.reject(new Error("documentation is not served"));
  const routes = apiRoutes({
    transfers: unserved,
    bulks: unserved,
    payments: unserved,
    lookUpAccount: unserved,
    storeLookup: unserved,
    guard: ssrfGuard({ ranges: [], environments: [] }),
    public_url: "",
    payment_expires_ms: 0,
    withdrawal_cooling_ms: 0,
    records: { beneficiary: unserved, merchantCountry: unserved },
  });
  const document = JSON.stringify(openapi(routes, "http://127.0.0.1:8080", API_DESCRIPTION), null, 2);
  const dashboard_url = `http://127.0.0.1:8080${BROWSER_API_PATH}`;
  const dashboard_document = JSON.stringify(browserOpenapi(BROWSER_OPERATIONS, dashboard_url), null, 2);
  return new Map([
    [`${REFERENCE}/openapi.json`, `${document}\n`],
    [`${REFERENCE}/dashboard-openapi.json`, `${dashboard_document}\n`],
    [`${REFERENCE}/operations.md`, operations(routes)],
    [`${REFERENCE}/errors.md`, errors()],
    [`${REFERENCE}/failures.md`, failures()],
    [`${REFERENCE}/events.md`, events()],
    [`${REFERENCE}/configuration.md`, configuration()],
    [`${REFERENCE}/channels.md`, page("Channels", ...channelPage())],
    [`${REFERENCE}/limits.md`, page("Limits", table(["subject", "limit"], limitRows()))],
    ["sdk/src/api.ts", sdkTypes(JSON.parse(document))],
    ["dashboard/src/app/fields.ts", dashboardFields()],
    ...pythonFiles(JSON.parse(document)),
    ...phpFiles(JSON.parse(document)),
    ["dashboard/src/app/api-types.ts", dashboardTypes(JSON.parse(document), JSON.parse(dashboard_document))],
    ["server/db/schema/columns.ts", schemaColumns()],
    ["ui/src/reasons.ts", reasonTypes()],
  ]);
}

function page(title: string, ...parts: readonly string[]): string {
  return `${NOTE}\n# ${title}\n\n${parts.join("\n\n")}\n`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function operations(routes: readonly Route[]): string {
  const tags = [...new Set(routes.map((route) => route.tag))];
  const section = (tag: string): string => {
    const rows = routes
      .filter((route) => route.tag === tag)
      .map((route) => [
        `\`${route.method} ${route.path}\``,
        route.summary,
        route.access === "private" ? "both" : "public",
        route.right === "any" ? "" : `\`${route.right}\``,
        String(route.reply.status),
        (route.aliases ?? []).map((alias) => `\`${alias.method} ${alias.path}\``).join(", "),
      ]);
    return `## ${tag}\n\n${table(["operation", "summary", "keys", "right", "status", "older names"], rows)}`;
  };
  return page(
    "Operations",
    "`openapi.json` beside this page, and `/docs` of a running service, have every field, parameter and answer. *Keys*: `public` means the public key in `Authorization`; `both` adds the private key in `X-Grant`. If the merchant requires the private key everywhere, every operation needs both. *Right*: the right that a restricted private key needs.",
    ...tags.map(section),
  );
}

function errors(): string {
  const rows = ERROR_KINDS.map((kind) => [String(statusOf(kind)), phraseOf(kind), ERROR_MEANINGS[kind]]);
  return page(
    "Errors",
    "Every error has this body. Programs compare `reason`: it is never renamed, while the texts of `message` and `errors` are for people and may change. Some reasons name values: they are in `reason_params`, which is absent otherwise, and in the `params` of a field's reason. `errors` and `field_reasons`, with the same fields in the same order, are there when fields are wrong; names are dotted where they nest (`beneficiary_data.phone`, `transfers.3.reference`).",
    '```json\n{"code": 422, "status": "Unprocessable Entity", "message": "Validation failed", "reason": "validation_failed", "errors": {"beneficiary": ["The beneficiary was not found"]}, "field_reasons": {"beneficiary": [{"reason": "unknown_beneficiary", "params": {}}]}}\n```',
    table(["code", "status", "when"], rows),
    "**400 or 422?** An error that the request alone shows is 400. An error that depends on stored data, the channel catalogue or a business rule is 422. A 400 names all invalid fields at once, including those that the catalogue would refuse next.",
    "The `Request-Id` header of every answer identifies its line in the log, and its request under *Developers* in the dashboard.",
    "## Reasons",
    "*Final*: the request is refused for ever. *Later*: the same request may succeed, after `Retry-After` where there is one. *After a change*: a corrected request may succeed.",
    reasonTable(API_REASONS),
    "## Reasons of fields",
    "A corrected request may succeed. `channel_paused` is the exception: the same request may succeed after `Retry-After`.",
    fieldReasonTable(FIELD_REASONS),
    "## Reasons of the dashboard, the payment page and the operator's commands",
    "The merchants' API never returns these.",
    reasonTable(STAFF_REASONS),
    fieldReasonTable(STAFF_FIELD_REASONS),
    "## Parameters",
    "A name means the same in every reason. Amounts are in the currency's smallest unit, moments are ISO 8601 in UTC, and what a caller has sent is repeated as it was sent.",
    table(
      ["name", "type", "meaning"],
      Object.entries(PARAMS).map(([name, [type, meaning]]) => [`\`${name}\``, PARAM_TYPES[type], meaning]),
    ),
    "## Fields that are refused by name",
    "Kolo ignores unknown fields of a body, except these, in any spelling: `sendAt` is `send_at`. It also refuses another spelling of its own optional fields, such as `scheduledAt`, and with a live key a field that asks for a test, such as `sandbox: true`. In other payment APIs they change when, where or how much money moves, and Kolo does not support them. An empty value (`null`, `false`, an empty text or list) is accepted. An unknown name in the query of a list is refused, too.",
    table(
      ["body", "fields"],
      Object.entries(UNSUPPORTED_FIELDS).map(([of, fields]) => [of, codeList(fields)]),
    ),
  );
}

const PARAM_TYPES = { integer: "integer", text: "string", texts: "strings" } as const;

const RETRIES: Readonly<Record<Retry, string>> = { final: "final", later: "later", after_change: "after a change" };

function reasonTable(reasons: ReasonCatalogue): string {
  const rows = Object.entries(reasons).map(([reason, [kind, retry, when, advice, ...params]]) => [
    ...[`\`${reason}\``, String(statusOf(kind)), when],
    ...[RETRIES[retry], advice, codeList(params)],
  ]);
  return table(["reason", "code", "when", "try again", "what to do", "params"], rows);
}

function fieldReasonTable(reasons: FieldReasonCatalogue): string {
  const rows = Object.entries(reasons).map(([reason, [when, advice, ...params]]) => [
    ...[`\`${reason}\``, when, advice, codeList(params)],
  ]);
  return table(["reason of a field", "when", "what to do", "params"], rows);
}

function codeList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

const ERROR_MEANINGS: Readonly<Record<(typeof ERROR_KINDS)[number], string>> = {
  bad_request: "a required field is missing, a value is invalid, or the JSON is malformed",
  unauthorized: "`API key is missing`, or `Invalid API key`: wrong, expired or revoked",
  forbidden:
    "`This endpoint requires additional authentication`, `Invalid grant key`, `This grant key lacks the right …`, `This grant key may not be used from your IP address`, or `Your IP address is not allowed to initiate transfers`",
  not_found: "the resource does not exist or belongs to another merchant; `Sync account not found`; an unknown path",
  method_not_allowed: "the path does not support this method: see `Allow`",
  conflict: "the reference is taken; a request with this `Idempotency-Key` is still running (`Retry-After`)",
  too_large: "the body is larger than the limit",
  unsupported_media_type: "the body is not JSON or a form, is not UTF-8, or is compressed (`Content-Encoding`)",
  invalid:
    "`Validation failed`: a field names something that does not exist or is not allowed, or the resource's state does not allow the operation",
  insufficient_funds: "`Insufficient balance to complete this transfer`",
  too_many_requests:
    "the key exceeded its rate limit, or there were too many wrong keys: wait as long as `Retry-After` says",
  internal: "an error in Kolo; nothing was written",
  unavailable:
    "the database is unavailable or Kolo is overloaded: wait as long as `Retry-After` says and send the same request again",
  timed_out: "the request took too long to arrive",
  expectation_failed: "an unsupported `Expect` header",
  headers_too_large: "the headers are larger than the limit",
};

function failures(): string {
  const rows = FAILURE_CODES.map((code) => {
    const { when, who, send_again } = FAILURE_MEANINGS[code];
    return [`\`${code}\``, when, who, send_again];
  });
  return page(
    "Failures",
    "A failed transfer, payment or refund has a `failure_code` for programs and a `failure_reason` for people. Both are in the resource, in its events, in the entries of a bulk transfer, in exports and in timelines. Compare the code only: the text may change.",
    "Both are absent while there is no failure. `failure_code` is null for a transfer or refund that failed before Kolo stored codes. A later version may add codes: treat an unknown one as `provider_error`. No code is renamed or used for another failure.",
    table(["code", "when", "who can act", "may it be sent again?"], rows),
    "A new order takes a new reference. The provider's own code stands in brackets at the end of `failure_reason`, such as `(PAYEE_NOT_FOUND)`; it is for support, and is not one of these codes.",
    "A payment on the hosted page returns to `pending` after a failed try. Until the next try, `failure_code` and `failure_reason` give the last failure.",
  );
}

function events(): string {
  const rows = Object.entries(EVENT_MEANINGS).map(([type, meaning]) => [`\`${type}\``, meaning]);
  const outcomes = Object.entries(OUTCOMES).map(([name, meaning]) => [
    `\`${name}${name === "status_" ? "…" : ""}\``,
    meaning,
  ]);
  return page(
    "Events",
    "The body is `{id, type, event, created_at, sequence, data}`: `event` repeats `type`, `sequence` counts the events of a resource, `data` is the resource as the API shows it.",
    table(["type", "sent when"], rows),
    "## Outcomes of a delivery attempt",
    table(["outcome", "meaning"], outcomes),
  );
}

function configuration(): string {
  const rows = VARIABLES.map(({ name, type, default_text, meaning }) => [`\`${name}\``, type, default_text, meaning]);
  return page(
    "Configuration",
    "Kolo reads these environment variables once, at the start. `kolo config` shows them with their values.",
    table(["name", "type", "default", "meaning"], rows),
  );
}

/** Folders that contain only generated files. A run deletes the files of types that no longer exist. */
export const GENERATED_FOLDERS = ["sdk/php/src/Models", "sdk/php/src/Resources"];

if (import.meta.main) {
  for (const folder of GENERATED_FOLDERS) rmSync(join(ROOT, folder), { recursive: true, force: true });
  for (const [name, text] of referenceFiles()) {
    const path = join(ROOT, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
