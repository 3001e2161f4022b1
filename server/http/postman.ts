import { exampleOf } from "./openapi-schema.ts";
import type { Route } from "./route.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The body of the first folder's transfer. The sandbox completes it. */
const TRANSFER_ORDER = {
  ...{ amount: 500, currency: "XAF", channel: "cm.mobile" },
  beneficiary_data: { name: "Jane Mballa", phone: "677000000" },
};

/**
 * The operations as a Postman collection (format 2.1). Fill in the variables `public_key` and `private_key`; the first
 * folder then sends a transfer and follows it to its end.
 */
export function postmanCollection(
  routes: readonly Route[],
  public_url: string,
  tags: Readonly<Record<string, string>>,
): object {
  const names = [...new Set(routes.map(({ tag }) => tag))];
  return {
    info: {
      name: "Kolo",
      description:
        'Set the variables public_key and private_key of this collection, then run the folder "First transfer". Test keys move no money.',
      schema: SCHEMA,
    },
    variable: [
      { key: "base_url", value: public_url },
      { key: "public_key", value: "" },
      { key: "private_key", value: "" },
      { key: "transfer", value: "" },
    ],
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "Authorization" },
        { key: "value", value: "{{public_key}}" },
        { key: "in", value: "header" },
      ],
    },
    item: [
      { name: "First transfer", description: "Run in this order.", item: firstTransfer(routes) },
      ...names.map((tag) => ({
        name: tag,
        ...(tags[tag] === undefined ? {} : { description: tags[tag] }),
        item: routes.filter((route) => route.tag === tag).map((route) => item(route)),
      })),
    ],
  };
}

function firstTransfer(routes: readonly Route[]): readonly object[] {
  const find = (method: string, path: string): readonly Route[] =>
    routes.filter((route) => route.method === method && route.path === path);
  const save = 'pm.collectionVariables.set("transfer", pm.response.json().transfer.id);';
  const check = (status: number) => `pm.test("Status ${status}", () => pm.response.to.have.status(${status}));`;
  return [
    ...find("GET", "/balance").map((route) => item(route, { script: [check(200)] })),
    ...find("POST", "/transfers").map((route) => item(route, { body: TRANSFER_ORDER, script: [check(201), save] })),
    ...find("GET", "/transfers/{reference}").map((route) =>
      item(route, { params: { reference: "{{transfer}}" }, script: [check(200)] }),
    ),
  ];
}

interface ItemOptions {
  readonly body?: object;
  readonly params?: Readonly<Record<string, string>>;
  /** Lines of JavaScript that run after the answer. */
  readonly script?: readonly string[];
}

function item(route: Route, { body, params = {}, script = [] }: ItemOptions = {}): object {
  const segments = route.path.split("/").filter((segment) => segment !== "");
  const sent = body ?? (route.body ? exampleOf(route.body, true) : undefined);
  return {
    name: route.summary,
    request: {
      method: route.method,
      ...(route.description === undefined ? {} : { description: route.description }),
      header: [
        ...(route.access === "private" ? [{ key: "X-Grant", value: "{{private_key}}" }] : []),
        ...(route.method === "GET" ? [] : [{ key: "Idempotency-Key", value: "{{$guid}}" }]),
        ...(sent === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ],
      url: {
        raw: `{{base_url}}${route.path.replace(/\{(\w+)\}/g, ":$1")}`,
        host: ["{{base_url}}"],
        path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1")),
        variable: segments
          .filter((segment) => segment.startsWith("{"))
          .map((segment) => segment.slice(1, -1))
          .map((key) => ({ key, value: params[key] ?? "" })),
      },
      ...(sent === undefined
        ? {}
        : { body: { mode: "raw", raw: JSON.stringify(sent, null, 2), options: { raw: { language: "json" } } } }),
    },
    ...(script.length === 0 ? {} : { event: [{ listen: "test", script: { type: "text/javascript", exec: script } }] }),
  };
}
