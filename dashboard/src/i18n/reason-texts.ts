import { formatDate } from "@kolo/ui/format-date.ts";
import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import type { ListParam, NumberParam, Reasons, TextParam } from "@kolo/ui/reasons.ts";
import { ENGLISH_REASONS } from "./english-reasons.ts";
import { FRENCH_REASONS } from "./french-reasons.ts";

/** Formats the parameters of a reason for a sentence. */
export interface ReasonValues<Name extends string> {
  text(name: Name & TextParam): string;
  number(name: Name & NumberParam): string;
  /** An amount in the currency of the parameter `currency`. */
  money(name: Name & NumberParam): string;
  /** A number with its noun: `one` is the singular, `other` the plural. */
  count(name: Name & NumberParam, one: string, other: string): string;
  /** A list such as `a, b or c`. */
  list(name: Name & ListParam): string;
  moment(name: Name & TextParam): string;
  country(name: Name & TextParam): string;
}

/** A text per reason. The compiler reports a missing text, and a parameter that a reason does not have. */
export type ReasonTexts = {
  readonly [R in keyof Reasons]: string | ((values: ReasonValues<Reasons[R]>) => string);
};

type ReasonText = string | ((values: ReasonValues<NumberParam | TextParam | ListParam>) => string);

const TEXTS: Readonly<Record<Language, Readonly<Record<string, ReasonText>>>> = {
  en: ENGLISH_REASONS,
  fr: FRENCH_REASONS,
};

/** The text of a reason; undefined for a reason of a newer service. */
export function reasonText(reason: string, params: object, language: Language): string | undefined {
  const text = Object.hasOwn(TEXTS[language], reason) ? TEXTS[language][reason] : undefined;
  return typeof text === "function" ? text(reasonValues(new Map(Object.entries(params)), language)) : text;
}

function reasonValues(
  params: ReadonlyMap<string, unknown>,
  language: Language,
): ReasonValues<NumberParam | TextParam | ListParam> {
  const textOf = (name: string): string => String(params.get(name) ?? "");
  const numberOf = (name: string): number => Number(params.get(name) ?? 0);
  const format = (number: number): string => number.toLocaleString(language);
  return {
    text: textOf,
    number: (name) => format(numberOf(name)),
    money: (name) => formatMoney(BigInt(numberOf(name)), textOf("currency"), language),
    count: (name, one, other) => {
      const is_one = new Intl.PluralRules(language).select(numberOf(name)) === "one";
      return `${format(numberOf(name))} ${is_one ? one : other}`;
    },
    list: (name) => {
      const items = params.get(name);
      const texts = Array.isArray(items) ? items.map(String) : [];
      return new Intl.ListFormat(language, { type: "disjunction" }).format(texts);
    },
    moment: (name) => {
      const at_ms = Date.parse(textOf(name));
      return Number.isNaN(at_ms) ? "" : formatDate(at_ms, language, { dateStyle: "medium", timeStyle: "short" });
    },
    country: (name) => {
      const code = textOf(name);
      return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code) : code;
    },
  };
}
