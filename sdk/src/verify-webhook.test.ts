import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, mock } from "node:test";
import { runInNewContext } from "node:vm";
import { Webhook } from "standardwebhooks";
import { signTestWebhook, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from "./verify-webhook.ts";

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly now: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly is_valid: boolean;
  readonly code?: string;
}

const file = readFileSync(join(import.meta.dirname, "..", "vectors", "webhooks.json"), "utf8");
const vectors: readonly Vector[] = JSON.parse(file).vectors;

/** Verifies a test vector with the clock set to the vector's time. */
async function verificationOf(vector: Vector, verify: () => unknown): Promise<{ is_valid: boolean; error: unknown }> {
  mock.timers.enable({ apis: ["Date"], now: vector.now * 1_000 });
  try {
    await verify();
    return { is_valid: true, error: null };
  } catch (error) {
    return { is_valid: false, error };
  } finally {
    mock.timers.reset();
  }
}

describe("the webhook test vectors", () => {
  for (const vector of vectors) {
    it(`${vector.is_valid ? "accepts" : "refuses"}: ${vector.name}`, async () => {
      const { is_valid, error } = await verificationOf(vector, () =>
        verifyWebhook(vector.body, vector.headers, vector.secret),
      );
      assert.equal(is_valid, vector.is_valid);
      if (error) assert.equal(error instanceof WebhookVerificationError && error.code, vector.code);
    });

    it(`an independent verifier agrees: ${vector.name}`, async () => {
      const verify = () => new Webhook(vector.secret).verify(vector.body, { ...vector.headers });
      assert.equal((await verificationOf(vector, verify)).is_valid, vector.is_valid);
    });

    it(`the single signature agrees: ${vector.name}`, async () => {
      if (!vector.is_valid) return;
      const hex = createHmac("sha256", vector.secret).update(vector.body).digest("hex");
      const single = [vector.headers["x-service-signature"], vector.headers["x-service-signature-next"]];
      assert.ok(single.includes(hex));
    });
  }
});

describe("verifyWebhook", () => {
  const [vector] = vectors;
  assert.ok(vector);
  const options = { now_s: vector.now };

  it("returns the event", async () => {
    const event = await verifyWebhook(vector.body, vector.headers, vector.secret, options);
    assert.deepEqual(event, JSON.parse(vector.body));
  });

  it("accepts a body of bytes, Fetch's headers, and header names in any case", async () => {
    const upper = Object.fromEntries(
      Object.entries(vector.headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const headers of [new Headers(vector.headers), upper]) {
      assert.ok(await verifyWebhook(Buffer.from(vector.body), headers, vector.secret, options));
    }
  });

  it("accepts several secrets if one of them matches", async () => {
    const secrets = [`whsec_${Buffer.alloc(32).toString("base64")}`, vector.secret];
    assert.ok(await verifyWebhook(vector.body, vector.headers, secrets, options));
  });

  it("refuses a parsed body, and explains how to get the raw one", async () => {
    const parsed = JSON.parse(vector.body);
    for (const body of [parsed, undefined, null, 5]) {
      await assert.rejects(verifyWebhook(body, vector.headers, vector.secret, options), {
        name: "WebhookVerificationError",
        code: "parsed_body",
        message: /the body as it arrived.*express\.raw/,
      });
    }
    const { buffer, byteOffset, byteLength } = Buffer.from(vector.body);
    assert.ok(
      await verifyWebhook(buffer.slice(byteOffset, byteOffset + byteLength), vector.headers, vector.secret, options),
    );
  });

  it("refuses missing and malformed headers and secrets with a code", async () => {
    const none: readonly never[] = [];
    const { "webhook-signature": _, ...unsigned } = vector.headers;
    const empty_object = JSON.parse("{}");
    const refused = (code: string, headers: WebhookHeaders, secret: string | readonly string[] = vector.secret) =>
      assert.rejects(verifyWebhook(vector.body, headers, secret, options), {
        name: "WebhookVerificationError",
        code,
      });
    await refused("missing_header", unsigned);
    await refused("missing_header", empty_object.headers);
    await refused("missing_header", { ...vector.headers, "webhook-signature": none });
    await refused("missing_header", { ...vector.headers, "webhook-signature": empty_object.none });
    for (const signature of ["v1,é", "v1,", "v1", "\u{1f511}", ", ,", `v1,${"=".repeat(44)}`]) {
      await refused("bad_signature", { ...vector.headers, "webhook-signature": signature });
    }
    await refused("bad_timestamp", { ...vector.headers, "webhook-timestamp": "é" });
    await assert.rejects(verifyWebhook(vector.body, vector.headers, empty_object.secret, options), {
      code: "bad_secret",
    });
    await refused("bad_secret", vector.headers, none);
    await refused("bad_secret", vector.headers, [vector.secret, empty_object.next]);
  });

  it("refuses a malformed secret, and a signed body that is not an event", async () => {
    await assert.rejects(verifyWebhook(vector.body, vector.headers, "secret", options), { code: "bad_secret" });
    const body = "[]";
    const [id, at] = [vector.headers["webhook-id"], String(vector.now)];
    const key = Buffer.from(vector.secret.slice("whsec_".length), "base64");
    const signature = `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
    const headers = { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature };
    await assert.rejects(verifyWebhook(body, headers, vector.secret, options), { code: "bad_body" });
  });

  it("accepts the bytes of another realm, as in Jest", async () => {
    const bytes = runInNewContext("Uint8Array.from(bytes)", { bytes: Buffer.from(vector.body) });
    assert.ok(!(bytes instanceof Uint8Array));
    assert.ok(await verifyWebhook(bytes, vector.headers, vector.secret, options));
    assert.ok(await verifyWebhook(bytes.buffer, vector.headers, vector.secret, options));
  });

  it("throws errors whose JSON contains the message", async () => {
    const error = await verifyWebhook("", vector.headers, vector.secret, options).catch((thrown: unknown) => thrown);
    assert.deepEqual(JSON.parse(JSON.stringify(error)), {
      name: "WebhookVerificationError",
      message: "No signature fits: another secret, or a body that was changed",
      code: "bad_signature",
    });
  });
});

describe("signTestWebhook", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E=";
  const event = { type: "payment.complete", data: { reference: "été-1", status: "complete" } } as const;

  it("signs an event as Kolo does: verifyWebhook, an independent verifier and the single signature accept it", async () => {
    const { body, headers } = await signTestWebhook(event, secret);
    const verified = await verifyWebhook(body, headers, secret);
    assert.deepEqual([verified.type, verified.event, verified.sequence], ["payment.complete", "payment.complete", 1]);
    assert.deepEqual(verified.data, event.data);
    assert.deepEqual(new Webhook(secret).verify(body, { ...headers }), verified);
    const hex = createHmac("sha256", secret).update(body).digest("hex");
    assert.equal(headers["x-service-signature"], hex);
  });

  it("signs with the given time and fields", async () => {
    const custom = { ...event, id: "evt_1", sequence: 3, created_at: "2026-03-01T12:00:00.000000Z" };
    const { body, headers } = await signTestWebhook(custom, secret, { now_s: 1_772_366_400 });
    assert.deepEqual(JSON.parse(body), { ...custom, event: custom.type });
    assert.ok(await verifyWebhook(body, headers, secret, { now_s: 1_772_366_500 }));
    await assert.rejects(verifyWebhook(body, headers, secret), { code: "bad_timestamp" });
    await assert.rejects(signTestWebhook(event, "secret"), { code: "bad_secret" });
  });
});
