// A client that sends the most expensive request of one kind, within its rate limit and at a fixed rate, whatever the
// answers are. Runs as its own process and prints the count of each status as JSON.
import { Agent, request } from "node:http";
import { largestMetadata } from "./largest-metadata.ts";
import type { Stage } from "./stage.ts";

/** The input of one noisy client. */
export interface Noise {
  readonly url: string;
  readonly keys: Stage["keys"];
  readonly kind: string;
  readonly seconds: number;
  /** The id of an existing bulk of 10,000 transfers. */
  readonly bulk: string;
}

interface Order {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

const RATE_PER_SECOND = 40;
const UNDER_WAY_MAX = 400;
const MEBIBYTE = 1024 * 1024;

const noise: Noise = JSON.parse(process.argv[2] ?? "{}");
const { public_key, private_key } = noise.keys;
const key_headers = { authorization: public_key, "x-grant": private_key };
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const person = { ...json, origin: noise.url, "x-kolo-dashboard": "1" };

const get = (path: string): Order => ({ method: "GET", path, headers: key_headers, body: null });
const post = (path: string, body: string, headers: Order["headers"]): Order => {
  return { method: "POST", path, headers, body: Buffer.from(body) };
};

const entry = { amount: 1, channel: "cm.mtn", beneficiary_data: { name: "Jane Mballa", phone: "+237677123456" } };
const bulkOf = (entries: number, fields: object): string =>
  JSON.stringify({ currency: "XAF", transfers: Array.from({ length: entries }, () => ({ ...entry, ...fields })) });
const bulk = noise.kind.startsWith("bulk") ? bulkOf(10_000, {}) : "";
const wrong_entry_at = bulk.lastIndexOf('"amount":1');
const wrong_bulk = `${bulk.slice(0, wrong_entry_at)}"amount":0${bulk.slice(wrong_entry_at + '"amount":1'.length)}`;
const empty_bulk = JSON.stringify({ currency: "XAF", transfers: Array(10_000).fill({}) });
// The metadata of 950 entries fills the largest allowed body of a bulk.
const heavy_bulk = noise.kind === "bulk with metadata" ? bulkOf(950, { metadata: largestMetadata() }) : "";
const payment = JSON.stringify({ amount: 500, currency: "XAF", phone: "677123456", metadata: largestMetadata() });
const numbers = `[${"0,".repeat(120_000)}0]`;
const names = JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`name${index}`, 0])));
const fields = Array.from({ length: 1_000 }, (_, index) => `metadata[a${index}][b][c]=${index}`).join("&");
let number = 0;

/** Returns the next request of each kind. */
const KINDS: Readonly<Record<string, () => Order>> = {
  "lists of the largest payments": () => get("/payments?limit=100"),
  "lists of the largest events": () => get("/events?limit=100"),
  "lists with a search": () => get("/payments?limit=100&search=e"),
  "a bulk of ten thousand shown": () => get(`/transfers/bulk/${noise.bulk}`),
  "largest payments": () => post("/payments", payment, { authorization: public_key, ...json }),
  "largest transfers": () =>
    post("/transfers", JSON.stringify({ ...entry, currency: "XAF", metadata: largestMetadata() }), {
      ...key_headers,
      ...json,
    }),
  "bodies of a million zeros": () => post("/customers", `{"name":${numbers}}`, { ...key_headers, ...json }),
  "bodies of three thousand names": () => post("/customers", names, { ...key_headers, ...json }),
  "forms of a thousand fields": () => post("/customers", fields, { ...key_headers, ...form }),
  "bulks of ten thousand": () => post("/transfers/bulk", bulk, { ...key_headers, ...json }),
  "bulks of ten thousand empty entries": () => post("/transfers/bulk", empty_bulk, { ...key_headers, ...json }),
  "bulks with a wrong last entry": () => post("/transfers/bulk", wrong_bulk, { ...key_headers, ...json }),
  "bulk checks of ten thousand": () => post("/transfers/bulk/check", bulk, { ...key_headers, ...json }),
  "bulk with metadata": () => post("/transfers/bulk/check", heavy_bulk, { ...key_headers, ...json }),
  "bodies of a MiB from nobody": () =>
    post("/dashboard/api/sign-in", JSON.stringify({ email: "x".repeat(MEBIBYTE) }), person),
  "bodies of 4 KiB from nobody": () =>
    post("/dashboard/api/sign-in", JSON.stringify({ email: "x".repeat(4_000) }), person),
  "wrong passwords": () =>
    post(
      "/dashboard/api/sign-in",
      JSON.stringify({ email: `p${number++}@example.cm`, password: "x".repeat(64) }),
      person,
    ),
  "forgotten passwords": () =>
    post("/dashboard/api/forgotten-password", JSON.stringify({ email: `p${number++}@example.cm` }), person),
  "wrong keys": () => ({ ...get("/balance"), headers: { authorization: `test_pk_${"g".repeat(20)}${number++}` } }),
};

const next = KINDS[noise.kind];
if (!next) throw new Error(`There is no noise ${noise.kind}`);
const agent = new Agent({ keepAlive: true, maxSockets: UNDER_WAY_MAX });
const statuses: Record<string, number> = {};
let under_way = 0;

function countStatus(status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  under_way -= 1;
}

function send({ method, path, headers, body }: Order): void {
  under_way += 1;
  const length = body === null ? {} : { "content-length": String(body.length) };
  const sent = request(`${noise.url}${path}`, { method, agent, headers: { ...headers, ...length } }, (answer) => {
    answer.resume();
    answer.once("end", () => countStatus(String(answer.statusCode)));
    answer.once("error", () => countStatus("broken off"));
  });
  // The service may refuse and close the connection before the whole body is sent.
  sent.once("error", () => countStatus("no answer"));
  sent.end(body);
}

const began_ms = performance.now();
let sent = 0;
const timer = setInterval(() => {
  const elapsed_ms = performance.now() - began_ms;
  if (elapsed_ms > noise.seconds * 1_000) {
    clearInterval(timer);
    process.stdout.write(JSON.stringify({ sent, statuses }));
    process.exit(0);
  }
  for (; sent < (elapsed_ms / 1_000) * RATE_PER_SECOND; sent += 1) if (under_way < UNDER_WAY_MAX) send(next());
}, 5);
