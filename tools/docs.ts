// npm run docs: writes docs/reference and the SDK's types from the code. A test fails if they differ.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiRoutes } from "../server/app/app.ts";
import { VARIABLES } from "../server/config.ts";
import { EVENT_MEANINGS } from "../server/events/catalogue.ts";
import { phraseOf, statusOf } from "../server/http/errors.ts";
import { openapi } from "../server/http/openapi.ts";
import type { Route } from "../server/http/route.ts";
import { ERROR_KINDS } from "../server/kernel/errors.ts";
import { UNSUPPORTED_FIELDS } from "../server/kernel/unsupported-fields.ts";
import { OUTCOMES } from "../server/resources/webhooks/delivery/outcome.ts";
import { ssrfGuard } from "../server/resources/webhooks/transport/guard.ts";
import { limitRows } from "./reference-limits.ts";
import { sdkTypes } from "./sdk-types.ts";

const ROOT = join(import.meta.dirname, "..");
const REFERENCE = "docs/reference";
const NOTE = "<!-- Written by `npm run docs` from the code. -->\n";

/** The generated files, by path in the project: docs/reference, and the SDK's types. */
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
  });
  const document = JSON.stringify(openapi(routes, "http://127.0.0.1:8080"), null, 2);
  return new Map([
    [`${REFERENCE}/openapi.json`, `${document}\n`],
    [`${REFERENCE}/operations.md`, operations(routes)],
    [`${REFERENCE}/errors.md`, errors()],
    [`${REFERENCE}/events.md`, events()],
    [`${REFERENCE}/configuration.md`, configuration()],
    [`${REFERENCE}/limits.md`, page("Limits", table(["what", "limit"], limitRows()))],
    ["sdk/src/api.ts", sdkTypes(JSON.parse(document))],
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
    return `## ${tag}\n\n${table(["operation", "does", "keys", "right", "answers", "older names"], rows)}`;
  };
  return page(
    "Operations",
    "Every field, parameter and answer is in `openapi.json` beside this page, and at `/docs` of a running service. *Keys*: `public` is the public key in `Authorization`; `both` adds the private key in `X-Grant`, and is what all of them take where the merchant requires the private key everywhere. *Right*: what a private key that may not do everything must be allowed.",
    ...tags.map(section),
  );
}

function errors(): string {
  const rows = ERROR_KINDS.map((kind) => [String(statusOf(kind)), phraseOf(kind), ERROR_MEANINGS[kind]]);
  return page(
    "Errors",
    "Every error has this body; `errors` is there when fields are wrong, dotted where they nest (`beneficiary_data.phone`, `transfers.3.reference`).",
    '```json\n{"code": 422, "status": "Unprocessable Entity", "message": "Validation failed", "errors": {"beneficiary": ["The beneficiary was not found"]}}\n```',
    table(["code", "status", "when"], rows),
    "What cannot be read as a request has the same body: 408 when it took too long to arrive, 417 for an `Expect` nobody meets, 431 when its headers are too large.",
    "**400 or 422?** What the request alone shows to be wrong is 400. What needs stored state, the catalogue of channels or a rule of business is 422. A 400 names all wrong fields at once, also those that the catalogue would refuse next.",
    "The `Request-Id` header of every answer finds its line in the log, and its request under *Developers* in the dashboard.",
    "## Fields that are refused by name",
    "Unknown fields of a body are ignored, but not these: with them other payment APIs change when, where or how much money moves, and Kolo does not have them. An empty value (`null`, `false`, an empty text or list) asks for nothing and is accepted. An unknown name in the query of a list is refused, too.",
    table(
      ["of", "fields"],
      Object.entries(UNSUPPORTED_FIELDS).map(([of, fields]) => [of, fields.map((name) => `\`${name}\``).join(", ")]),
    ),
  );
}

const ERROR_MEANINGS: Readonly<Record<(typeof ERROR_KINDS)[number], string>> = {
  bad_request: "something required is missing, or a value cannot be right; broken JSON",
  unauthorized: "`API key is missing`, or `Invalid API key`: wrong, expired or revoked",
  forbidden:
    "`This endpoint requires additional authentication`, `Invalid grant key`, `This grant key lacks the right …`, `This grant key may not be used from your IP address`, or `Your IP address is not allowed to initiate transfers`",
  not_found: "it does not exist, or is not yours; `Sync account not found`; an unknown path",
  method_not_allowed: "the path exists with other methods: see `Allow`",
  conflict: "the reference is taken; a request with this `Idempotency-Key` is still running (`Retry-After`)",
  too_large: "the body is over the limit",
  unsupported_media_type: "neither JSON nor a form; not in UTF-8; packed (`Content-Encoding`)",
  invalid: "`Validation failed`: what is named does not exist, does not fit or may not be; the state does not allow it",
  insufficient_funds: "`Insufficient balance to complete this transfer`",
  too_many_requests: "over the key's rate, or too many wrong keys: wait as `Retry-After` says",
  internal: "our fault; nothing was written",
  unavailable: "no database, or too much at once: wait as `Retry-After` says and send the same again",
};

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
    "## How an attempt at a delivery ends",
    table(["outcome", "means"], outcomes),
  );
}

function configuration(): string {
  const rows = VARIABLES.map(({ name, type, default_text, meaning }) => [`\`${name}\``, type, default_text, meaning]);
  return page(
    "Configuration",
    "Environment variables, read once at the start. `kolo config` shows them with their values.",
    table(["name", "type", "without it", "meaning"], rows),
  );
}

if (import.meta.main) {
  for (const [name, text] of referenceFiles()) {
    const path = join(ROOT, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
