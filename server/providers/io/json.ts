import { fromMajor } from "#kernel/money.ts";

/** The JSON of an answer; undefined for a body that is not JSON: the page of a firewall, for example. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a body; null for any other body. */
export function parseObject(body: string): JsonObject | null {
  const parsed = jsonOf(body);
  return isRecord(parsed) ? parsed : null;
}

/** A text or a number as a text; null for an empty text and for any other value. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Stands for an unreadable amount, or one in another currency. It matches no order, so the attempt goes to a manual
 * review.
 */
export const UNREADABLE_AMOUNT = -1n;

/** An amount in major units, in the smallest unit. */
export function amountFrom(value: unknown, currency: string): bigint {
  return fromMajor(textOf(value) ?? "", currency) ?? UNREADABLE_AMOUNT;
}
