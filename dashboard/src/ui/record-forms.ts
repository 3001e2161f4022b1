import { hasCents, parseTypedAmount } from "@kolo/ui/format-money.ts";
import type { NewSplit } from "#app/api-types.ts";
import { FORM_INPUTS } from "#app/fields.ts";
import type { FormMessages } from "#i18n/form-messages.ts";

/** The typed values by field. */
export type RecordDraft = Readonly<Record<string, string>>;

type FieldName = keyof FormMessages["fields"];

const AMOUNT_FIELDS = ["amount", "max_amount_collected"] as const;
const NUMBER_FIELDS = [...AMOUNT_FIELDS, "max_payments"] as const;
type NumberField = (typeof NUMBER_FIELDS)[number];

export function isNumberField(field: string): field is NumberField {
  return NUMBER_FIELDS.some((one) => one === field);
}

export function isAmountField(field: string): boolean {
  return AMOUNT_FIELDS.some((one) => one === field);
}

/** The fields of a form as a request body, with amounts and counts as numbers. */
export type RecordBody = { readonly [Field in NumberField]?: number } & {
  readonly [Field in Exclude<FieldName, NumberField> | "currency" | "country"]?: string;
} & { readonly split?: NewSplit };

/** The stored record that a form changes. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** A stored field as text; "" if it is absent or not a string. */
export function storedText(record: StoredRecord | null, field: string): string {
  const value = record?.[field];
  return typeof value === "string" ? value : "";
}

/** The definition of a record's form: its fields, and which are required. */
export interface RecordForm {
  readonly page: "payments" | "payment-links" | "beneficiaries" | "customers" | "withdrawal-accounts";
  readonly label: "payment" | "link" | "beneficiary" | "customer" | "withdrawal_account";
  /** The ways in which the record's holder can be paid; empty for a record without an account. */
  readonly types: readonly ("mobile_money" | "bank_account" | "cash_pickup")[];
  readonly fields: readonly FieldName[];
  /** At least one of these fields is required; the first one shows the error. */
  readonly one_of: readonly FieldName[];
  readonly needed: readonly FieldName[];
  readonly helps: Readonly<Partial<Record<FieldName, keyof FormMessages["helps"]>>>;
  /** Whether the request contains the business's currency. */
  readonly has_currency: boolean;
  /** Whether a new record may have parts for linked merchants. */
  readonly has_split: boolean;
}

const FORM_DEFAULTS = {
  ...{ types: [], one_of: [], needed: [], helps: {}, has_currency: false, has_split: false },
} as const;

export const FORMS: readonly RecordForm[] = [
  {
    ...FORM_DEFAULTS,
    ...{ page: "payments", label: "payment", has_currency: true, has_split: true },
    fields: FORM_INPUTS.payments,
    needed: ["amount"],
    one_of: ["phone", "email"],
    helps: { phone: "payer" },
  },
  {
    ...FORM_DEFAULTS,
    ...{ page: "payment-links", label: "link", has_currency: true, has_split: true },
    fields: FORM_INPUTS["payment-links"],
    needed: ["name"],
    helps: {
      ...{ amount: "amount_link", name: "name_link" },
      ...{ max_payments: "max_payments", max_amount_collected: "max_amount_collected" },
    },
  },
  {
    ...FORM_DEFAULTS,
    ...{ page: "beneficiaries", label: "beneficiary", has_currency: true },
    types: ["mobile_money", "bank_account", "cash_pickup"],
    fields: FORM_INPUTS.beneficiaries,
    needed: ["type", "name", "phone", "account_number", "bank_code"],
    helps: { phone: "phone" },
  },
  {
    ...FORM_DEFAULTS,
    ...{ page: "withdrawal-accounts", label: "withdrawal_account", has_currency: true },
    types: ["mobile_money", "bank_account"],
    fields: FORM_INPUTS["withdrawal-accounts"],
    needed: ["type", "name", "phone", "account_number", "bank_code"],
    helps: { name: "name_account", phone: "phone" },
  },
  {
    ...FORM_DEFAULTS,
    ...{ page: "customers", label: "customer" },
    fields: FORM_INPUTS.customers,
    needed: ["name"],
    one_of: ["phone", "email"],
    helps: { phone: "phone" },
  },
];

// Fields that cannot change after creation (interface 4.3).
const FIXED_FIELDS: readonly FieldName[] = ["type", "country", "currency"];

/** The visible fields: a bank account has no phone number, and fields that cannot change are hidden. */
export function fieldsOf(form: RecordForm, draft: RecordDraft, is_new: boolean): readonly FieldName[] {
  const is_bank = draft.type === "bank_account";
  return form.fields.filter((field) => {
    if (!is_new && FIXED_FIELDS.includes(field)) return false;
    if (form.types.length === 0) return true;
    if (field === "phone") return !is_bank;
    return is_bank || (field !== "account_number" && field !== "bank_code");
  });
}

/** Whether the service masked the account number except its last digits. */
export function isMasked(number: string): boolean {
  return number.startsWith("…");
}

/**
 * Validates required fields and amounts; returns error messages by field. `before` is the stored record, null for a new
 * one.
 */
export function validateDraft(
  form: RecordForm,
  draft: RecordDraft,
  before: StoredRecord | null,
  messages: Pick<FormMessages, "needed" | "one_of" | "stays" | "whole" | "count">,
  currency: string,
): Readonly<Record<string, string>> {
  const fields = fieldsOf(form, draft, before === null);
  const is_empty = (field: string): boolean => (draft[field] ?? "").trim() === "";
  const is_masked = (field: string): boolean => before !== null && isMasked(storedText(before, field));
  const required = fields.filter((field) => form.needed.includes(field) && !is_masked(field));
  // The service treats an empty text as no value (interface-decisions 2), and keeps fields that a request omits.
  const cleared =
    before === null
      ? []
      : fields.filter((field) => is_empty(field) && storedText(before, field) !== "" && !is_masked(field));
  const [first] = form.one_of;
  return {
    ...(first !== undefined && form.one_of.every(is_empty) ? { [first]: messages.one_of } : {}),
    ...Object.fromEntries(cleared.map((field) => [field, messages.stays])),
    ...Object.fromEntries(required.filter(is_empty).map((field) => [field, messages.needed])),
    ...Object.fromEntries(
      fields
        .filter((field) => isAmountField(field) && hasCents(draft[field] ?? "", currency))
        .map((field) => [field, messages.whole]),
    ),
    ...(is_empty("max_payments") || /^[1-9]\d{0,9}$/.test((draft.max_payments ?? "").trim())
      ? {}
      : { max_payments: messages.count }),
  };
}

/**
 * The body of the request: the typed values. Empty texts are omitted, so they keep their stored value; a stored number
 * whose field was emptied is removed with 0.
 */
export function bodyOf(
  form: RecordForm,
  draft: RecordDraft,
  business: { readonly currency: string; readonly country: string },
  is_new: boolean,
): RecordBody {
  const typed = fieldsOf(form, draft, is_new).map((field) => [field, (draft[field] ?? "").trim()] as const);
  const sent = typed.filter(([field, text]) => text !== "" || (!is_new && isNumberField(field)));
  const numberOf = (field: string, text: string): number =>
    isAmountField(field) ? Number(parseTypedAmount(text, business.currency) ?? 0n) : Number(text);
  return {
    ...Object.fromEntries(sent.filter(([field]) => !isNumberField(field))),
    ...Object.fromEntries(
      sent.flatMap(([field, text]) => (isNumberField(field) ? [[field, numberOf(field, text)]] : [])),
    ),
    ...(is_new && form.has_currency ? { currency: business.currency } : {}),
    ...(is_new && form.types.length > 0 ? { country: business.country } : {}),
  };
}

/** The initial values of a form. A masked number starts as an empty field, which keeps the stored value. */
export function draftOf(
  form: RecordForm,
  before: StoredRecord | null,
  amountText: (amount: bigint) => string = String,
): RecordDraft {
  if (before === null) return { type: "mobile_money" };
  const editable = (field: string): string => {
    const number = before[field];
    if (typeof number === "number") return isAmountField(field) ? amountText(BigInt(number)) : String(number);
    return isMasked(storedText(before, field)) ? "" : storedText(before, field);
  };
  return Object.fromEntries([...form.fields, "type"].map((field) => [field, editable(field)]));
}
