import { createHmac } from "node:crypto";
import { equalBuffers } from "#kernel/secrets.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";

// No source says how long Wave's signatures are valid: five minutes are usual.
const TOLERANCE_MS = 5 * MINUTE_MS;
// Wave sends one signature per secret; during a change of the secret there are two.
const SIGNATURES_MAX = 5;

/** The value of the header `Wave-Signature` for a body; of a request without one, the body is empty. */
export function signatureHeader(secret: string, body: string, now_ms: number): string {
  const time = String(Math.floor(now_ms / SECOND_MS));
  return `t=${time},v1=${signatureOf(secret, time, body)}`;
}

/** Whether the holder of this secret has signed the body, within the last minutes. */
export function isSignedBy(header: string, body: string, secret: string, now_ms: number): boolean {
  const parts = header.split(",").map((part) => part.trim());
  const time = parts.find((part) => part.startsWith("t="))?.slice(2) ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(now_ms - Number(time) * SECOND_MS) > TOLERANCE_MS) return false;
  const expected = signatureOf(secret, time, body);
  return parts
    .filter((part) => part.startsWith("v1="))
    .slice(0, SIGNATURES_MAX)
    .some((part) => equalBuffers(Buffer.from(part.slice(3)), Buffer.from(expected)));
}

function signatureOf(secret: string, time: string, body: string): string {
  return createHmac("sha256", secret).update(`${time}${body}`).digest("hex");
}
