import { emptySql, inScope, type Sql, sql } from "#db/tx.ts";
import { isId } from "#kernel/ids.ts";
import { asciiDigits, normalizeLine, normalizePhoneNumber } from "#kernel/normalize-text.ts";
import { digitsOf } from "#kernel/phone.ts";
import type { Scope } from "#kernel/scope.ts";

/** The interpretations of a search text: a row that matches one of them is found. */
export interface SearchQuery {
  /** The text to find in a field. PostgreSQL normalizes it as it normalizes the rows (`kolo_search_form`). */
  readonly text: string;
  /** Phone numbers or parts of one, digits only, in the forms in which they may be stored. */
  readonly numbers: readonly string[];
  /** Amounts in minor units. */
  readonly amounts: readonly bigint[];
  /** An id, or a provider's reference of the order; null for a text that cannot be one. */
  readonly reference: string | null;
  /** Whether the text is long enough for the beginning of a provider's reference. */
  readonly is_beginning: boolean;
}

/**
 * The shortest beginning of a provider's reference that finds its record, in characters. Consecutive references share
 * shorter beginnings.
 */
export const REFERENCE_BEGINNING_MIN = 6;

const REFERENCE = /^[!-~]{6,128}$/;
// The last 20 characters of an attempt's id. Orange receives them as its order id.
const SHORT_ID = /^[0-9a-z]{20}$/;
// The dialling prefix of a number: `00` before a country code, or `0` before a national number. It counts only if
// enough digits follow.
const DIALLING_PREFIX = /^(?:00(?=[1-9]\d{2})|0(?=[1-9]\d{5}))/;
const CURRENCY_SIGN = "(?:[A-Z]{3}|FCFA|F\\.? ?CFA|F|€|\\$|£)?";
const AMOUNT_PATTERN = new RegExp(`^${CURRENCY_SIGN} ?([\\d., ']+?) ?${CURRENCY_SIGN}$`, "i");
const WHOLE_AMOUNT = /^(?:\d{1,15}|\d{1,3}(?:[ ,.']\d{3}){1,4})$/;
const AMOUNT_WITH_CENTS = /^(\d{1,13}|\d{1,3}(?:[ ,.']\d{3}){1,4})[.,](\d{2})$/;

export function parseSearchQuery(search: string): SearchQuery {
  const line = normalizeLine(search);
  return {
    text: line,
    numbers: numbersIn(search),
    amounts: amountsIn(asciiDigits(line.normalize("NFKC"))),
    reference: REFERENCE.test(line) ? line : null,
    is_beginning: line.replaceAll(" ", "").length >= REFERENCE_BEGINNING_MIN,
  };
}

/** The condition that a row with the columns `id`, `text`, `phones` and `amount` matches the search. */
export function matchCondition(scope: Scope, query: SearchQuery): Sql {
  const { text, numbers, amounts, reference } = query;
  return sql`(
    ${textCondition(query, sql`(select kolo_search_form(${text}))`)}
    ${numbers.length === 0 ? emptySql : sql`or ${numberCondition(numbers)}`}
    ${amounts.length === 0 ? emptySql : sql`or ${amountCondition(amounts)}`}
    ${reference === null ? emptySql : sql`or ${referenceCondition(scope, reference)}`})`;
}

/**
 * The condition that the text is a part of the row's own fields, or the beginning of a provider's reference. In the
 * column `text` each reference follows the character 30, after all fields.
 */
export function textCondition({ is_beginning }: SearchQuery, form: Sql): Sql {
  // `split_part` makes a copy of the text, so `strpos` comes first.
  return sql`(
    strpos(text, ${form}) > 0
    and (
      strpos(split_part(text, chr(30), 1), ${form}) > 0
      ${is_beginning ? sql`or strpos(text, chr(30) || ${form}) > 0` : emptySql}
    ))`;
}

export function numberCondition(numbers: readonly string[]): Sql {
  return numbers.map((digits) => sql`phones like ${`%${digits}%`}`).reduce((one, other) => sql`(${one} or ${other})`);
}

export function amountCondition(amounts: readonly bigint[]): Sql {
  return sql`amount = any(${amounts}::bigint[])`;
}

/** The sandbox's reference is `sbx-` and the rest of the attempt's id. */
export function referenceCondition(scope: Scope, reference: string): Sql {
  const attempt = reference.replace(/^sbx-/, "att_");
  return sql`id = any(array(
    select ${reference}
    union all
    select subject from attempts where ${inScope(scope)} and provider_id = ${reference} and provider_account is not null
    ${isId("att", attempt) ? sql`union all select subject from attempts where ${inScope(scope)} and id = ${attempt}` : emptySql}
    ${
      SHORT_ID.test(reference)
        ? sql`union all
          select subject from attempts where ${inScope(scope)} and right(id, 20) = ${reference} and provider_account is not null`
        : emptySql
    }))`;
}

function numbersIn(search: string): readonly string[] {
  const number = normalizePhoneNumber(search);
  if (!/^\+?\d+$/.test(number)) return [];
  const digits = digitsOf(number);
  return [...new Set([digits, digits.replace(DIALLING_PREFIX, "")])];
}

/** The amounts, in minor units, that a text such as `1500`, `1 500 FCFA`, `XAF 1,500` or `15.00` may mean. */
function amountsIn(line: string): readonly bigint[] {
  const [, amount = ""] = AMOUNT_PATTERN.exec(line) ?? [];
  if (WHOLE_AMOUNT.test(amount)) return [BigInt(digitsOf(amount))];
  const [, units, cents] = AMOUNT_WITH_CENTS.exec(amount) ?? [];
  if (units === undefined || cents === undefined) return [];
  const in_cents = BigInt(digitsOf(units) + cents);
  // Francs have no minor unit: for them `1500.00` is 1500.
  return cents === "00" ? [in_cents, BigInt(digitsOf(units))] : [in_cents];
}
