import type { Language } from "@kolo/ui/format-money.ts";
import { reasonText } from "./reason-texts.ts";

/** Why the service refused a field or a request. */
export interface Refusal {
  readonly reason: string;
  readonly params: object;
  /** The service's own text, in English. It is shown for a reason without a text here. */
  readonly message: string;
}

/** The refusal of a request, from its body. */
export function requestRefusal(body: object): Refusal {
  return toRefusal(at(body, "reason"), at(body, "reason_params"), at(body, "message"));
}

/** The refusals of each field, from `errors` and `field_reasons` of a response. */
export function fieldRefusals(body: object): Readonly<Record<string, readonly Refusal[]>> {
  const reasons = at(body, "field_reasons");
  return Object.fromEntries(
    Object.entries(objectOf(at(body, "errors"))).map(([field, messages]) => [
      field,
      listOf(messages).map((message, index) => {
        const refusal = objectOf(listOf(at(objectOf(reasons), field))[index]);
        return toRefusal(at(refusal, "reason"), at(refusal, "params"), message);
      }),
    ]),
  );
}

/** The first refusal of each field, in the reader's language. */
export function fieldTexts(body: object, language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldRefusals(body)).flatMap(([field, [first]]) =>
      first ? [[field, refusalText(first, language)]] : [],
    ),
  );
}

export function refusalText({ reason, params, message }: Refusal, language: Language): string {
  return reasonText(reason, params, language) ?? message;
}

function toRefusal(reason: unknown, params: unknown, message: unknown): Refusal {
  return { reason: textOf(reason), params: objectOf(params), message: textOf(message) };
}

function at(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
