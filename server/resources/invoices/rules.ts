import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { asAmount, asRecord } from "#kernel/fields.ts";
import { futureError, momentErrors } from "#kernel/moments.ts";
import type { Environment } from "#kernel/scope.ts";
import { DAY_MS, type Instant, plus, readMoment } from "#kernel/time.ts";
import { amountLimitError } from "#providers/channels.ts";
import type { AmountLimits } from "#resources/payments/rules.ts";
import { DUE_DAYS_MAX, type InvoiceRow, type InvoiceStatus } from "./schema.ts";

/** A part of an invoice with its due date. */
export interface DuePart {
  readonly amount: bigint;
  readonly due_at: Instant;
}

/** The sums of an invoice's payments. */
export interface PaidSums {
  readonly amount_paid: bigint;
  readonly amount_reserved: bigint;
}

/** Field errors of a body that the request alone shows: its parts and due dates do not fit together. */
export function validateParts(body: unknown): FieldErrors {
  const { amount, due_at, instalments, minimum_part } = asRecord(body);
  const total = asAmount(amount);
  const minimum = asAmount(minimum_part);
  const parts = Array.isArray(instalments) ? instalments.map(asRecord) : null;
  return {
    ...momentErrors("due_at", due_at),
    ...Object.assign(
      {},
      ...(parts ?? []).map((part, index) => momentErrors(`instalments.${index}.due_at`, part.due_at)),
    ),
    ...(parts === null ? {} : sumErrors(parts, total)),
    ...(parts === null && due_at === undefined ? { due_at: [fieldError("required", "This field is required")] } : {}),
    ...(parts !== null && due_at !== undefined
      ? { due_at: [fieldError("due_at_of_instalments", "Leave it out: each instalment has its own due date")] }
      : {}),
    ...(total !== null && minimum !== null && minimum > total
      ? { minimum_part: [fieldError("too_large", `Enter at most ${total}`, { maximum: Number(total) })] }
      : {}),
  };
}

/** Instalments that do not add up to the amount, or are not in the order of their due dates. */
function sumErrors(parts: readonly Readonly<Record<string, unknown>>[], total: bigint | null): FieldErrors {
  const amounts = parts.map((part) => asAmount(part.amount));
  let sum = 0n;
  for (const amount of amounts) sum += amount ?? 0n;
  if (total !== null && !amounts.includes(null) && sum !== total) {
    const message = `The instalments add up to ${sum}: they must add up to the amount, ${total}`;
    return { instalments: [fieldError("instalments_sum", message, { required: Number(total) })] };
  }
  const due = parts.map((part) => (typeof part.due_at === "string" ? readMoment(part.due_at) : null));
  const index = due.findIndex((at, position) => isBefore(at, due[position - 1] ?? null));
  if (index < 0) return {};
  return {
    [`instalments.${index}.due_at`]: [fieldError("instalments_order", "It must be due after the instalment before it")],
  };
}

function isBefore(at: Instant | null, earlier: Instant | null): boolean {
  return at !== null && earlier !== null && at <= earlier;
}

/** Field errors of due dates that are not in the future, or too far ahead. */
export function validateDueDates(parts: readonly DuePart[], has_instalments: boolean, now: Instant): FieldErrors {
  const errors = parts.flatMap(({ due_at }, index): [string, FieldErrors[string]][] => {
    const name = has_instalments ? `instalments.${index}.due_at` : "due_at";
    if (due_at <= now) return [[name, [fieldError("due_in_past", "Enter a moment in the future")]]];
    const error = futureError(due_at, now, DUE_DAYS_MAX);
    return error ? [[name, [error]]] : [];
  });
  return Object.fromEntries(errors);
}

/**
 * Field errors of parts that no channel takes. Each instalment, or the smallest part, must be payable; with free parts
 * the amount may exceed what one payment takes.
 */
export function validatePartLimits(
  parts: readonly DuePart[],
  { has_instalments, minimum_part }: { readonly has_instalments: boolean; readonly minimum_part: bigint | null },
  { minimum, maximum }: AmountLimits,
  currency: string,
): FieldErrors {
  const message = `Enter an amount from ${minimum} to ${maximum} ${currency}`;
  const errorsOf = (name: string, amount: bigint): [string, FieldErrors[string]][] =>
    amount >= minimum && amount <= maximum
      ? []
      : [[name, [amountLimitError(amount, { minimum, maximum, currency }, message)]]];
  if (minimum_part !== null) return Object.fromEntries(errorsOf("minimum_part", minimum_part));
  return Object.fromEntries(
    parts.flatMap(({ amount }, index) => errorsOf(has_instalments ? `instalments.${index}.amount` : "amount", amount)),
  );
}

/** Fills the parts in order with a sum, and returns the filled amount of each. */
export function fillParts(parts: readonly DuePart[], sum: bigint): readonly bigint[] {
  let left = sum;
  return parts.map(({ amount }) => {
    const filled = left < amount ? left : amount;
    left -= filled;
    return filled;
  });
}

export type InvoiceProgress = Pick<InvoiceRow, "status" | "amount_overdue" | "next_due_at" | "next_reminder_at">;

/** Returns the state of an invoice that follows from its payments and the time. A canceled invoice stays canceled. */
export function progressOf(
  {
    amount,
    status,
    reminders,
    next_reminder_at,
  }: Pick<InvoiceRow, "amount" | "status" | "reminders" | "next_reminder_at">,
  parts: readonly DuePart[],
  { amount_paid }: PaidSums,
  now: Instant,
): InvoiceProgress {
  if (status === "canceled") return { status, amount_overdue: 0n, next_due_at: null, next_reminder_at: null };
  let due = 0n;
  for (const part of parts) if (part.due_at <= now) due += part.amount;
  const amount_overdue = due > amount_paid ? due - amount_paid : 0n;
  return {
    status: statusOf(amount, amount_paid, amount_overdue),
    amount_overdue,
    next_due_at: parts.find(({ due_at }) => due_at > now)?.due_at ?? null,
    next_reminder_at:
      amount_paid >= amount
        ? null
        : isDue(next_reminder_at, now)
          ? next_reminder_at
          : nextReminder(parts, reminders, now),
  };
}

/** A due reminder stays until the job that sends it, whatever changes the invoice before. */
export function isDue(at: Instant | null, now: Instant): boolean {
  return at !== null && at <= now;
}

/** The moment of the next reminder of any part, whether that part is paid or not; null after the last one. */
export function nextReminder(parts: readonly DuePart[], reminders: readonly number[], now: Instant): Instant | null {
  return remindersOf(parts, reminders).find(({ at }) => at > now)?.at ?? null;
}

/** A reminder of the sum that is due with a part. */
export interface DueReminder {
  readonly days: number;
  readonly due_at: Instant;
  /** The unpaid amount of this part and those before it. */
  readonly amount: bigint;
}

/**
 * The reminder that is due. Of several it is the latest, so that a payer gets one mail after an outage. Null if every
 * part with a due reminder is paid, or is being paid.
 */
export function dueReminder(
  { reminders, next_reminder_at }: Pick<InvoiceRow, "reminders" | "next_reminder_at">,
  parts: readonly DuePart[],
  { amount_paid, amount_reserved }: PaidSums,
  now: Instant,
): DueReminder | null {
  if (next_reminder_at === null) return null;
  const covered = amount_paid + amount_reserved;
  const found = remindersOf(parts, reminders).findLast(
    ({ at, sum }) => at >= next_reminder_at && at <= now && sum > covered,
  );
  return found ? { days: found.days, due_at: found.due_at, amount: found.sum - covered } : null;
}

/**
 * Whether reminders are sent to the customer of an invoice: not to one who is blocked or deleted. Such a customer
 * cannot pay, and the merchant's own messages would reach a person who must get none.
 */
export function isReminded(customer: { readonly blocked_at: Instant | null } | null): boolean {
  return customer !== null && customer.blocked_at === null;
}

/**
 * The address for the mail of a reminder; null without one. In the test environment it is the merchant's, because a test
 * customer's address may be a real person's.
 */
export function reminderRecipient(
  environment: Environment,
  customer: { readonly email: string | null },
  merchant: { readonly email: string },
): string | null {
  if (customer.email === null) return null;
  return environment === "live" ? customer.email : merchant.email;
}

/** Every reminder, in the order of time, with the sum of the parts that are due by its due date. */
function remindersOf(parts: readonly DuePart[], reminders: readonly number[]) {
  let sum = 0n;
  return parts
    .flatMap(({ amount, due_at }) => {
      sum += amount;
      const total = sum;
      return reminders.map((days) => ({ days, due_at, sum: total, at: plus(due_at, days * DAY_MS) }));
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function statusOf(amount: bigint, amount_paid: bigint, amount_overdue: bigint): InvoiceStatus {
  if (amount_paid >= amount) return "paid";
  if (amount_overdue > 0n) return "overdue";
  return amount_paid > 0n ? "partly_paid" : "open";
}

/** The amounts that a payer may pay now: some exact ones and, if the invoice allows free parts, a range. */
export interface PayableParts {
  /** The part that is due next, or the nearest one that may be paid; null if nothing is left. */
  readonly next: bigint | null;
  /** Whole instalments from the next on, and all that is left, each payable by itself. Ascending. */
  readonly amounts: readonly bigint[];
  /** Null if the invoice takes no free parts. */
  readonly range: AmountLimits | null;
}

/** Returns what may be paid of an invoice, beside what is paid already or reserved by payments under way. */
export function payableParts(
  { amount, minimum_part, status }: Pick<InvoiceRow, "amount" | "minimum_part" | "status">,
  parts: readonly DuePart[],
  { amount_paid, amount_reserved }: PaidSums,
  limits: AmountLimits,
): PayableParts {
  const covered = amount_paid + amount_reserved;
  const rest = amount - covered;
  if (status === "canceled" || rest <= 0n) return { next: null, amounts: [], range: null };
  let sum = 0n;
  const steps: bigint[] = [];
  for (const part of parts) {
    sum += part.amount;
    if (sum > covered) steps.push(sum - covered);
  }
  const amounts = steps.filter(
    (step) => step >= limits.minimum && step <= limits.maximum && leavesPayableRest(step, rest, limits),
  );
  const range = minimum_part === null ? null : rangeOf(rest, minimum_part, limits);
  const [first = rest] = steps;
  const nearest = range === null ? first : clamp(first, range);
  const next = [first, nearest, rest, rest - limits.minimum, ...amounts].find((part) =>
    isPayablePart(part, { amounts, range }, rest, limits),
  );
  return { next: next ?? first, amounts, range };
}

function clamp(part: bigint, { minimum, maximum }: AmountLimits): bigint {
  if (part < minimum) return minimum;
  return part > maximum ? maximum : part;
}

/** The smallest and the largest free part of a rest; null if only the whole rest can be paid. */
function rangeOf(rest: bigint, minimum_part: bigint, limits: AmountLimits): AmountLimits | null {
  const maximum = rest < limits.maximum ? rest : limits.maximum;
  return minimum_part <= maximum ? { minimum: minimum_part, maximum } : null;
}

/** Whether a part may be paid. */
export function isPayablePart(
  part: bigint,
  { amounts, range }: Pick<PayableParts, "amounts" | "range">,
  rest: bigint,
  limits: AmountLimits,
): boolean {
  if (amounts.includes(part)) return true;
  if (range === null || part < range.minimum || part > range.maximum) return false;
  return leavesPayableRest(part, rest, limits);
}

/** A rest that no channel takes would leave the invoice unpaid for ever. */
function leavesPayableRest(part: bigint, rest: bigint, { minimum }: AmountLimits): boolean {
  return part === rest || rest - part >= minimum;
}
