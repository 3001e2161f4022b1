import assert from "node:assert/strict";
import { createServer } from "node:net";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import {
  type CallOptions,
  type CallRequest,
  type CallResponse,
  Kolo,
  KoloError,
  type Retry,
  responseOf,
} from "./index.ts";
import {
  badGatewayReply,
  droppedConnection,
  jsonReply,
  noReply,
  type ScriptedReply,
  startScriptedService,
  unavailableReply,
} from "./scripted-service.ts";

const order = { amount: 1_000, currency: "XAF", channel: "cm.mtn", beneficiary: "ben_1" };
const created = jsonReply(201, { code: 201, transfer: { id: "trf_1", status: "pending" } });
const response = jsonReply(200, { code: 200, transfer: { id: "trf_1", status: "complete" } });
const running = jsonReply(409, { message: "Still running", reason: "idempotency_in_progress" }, { "retry-after": "0" });
const keys = { public_key: "test_pk_1", private_key: "test_sk_1" };

async function aClient(turns: readonly ScriptedReply[], options: CallOptions = {}) {
  const service = await startScriptedService(...turns);
  return { ...service, kolo: new Kolo({ url: service.url, ...keys, ...options }) };
}

/** Returns the error of a failing call. */
async function errorOf(call: Promise<unknown>): Promise<KoloError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof KoloError, inspect(error));
  return error;
}

describe("a write", () => {
  it("is retried with the same idempotency key and the same bytes until an answer arrives", async () => {
    const retries: Retry[] = [];
    const turns = [
      droppedConnection,
      unavailableReply,
      badGatewayReply,
      running,
      jsonReply(200, { code: 200 }),
      created,
    ];
    const { kolo, requests } = await aClient(turns, { on_retry: (retry) => void retries.push(retry) });
    assert.equal((await kolo.transfers.create(order)).id, "trf_1");
    assert.equal(requests.length, turns.length);
    assert.match(String(requests[0]?.headers["idempotency-key"]), /^[!-~]{16,255}$/);
    const sent = requests.map(({ method, url, headers, body }) => ({
      method,
      url,
      body,
      key: headers["idempotency-key"],
    }));
    for (const one of sent) assert.deepEqual(one, sent[0]);
    assert.deepEqual(
      retries.map(({ operation, attempt, error }) => [operation, attempt, error.kind]),
      [
        ["createTransfer", 1, "no_answer"],
        ["createTransfer", 2, "unavailable"],
        ["createTransfer", 3, "unavailable"],
        ["createTransfer", 4, "under_way"],
        ["createTransfer", 5, "not_kolo"],
      ],
    );
  });

  it("has a new idempotency key for each call, or the caller's", async () => {
    const { kolo, requests } = await aClient([created]);
    await kolo.transfers.create(order);
    await kolo.transfers.create(order);
    await kolo.transfers.create(order, { idempotency_key: "salary-42" });
    const [first, second, third] = requests.map(({ headers }) => headers["idempotency-key"]);
    assert.notEqual(first, second);
    assert.equal(third, "salary-42");
  });

  it("without an answer in the retry window is reported as unknown, with the key for another try", async () => {
    const assertReportedAsUnknown = async (turn: ScriptedReply): Promise<void> => {
      const { kolo, requests } = await aClient([turn], { patience_ms: 2_000 });
      const error = await errorOf(kolo.transfers.create(order));
      assert.ok(requests.length > 1);
      assert.equal(error.is_unknown, true, error.message);
      assert.equal(error.idempotency_key, requests[0]?.headers["idempotency-key"]);
      assert.ok(error.message.includes(`ask again with the idempotency key ${error.idempotency_key}`), error.message);
    };
    await Promise.all([droppedConnection, unavailableReply, badGatewayReply, running].map(assertReportedAsUnknown));
  });

  it("that failed before it was sent is not unknown", async () => {
    const port = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const address = server.address();
        server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
      });
    });
    const url = `http://127.0.0.1:${port}`;
    const kolo = new Kolo({ url, ...keys, patience_ms: 0 });
    const error = await errorOf(kolo.transfers.create(order));
    assert.deepEqual([error.kind, error.is_unknown], ["no_answer", false]);
    assert.equal(error.message, `Kolo does not answer at ${url}: is it running?`);
  });

  it("is unknown if the connection broke after it was established, whatever the error code", async (test) => {
    for (const [syscall, is_unknown] of [
      ["connect", false],
      ["read", true],
      ["write", true],
    ] as const) {
      const cause = Object.assign(new Error(`${syscall} EHOSTUNREACH`), { code: "EHOSTUNREACH", syscall });
      const mock = test.mock.method(globalThis, "fetch", () =>
        Promise.reject(new TypeError("fetch failed", { cause })),
      );
      const kolo = new Kolo({ url: "http://127.0.0.1:9", ...keys, patience_ms: 0 });
      const error = await errorOf(kolo.transfers.create(order));
      assert.deepEqual([syscall, error.is_unknown], [syscall, is_unknown]);
      mock.mock.restore();
    }
  });

  it("refused after a lost answer has not happened, unless the refusal is about authentication or rate", async () => {
    const at = (status: number, reason: string) => jsonReply(status, { code: status, message: "Refused", reason });
    for (const [turn, kind, is_unknown] of [
      [at(422, "insufficient_funds"), "insufficient_funds", false],
      [at(409, "reference_taken"), "reference_taken", false],
      [at(403, "grant_invalid"), "forbidden", true],
      [at(401, "key_invalid"), "unauthorized", true],
    ] as const) {
      const { kolo } = await aClient([droppedConnection, turn]);
      const error = await errorOf(kolo.transfers.create(order));
      assert.deepEqual([error.kind, error.is_unknown], [kind, is_unknown]);
    }
  });

  it("is not retried after a refusal, and the error names the fields", async () => {
    const errors = { channel: ["The channel is invalid"], "beneficiary_data.phone": ["Enter a mobile number"] };
    for (const [status, reason, kind, fields] of [
      [422, "validation_failed", "invalid", errors],
      [400, "invalid_request", "invalid", errors],
      [409, "cursor_outdated", "conflict", {}],
      [422, "idempotency_key_reused", "key_reused", {}],
      [409, "reference_taken", "reference_taken", {}],
      [404, "transfer_not_found", "not_found", {}],
      [413, "body_too_large", "invalid", {}],
    ] as const) {
      const { kolo, requests } = await aClient([
        jsonReply(status, { code: status, message: "Refused", reason, errors: fields }, { "request-id": "req_1" }),
      ]);
      const error = await errorOf(kolo.transfers.create(order));
      assert.equal(requests.length, 1);
      const { is_unknown, request_id } = error;
      assert.deepEqual([error.kind, error.status, is_unknown, request_id], [kind, status, false, "req_1"]);
      assert.equal(error.reason, reason);
      assert.deepEqual(error.errors, fields);
      assert.ok(error.message.startsWith("Refused"));
    }
    const { kolo } = await aClient([jsonReply(422, { message: "Validation failed", errors })]);
    assert.equal(
      (await errorOf(kolo.transfers.create(order))).message,
      "Validation failed: channel: The channel is invalid; beneficiary_data.phone: Enter a mobile number",
    );
  });
});

describe("a read", () => {
  it("has no idempotency key, and is retried all the same", async () => {
    const { kolo, requests } = await aClient([droppedConnection, response]);
    await kolo.transfers.retrieve("salary-42");
    const retrieved = jsonReply(200, { lookup: { found: true } });
    const other = await aClient([unavailableReply, retrieved]);
    await other.kolo.transfers.lookup({ channel: "cm.mtn", phone: "677123456" });
    const file = await aClient([jsonReply(200, { bulk_file: { columns: {}, rows: [] } })]);
    await file.kolo.bulk_transfers.readFile("name,phone,amount\n");
    for (const { headers } of [...requests, ...other.requests, ...file.requests]) {
      assert.equal(headers["idempotency-key"], undefined);
    }
    assert.deepEqual([requests.length, other.requests.length], [2, 2]);
  });

  it("is never reported as unknown", async () => {
    const { kolo } = await aClient([unavailableReply], { patience_ms: 0 });
    const error = await errorOf(kolo.transfers.retrieve("salary-42"));
    assert.deepEqual([error.is_unknown, error.idempotency_key], [false, null]);
    assert.equal(error.message, "The service is temporarily unavailable");
  });
});

describe("the retry window", () => {
  it("follows Retry-After, and ends at once if that exceeds the window", async () => {
    const busy = (after: string) =>
      jsonReply(429, { message: "Too many requests; try again shortly" }, { "retry-after": after });
    const patient = await aClient([busy("1"), created]);
    const begin = performance.now();
    await patient.kolo.transfers.create(order);
    assert.ok(performance.now() - begin >= 1_000);

    const later = new Date(Date.now() + 3_600_000).toUTCString();
    for (const after of ["3600", later]) {
      const { kolo, requests } = await aClient([busy(after)]);
      const error = await errorOf(kolo.transfers.create(order));
      assert.deepEqual([error.kind, error.is_unknown, requests.length], ["too_many_requests", false, 1]);
      assert.ok(Math.abs((error.retry_after_s ?? 0) - 3_600) < 5);
    }
  });

  it("of 0 allows one attempt", async () => {
    const { kolo, requests } = await aClient([droppedConnection], { patience_ms: 0 });
    await errorOf(kolo.transfers.create(order));
    assert.equal(requests.length, 1);
  });

  it("covers a new attempt after one that times out", async () => {
    const { kolo, requests } = await aClient([noReply, created], { timeout_ms: 500 });
    assert.equal((await kolo.transfers.create(order)).id, "trf_1");
    assert.ok(requests.length > 1);
    const never = await aClient([noReply], { timeout_ms: 200, patience_ms: 0 });
    const error = await errorOf(never.kolo.transfers.create(order));
    assert.deepEqual([error.kind, error.is_unknown], ["no_answer", true]);
    assert.match(error.message, /did not answer at .* within 0\.2 s/);
  });

  it("covers a new attempt after an answer that never ends", async () => {
    const half: ScriptedReply = (response) => void response.writeHead(201).write('{"transfer": {"id": "trf');
    const { kolo, requests } = await aClient([half, created], { timeout_ms: 500 });
    assert.equal((await kolo.transfers.create(order)).id, "trf_1");
    assert.ok(requests.length > 1);
  });
});

describe("a refusal", () => {
  it("has the reasons of its fields, and a bulk's taken reference is its kind", async () => {
    const field_reasons = {
      "transfers.0.reference": [{ reason: "reference_taken", params: {} }],
      "transfers.1.amount": [{ reason: "too_large", params: { maximum: 5 } }, { reason: "of_the_future" }, null],
      "transfers.2": "of a proxy",
    };
    const body = { message: "Validation failed", reason: "validation_failed", field_reasons };
    const { kolo } = await aClient([jsonReply(422, body)]);
    const error = await errorOf(kolo.transfers.create(order));
    assert.deepEqual([error.kind, error.reason], ["reference_taken", "validation_failed"]);
    assert.deepEqual(error.field_reasons, {
      "transfers.0.reference": [{ reason: "reference_taken", params: {} }],
      "transfers.1.amount": [{ reason: "too_large", params: { maximum: 5 } }],
    });
  });

  it("has the values that its reason names", async () => {
    const reason_params = { required: 10_050, currency: "XAF" };
    const refusal = { message: "Insufficient balance", reason: "insufficient_funds", reason_params };
    const { kolo } = await aClient([
      jsonReply(422, refusal),
      jsonReply(404, { message: "Gone", reason_params: "none" }),
    ]);
    assert.deepEqual((await errorOf(kolo.transfers.create(order))).params, reason_params);
    assert.deepEqual((await errorOf(kolo.transfers.create(order))).params, {});
  });

  it("of an unknown reason has the kind of its status", async () => {
    const { kolo } = await aClient([jsonReply(404, { message: "Gone", reason: "of_the_future" })]);
    const error = await errorOf(kolo.transfers.create(order));
    assert.deepEqual([error.kind, error.reason, error.field_reasons], ["not_found", null, {}]);
  });
});

describe("a signal", () => {
  it("aborts a call in progress, one that waits for a retry, and one that has not begun", async () => {
    const first = new AbortController();
    const { kolo } = await aClient([() => first.abort()]);
    const under_way = await errorOf(kolo.transfers.create(order, { signal: first.signal }));
    assert.deepEqual([under_way.kind, under_way.is_unknown], ["aborted", true]);

    const second = new AbortController();
    const on_retry = () => void setImmediate(() => second.abort());
    const busy = await aClient([jsonReply(429, { message: "Too many requests" }, { "retry-after": "30" })]);
    const waiting = await errorOf(busy.kolo.transfers.create(order, { signal: second.signal, on_retry }));
    assert.deepEqual([waiting.kind, waiting.is_unknown, busy.requests.length], ["aborted", false, 1]);

    const never = await aClient([created]);
    const before = await errorOf(never.kolo.transfers.create(order, { signal: AbortSignal.abort("no more") }));
    assert.deepEqual([before.kind, before.is_unknown, before.cause], ["aborted", false, "no more"]);
    assert.equal(never.requests.length, 0);
  });
});

describe("an answer", () => {
  it("is read up to a limit", async () => {
    const long = jsonReply(200, { code: 200, transfer: { id: "x".repeat(10_000) } });
    const { kolo, requests } = await aClient([long], { answer_limit_bytes: 1_000 });
    assert.equal((await errorOf(kolo.transfers.retrieve("trf_1"))).kind, "too_large");
    assert.equal(requests.length, 1);
    assert.equal((await kolo.transfers.retrieve("trf_1", {}, { answer_limit_bytes: 20_000 })).id.length, 10_000);
  });

  it("with a redirect is not followed, because the keys would be sent along", async () => {
    const elsewhere = await startScriptedService(response);
    const { kolo } = await aClient([(response) => void response.writeHead(301, { location: elsewhere.url }).end()]);
    const error = await errorOf(kolo.transfers.retrieve("trf_1"));
    assert.equal(error.kind, "not_kolo");
    assert.match(error.message, /redirects \(301\)/);
    assert.equal(elsewhere.requests.length, 0);
  });

  it("that is not from Kolo is reported as such", async () => {
    const page: ScriptedReply = (response) => void response.writeHead(404).end("<html>Not found</html>");
    const { kolo, requests } = await aClient([page]);
    const error = await errorOf(kolo.transfers.create(order));
    assert.deepEqual([error.kind, error.status, error.is_unknown, requests.length], ["not_kolo", 404, false, 1]);
    for (const errors of [["wrong", { channel: "wrong" }], { channel: "wrong" }, "wrong", 5]) {
      const other = await aClient([jsonReply(422, { message: "Refused", errors })]);
      const refused = await errorOf(other.kolo.transfers.create(order));
      assert.deepEqual([refused.kind, refused.message, refused.errors], ["invalid", "Refused", {}]);
    }
  });
});

describe("the keys", () => {
  it("are sent only with operations that need them", async () => {
    const { kolo, requests } = await aClient([jsonReply(200, { data: [] })], { sync: "mer_1" });
    await kolo.catalogue.channels();
    await kolo.webhooks.list({}, { sync: "mer_2" });
    const bodies = requests.map(({ headers }) => [headers.authorization, headers["x-grant"], headers["x-sync"]]);
    assert.deepEqual(bodies, [
      ["test_pk_1", undefined, "mer_1"],
      ["test_pk_1", "test_sk_1", "mer_2"],
    ]);
  });

  it("are both sent with a payment that has a split, and with no other payment", async () => {
    const answer = { transaction: { id: "pay_1" }, authorization_url: "https://pay.example.cm/pay/x" };
    const { kolo, url, requests } = await aClient([jsonReply(201, answer)]);
    const payment = { amount: 500, currency: "XAF", phone: "677123456" };
    const split = { parts: [{ merchant: "mer_1", amount: 250 }] };
    await kolo.payments.create({ ...payment, split });
    await kolo.payments.create(payment);
    assert.deepEqual(
      requests.map(({ headers }) => headers["x-grant"]),
      ["test_sk_1", undefined],
    );
    const without = new Kolo({ url, public_key: keys.public_key });
    await assert.rejects(without.payments.create({ ...payment, split }), { name: "TypeError" });
    assert.equal(requests.length, 2);
  });

  it("never appear in printed clients and errors", async () => {
    const { kolo } = await aClient([jsonReply(401, { message: "Invalid API key" })]);
    const error = await errorOf(kolo.transfers.retrieve("trf_1"));
    for (const message of [inspect(kolo, { depth: 9, showHidden: true }), JSON.stringify(kolo), inspect(error)]) {
      assert.ok(!/test_(pk|sk)_1/.test(message), message);
    }
  });

  it("are refused if malformed, and the error does not repeat them", () => {
    const url = "http://127.0.0.1:1";
    for (const options of [
      { url, ...keys, public_key: "test_pk_1\n" },
      { url, ...keys, public_key: "" },
      { url, public_key: keys.private_key, private_key: keys.public_key },
      { url, ...keys, private_key: "test_pub_1" },
      { ...keys, url: "pay.example.cm" },
      { ...keys, url: "ftp://pay.example.cm" },
      { ...keys, url: "https://user:secret@pay.example.cm" },
    ]) {
      assert.throws(
        () => new Kolo(options),
        ({ name, message }: Error) => name === "TypeError" && !/test_|secret/.test(message),
      );
    }
  });

  it("may be the public one alone, for operations that need no private key", async () => {
    const { url } = await startScriptedService(jsonReply(200, { data: [] }));
    const kolo = new Kolo({ url: `${url}/`, public_key: "test_pk_1" });
    assert.deepEqual(await kolo.catalogue.currencies(), []);
    await assert.rejects(kolo.transfers.list(), /listTransfers needs the private key/);
  });
});

describe("a path parameter", () => {
  it("is encoded as one path segment, or refused", async () => {
    const { kolo, requests } = await aClient([response]);
    await kolo.transfers.retrieve("a/b?c#d e%");
    assert.equal(requests[0]?.url, "/transfers/a%2Fb%3Fc%23d%20e%25");
    for (const reference of ["", ".", ".."]) {
      await assert.rejects(kolo.transfers.retrieve(reference), { name: "TypeError" });
    }
    await assert.rejects(kolo.transfers.create(order, { idempotency_key: "two words" }), { name: "TypeError" });
    assert.equal(requests.length, 1);
  });
});

describe("the hooks", () => {
  it("receive each attempt and each answer, without the keys", async () => {
    const requests: CallRequest[] = [];
    const responses: CallResponse[] = [];
    const { kolo } = await aClient([unavailableReply, droppedConnection, created], {
      onRequest: (request) => void requests.push(request),
      onResponse: (response) => void responses.push(response),
    });
    await kolo.transfers.create(order);
    assert.deepEqual(
      requests.map(({ operation, attempt, method }) => [operation, attempt, method]),
      [1, 2, 3].map((attempt) => ["createTransfer", attempt, "POST"]),
    );
    assert.deepEqual(
      responses.map(({ operation, attempt, status }) => [operation, attempt, status]),
      [
        ["createTransfer", 1, 503],
        ["createTransfer", 3, 201],
      ],
    );
    assert.match(requests[0]?.headers["idempotency-key"] ?? "", /./);
    assert.ok(responses.every(({ duration_ms }) => duration_ms >= 0));
    assert.doesNotMatch(JSON.stringify(requests), /test_[ps]k_1/);
  });

  it("end the call with their own error, and a request hook sends nothing", async () => {
    const { kolo, requests } = await aClient([created]);
    const onRequest = (): never => {
      throw new RangeError("no budget");
    };
    await assert.rejects(kolo.transfers.create(order, { onRequest }), { name: "RangeError", message: "no budget" });
    assert.equal(requests.length, 0);
  });
});

describe("a result", () => {
  const page = { totals: 1, last_page: 1, current_page: 1, selected: 1, items: [{ id: "trf_1" }] };
  const head = { "request-id": "req_1", "x-ratelimit-remaining": "7" };

  it("has the request id and the headers of its answer, without additional fields", async () => {
    const { kolo } = await aClient([
      jsonReply(201, { code: 201, transfer: { id: "trf_1" } }, head),
      jsonReply(200, { code: 200, ...page }, head),
      jsonReply(200, { code: 200, balance: {}, balances: [] }, head),
      jsonReply(200, { code: 200, ...page, cursor: "1" }, head),
      jsonReply(200, { code: 200, data: [] }, head),
    ]);
    const sent = await kolo.transfers.create(order);
    assert.deepEqual(Object.keys(sent), ["id"]);
    const results = [
      sent,
      await kolo.transfers.list(),
      await kolo.balance.retrieve(),
      await kolo.events.list(),
      await kolo.catalogue.channels(),
    ];
    for (const result of results) {
      const { status, request_id, headers } = responseOf(result) ?? {};
      assert.deepEqual([status, request_id, headers?.["x-ratelimit-remaining"]], [status, "req_1", "7"]);
    }
    assert.equal(responseOf(sent)?.status, 201);
    assert.equal(responseOf({}), null);
  });

  it("collects a list into an array, up to the limit", async () => {
    const pages = [1, 2, 3].map((current_page) =>
      jsonReply(200, {
        ...page,
        totals: 6,
        last_page: 3,
        items: [`a${current_page}`, `b${current_page}`].map((id) => ({ id })),
      }),
    );
    const { kolo, requests } = await aClient(pages);
    const ids = (await kolo.transfers.all({ limit: 2 }).toArray({ limit: 3 })).map(({ id }) => id);
    assert.deepEqual(ids, ["a1", "b1", "a2"]);
    assert.equal(requests.length, 2);
    for (const limit of [0, 1.5, 10_001, Number.NaN]) {
      await assert.rejects(kolo.transfers.all().toArray({ limit }), { name: "RangeError" });
    }
    assert.equal(requests.length, 2);
  });
});

describe("the client's own settings", () => {
  it("name the program in the user agent, and a name that a header cannot hold is refused", async () => {
    const { url, requests } = await startScriptedService(response);
    await new Kolo({ url, ...keys, app_name: "my-shop/2.1" }).transfers.retrieve("trf_1");
    assert.match(String(requests[0]?.headers["user-agent"]), /^kolo-sdk\/\d+\.\d+\.\d+ my-shop\/2\.1$/);
    for (const app_name of ["", "a\nb: c", "été", "a".repeat(101)]) {
      assert.throws(() => new Kolo({ url, ...keys, app_name }), { name: "TypeError" });
    }
  });

  it("send every request through the given fetch", async () => {
    const { url, requests } = await startScriptedService(unavailableReply, response);
    const urls: string[] = [];
    const ownFetch: typeof fetch = (input, init) => {
      urls.push(String(input));
      return fetch(input, init);
    };
    await new Kolo({ url, ...keys, fetch: ownFetch }).transfers.retrieve("trf_1");
    assert.deepEqual(urls, [`${url}/transfers/trf_1`, `${url}/transfers/trf_1`]);
    assert.equal(requests.length, 2);
  });
});

describe("an error", () => {
  it("as JSON has its message and fields, without the keys", async () => {
    const refusal = { message: "Validation failed", reason: "validation_failed", errors: { amount: ["Too small"] } };
    const { kolo } = await aClient([jsonReply(422, refusal, { "request-id": "req_1" })]);
    const error = await errorOf(kolo.transfers.create(order, { idempotency_key: "salary-1" }));
    assert.deepEqual(JSON.parse(JSON.stringify({ error })).error, {
      name: "KoloError",
      message: "Validation failed: amount: Too small",
      kind: "invalid",
      status: 422,
      reason: "validation_failed",
      params: {},
      errors: { amount: ["Too small"] },
      field_reasons: {},
      request_id: "req_1",
      retry_after_s: null,
      idempotency_key: "salary-1",
      is_unknown: false,
    });
  });
});
