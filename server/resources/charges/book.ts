import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { charge, correctCharge, type LedgerCharge } from "#ledger/ledger.ts";
import type { AttemptKind, Ending, ReportedCharge } from "#providers/attempts.ts";
import { bandFor, expectedCharge, NO_CHARGE, splitCharge } from "./rules.ts";
import type { Charge, ChargeBandRow, ChargeRow } from "./schema.ts";
import { findBands, findCharges, insertCharges, type OrderAccount } from "./store.ts";

/** The facts about an order that determine its charge. */
interface OrderTerms extends OrderAccount {
  readonly kind: AttemptKind;
  readonly channel: string;
  readonly amount: bigint;
}

/** An attempt whose charge is booked. */
export interface ChargedAttempt extends Scope, OrderTerms {
  readonly environment: Scope["environment"];
  readonly id: string;
  readonly currency: string;
}

/** A charge that somebody else than the schedule names. */
export interface KnownCharge extends Pick<ChargeRow, "source" | "statement" | "note"> {
  readonly attempt: ChargedAttempt;
  readonly reported: ReportedCharge;
}

/**
 * Books the charges of completed orders: what the account's schedule expects, then the difference to what the provider's
 * answer reports. An order whose charge is known already, from a statement, keeps that one. The attempts may belong to
 * several merchants.
 */
export async function bookCharges(tx: Tx, endings: readonly Ending[]): Promise<void> {
  const complete = endings.filter(({ result }) => result === "complete");
  if (complete.length === 0) return;
  const bandsOf = await loadBands(
    tx,
    complete.map(({ attempt }) => attempt),
  );
  const expected = complete.flatMap(({ attempt }) => {
    const band = bandFor(attempt.amount, bandsOf(attempt), attempt.channel);
    const amounts = expectedCharge(attempt.amount, band);
    return isNone(amounts) ? [] : [{ attempt, amounts }];
  });
  const reported = complete.flatMap(({ attempt, charge: of_answer }) =>
    of_answer ? [{ attempt, reported: of_answer, source: "provider", statement: null, note: null } as const] : [],
  );
  if (expected.length > 0) {
    const known = new Set((await loadCharges(tx, expected)).keys());
    const rows: ChargeRow[] = [];
    const postings: LedgerCharge[] = [];
    for (const { attempt, amounts } of expected) {
      if (known.has(attempt.id)) continue;
      const row = chargeRow(tx, attempt, 1, amounts, { source: "schedule", statement: null, note: null });
      rows.push(row);
      postings.push(postingOf(row, attempt, NO_CHARGE));
    }
    if (rows.length > 0) await insertCharges(tx, rows);
    charge(tx, postings);
  }
  await bookKnownCharges(tx, reported);
}

/**
 * Sets the charges of orders to known ones, and books the difference to the charge so far. Returns the charges that
 * changed. An attempt may be in the set once.
 */
export async function bookKnownCharges(tx: Tx, charges: readonly KnownCharge[]): Promise<readonly ChargeRow[]> {
  if (charges.length === 0) return [];
  const bandsOf = await loadBands(
    tx,
    charges.map(({ attempt }) => attempt),
  );
  const before = await loadCharges(tx, charges);
  const rows: ChargeRow[] = [];
  const postings: LedgerCharge[] = [];
  for (const { attempt, reported, ...origin } of charges) {
    const last = before.get(attempt.id);
    const so_far = last ?? NO_CHARGE;
    const amounts = splitCharge(reported, so_far, bandFor(attempt.amount, bandsOf(attempt), attempt.channel));
    if (amounts.amount === so_far.amount && amounts.tax === so_far.tax) continue;
    const row = chargeRow(tx, attempt, (last?.sequence ?? 0) + 1, amounts, origin);
    rows.push(row);
    postings.push(postingOf(row, attempt, so_far));
  }
  if (rows.length > 0) await insertCharges(tx, rows);
  correctCharge(tx, postings);
  return rows;
}

/** Returns the charges and taxes that the schedules expect for groups of equal orders. */
export async function sumExpectedCharges(
  tx: Tx,
  groups: readonly (OrderTerms & { readonly orders: bigint })[],
): Promise<bigint> {
  if (groups.length === 0) return 0n;
  const bandsOf = await loadBands(tx, groups);
  let sum = 0n;
  for (const group of groups) {
    const { amount, tax } = expectedCharge(group.amount, bandFor(group.amount, bandsOf(group), group.channel));
    sum += (amount + tax) * group.orders;
  }
  return sum;
}

type BandsOfAttempt = (attempt: OrderTerms) => readonly ChargeBandRow[];

async function loadBands(tx: Tx, attempts: readonly OrderTerms[]): Promise<BandsOfAttempt> {
  const accounts = new Map<string, OrderAccount>(
    attempts.map(({ provider, environment, provider_account }) => [
      `${provider} ${environment} ${provider_account}`,
      { provider, environment, provider_account },
    ]),
  );
  const bands = await findBands(tx, [...accounts.values()]);
  return ({ provider, environment, provider_account, kind }) =>
    bands.filter(
      (band) =>
        band.provider === provider &&
        band.environment === environment &&
        band.provider_account === provider_account &&
        band.kind === kind,
    );
}

async function loadCharges(
  tx: Tx,
  charges: readonly { readonly attempt: ChargedAttempt }[],
): Promise<ReadonlyMap<string, ChargeRow>> {
  const keys = charges.map(({ attempt: { merchant, environment, id } }) => ({ merchant, environment, attempt: id }));
  return new Map((await findCharges(tx, keys)).map((row) => [row.attempt, row]));
}

function chargeRow(
  { now }: Pick<Tx, "now">,
  { merchant, environment, id, currency }: ChargedAttempt,
  sequence: number,
  { amount, tax }: Charge,
  { source, statement, note }: Pick<ChargeRow, "source" | "statement" | "note">,
): ChargeRow {
  return {
    ...{ merchant, environment, id: newId("chg", now), attempt: id, sequence, currency, amount, tax },
    ...{ source, statement, note, created_at: now },
  };
}

function postingOf(row: ChargeRow, { provider }: ChargedAttempt, before: Charge): LedgerCharge {
  const { merchant, environment, currency, id } = row;
  return {
    ...{ merchant, environment, currency, subject: id, provider },
    ...{ charge: row.amount - before.amount, tax: row.tax - before.tax },
  };
}

function isNone({ amount, tax }: Charge): boolean {
  return amount === 0n && tax === 0n;
}
