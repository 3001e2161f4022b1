import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, mock } from "node:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from "./verify-webhook.ts";

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

/** Verifies a vector at the vector's own time. */
function judged(vector: Vector, verify: () => unknown): { is_valid: boolean; error: unknown } {
  mock.timers.enable({ apis: ["Date"], now: vector.now * 1_000 });
  try {
    verify();
    return { is_valid: true, error: null };
  } catch (error) {
    return { is_valid: false, error };
  } finally {
    mock.timers.reset();
  }
}

describe("the webhook test vectors", () => {
  for (const vector of vectors) {
    it(`${vector.is_valid ? "accepts" : "refuses"}: ${vector.name}`, () => {
      const { is_valid, error } = judged(vector, () => verifyWebhook(vector.body, vector.headers, vector.secret));
      assert.equal(is_valid, vector.is_valid);
      if (error) assert.equal(error instanceof WebhookVerificationError && error.code, vector.code);
    });

    it(`an independent verifier agrees: ${vector.name}`, () => {
      const verify = () => new Webhook(vector.secret).verify(vector.body, { ...vector.headers });
      assert.equal(judged(vector, verify).is_valid, vector.is_valid);
    });

    it(`the single signature agrees: ${vector.name}`, () => {
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

  it("returns the event", () => {
    const event = verifyWebhook(vector.body, vector.headers, vector.secret, options);
    assert.deepEqual(event, JSON.parse(vector.body));
  });

  it("accepts a body of bytes, Fetch's headers, and header names in any case", () => {
    const upper = Object.fromEntries(
      Object.entries(vector.headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const headers of [new Headers(vector.headers), upper]) {
      assert.ok(verifyWebhook(Buffer.from(vector.body), headers, vector.secret, options));
    }
  });

  it("accepts several secrets if one of them matches", () => {
    const secrets = [`whsec_${Buffer.alloc(32).toString("base64")}`, vector.secret];
    assert.ok(verifyWebhook(vector.body, vector.headers, secrets, options));
  });

  it("refuses a parsed body, and explains how to get the raw one", () => {
    const parsed = JSON.parse(vector.body);
    for (const body of [parsed, undefined, null, 5]) {
      assert.throws(() => verifyWebhook(body, vector.headers, vector.secret, options), {
        name: "WebhookVerificationError",
        code: "parsed_body",
        message: /the body as it arrived.*express\.raw/,
      });
    }
    const { buffer, byteOffset, byteLength } = Buffer.from(vector.body);
    assert.ok(verifyWebhook(buffer.slice(byteOffset, byteOffset + byteLength), vector.headers, vector.secret, options));
  });

  it("refuses missing and malformed headers and secrets with a code", () => {
    const none: readonly never[] = [];
    const { "webhook-signature": _, ...unsigned } = vector.headers;
    const empty_object = JSON.parse("{}");
    const refused = (code: string, headers: WebhookHeaders, secret: string | readonly string[] = vector.secret) =>
      assert.throws(() => verifyWebhook(vector.body, headers, secret, options), {
        name: "WebhookVerificationError",
        code,
      });
    refused("missing_header", unsigned);
    refused("missing_header", empty_object.headers);
    refused("missing_header", { ...vector.headers, "webhook-signature": none });
    refused("missing_header", { ...vector.headers, "webhook-signature": empty_object.none });
    for (const signature of ["v1,é", "v1,", "v1", "\u{1f511}", ", ,", `v1,${"=".repeat(44)}`]) {
      refused("bad_signature", { ...vector.headers, "webhook-signature": signature });
    }
    refused("bad_timestamp", { ...vector.headers, "webhook-timestamp": "é" });
    assert.throws(() => verifyWebhook(vector.body, vector.headers, empty_object.secret, options), {
      code: "bad_secret",
    });
    refused("bad_secret", vector.headers, none);
    refused("bad_secret", vector.headers, [vector.secret, empty_object.next]);
  });

  it("refuses a malformed secret, and a signed body that is not an event", () => {
    assert.throws(() => verifyWebhook(vector.body, vector.headers, "secret", options), { code: "bad_secret" });
    const body = "[]";
    const [id, at] = [vector.headers["webhook-id"], String(vector.now)];
    const key = Buffer.from(vector.secret.slice("whsec_".length), "base64");
    const signature = `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
    const headers = { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature };
    assert.throws(() => verifyWebhook(body, headers, vector.secret, options), { code: "bad_body" });
  });
});
