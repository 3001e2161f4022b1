import { parseTypedAmount } from "@kolo/ui/format-money.ts";
import type { NewInvoice } from "#app/api-types.ts";
import { instantInZone } from "#ui/instant-in-zone.ts";

/** The service's limit of instalments (`INSTALMENTS_MAX`). */
export const PARTS_MAX = 36;

/** A due date is the end of its day: the last minute, so that no page shows the day after. */
const END_OF_DAY = "23:59";

export interface PartDraft {
  readonly amount: string;
  /** The due day, such as `2027-03-31`. */
  readonly day: string;
}

/** The reminders that the form offers, in days from a due date. */
export const REMINDER_DAYS = [-3, 0, 7] as const;

/** The input of an invoice's form. */
export interface InvoiceDraft {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly description: string;
  readonly reference: string;
  readonly parts: readonly PartDraft[];
  readonly takes_any_part: boolean;
  readonly minimum_part: string;
  readonly reminders: readonly number[];
  /** "" for both languages. */
  readonly language: "" | "en" | "fr";
}

export const NEW_PART: PartDraft = { amount: "", day: "" };

export const NEW_INVOICE: InvoiceDraft = {
  ...{ name: "", phone: "", email: "", description: "", reference: "", parts: [NEW_PART] },
  ...{ takes_any_part: false, minimum_part: "", reminders: REMINDER_DAYS, language: "" },
};

/** The name of a field of a part, as the service names it in errors: an invoice with one part has no instalments. */
export function partField(draft: InvoiceDraft, index: number, name: "amount" | "due_at"): string {
  return draft.parts.length === 1 ? name : `instalments.${index}.${name}`;
}

/** The sum of the parts that are typed so far. */
export function totalOf({ parts }: InvoiceDraft, currency: string): bigint {
  return parts.reduce((sum, { amount }) => sum + (parseTypedAmount(amount, currency) ?? 0n), 0n);
}

/** Returns error messages by field. */
export function validateInvoice(
  draft: InvoiceDraft,
  currency: string,
  messages: { readonly needed: string; readonly one_of: string; readonly whole: string },
): Readonly<Record<string, string>> {
  const isMissing = (amount: string): boolean => (parseTypedAmount(amount, currency) ?? 0n) === 0n;
  const errors = draft.parts.flatMap(({ amount, day }, index): (readonly [string, string])[] => [
    ...(amount.trim() === ""
      ? [[partField(draft, index, "amount"), messages.needed] as const]
      : isMissing(amount)
        ? [[partField(draft, index, "amount"), messages.whole] as const]
        : []),
    ...(day === "" ? [[partField(draft, index, "due_at"), messages.needed] as const] : []),
  ]);
  return {
    ...(draft.phone.trim() === "" && draft.email.trim() === "" ? { phone: messages.one_of } : {}),
    ...Object.fromEntries(errors),
    ...(draft.takes_any_part && isMissing(draft.minimum_part) ? { minimum_part: messages.whole } : {}),
  };
}

/** The body of the request. Empty fields are omitted. */
export function invoiceOf(
  draft: InvoiceDraft,
  { currency, time_zone }: { readonly currency: string; readonly time_zone: string },
): NewInvoice {
  const amountOf = (text: string): number => Number(parseTypedAmount(text, currency) ?? 0n);
  const parts = draft.parts.map(({ amount, day }) => ({
    ...{ amount: amountOf(amount), due_at: instantInZone(day, END_OF_DAY, time_zone) },
  }));
  const [first] = parts;
  const { name, phone, email, description, reference } = draft;
  const texts = Object.entries({ name, phone, email, description, reference })
    .map(([field, text]) => [field, text.trim()] as const)
    .filter(([, text]) => text !== "");
  return {
    ...{ amount: Number(totalOf(draft, currency)), currency },
    ...(parts.length === 1 && first ? { due_at: first.due_at } : { instalments: parts }),
    ...(draft.takes_any_part ? { minimum_part: amountOf(draft.minimum_part) } : {}),
    ...(draft.reminders.length === 0 ? {} : { reminders: draft.reminders }),
    ...(draft.language === "" ? {} : { language: draft.language }),
    ...Object.fromEntries(texts),
  };
}
