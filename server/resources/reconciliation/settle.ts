import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { available, correct } from "#ledger/ledger.ts";
import { recordAct } from "#resources/acts/record.ts";
import type { LineRow, Settlement, StatementRow } from "./schema.ts";
import { closeLine, findBooked, findStatement, lockLine } from "./store.ts";

export interface Decision {
  readonly resolution: Settlement;
  readonly note: string;
  readonly actor: string;
  /** In whose books: needed for what is on the provider's statement alone. */
  readonly merchant: Id<"mer"> | null;
}

/**
 * Books the difference between a statement and our books: on the merchant (`correct`), on the house (`absorb`) or not at
 * all (`ignore`). Written to the merchant's log of privileged acts; what concerns no merchant to the operators'. Throws
 * `not_found`, `invalid`, `insufficient_funds`.
 */
export async function settleException(tx: Tx, id: string, decision: Decision): Promise<LineRow> {
  const line = await lockLine(tx, id);
  if (!line) throw new ServiceError("not_found", `There is no line ${id}`);
  if (line.exception === null) throw invalid("id", "Statement and books agree about it");
  if (line.resolution !== null) throw invalid("id", `It was resolved by ${line.resolved_by}: ${line.resolution}`);
  if (decision.note.trim() === "") throw invalid("reason", "Say why");
  const statement = await findStatement(tx, line.statement);
  if (!statement) throw new ServiceError("not_found", `There is no statement ${line.statement}`);
  const merchant = line.merchant ?? decision.merchant;
  const difference = await differenceOf(tx, line);
  if (decision.resolution !== "ignore") {
    if (merchant === null) throw invalid("merchant", "Say in whose books: --merchant");
    if (difference === 0n) throw invalid("as", "Statement and books agree by now: ignore it");
    await book(tx, line, statement, merchant, difference, decision.resolution);
  }
  const closed = await closeLine(tx, id, { ...decision, merchant });
  const { environment, exception, attempt } = line;
  await recordAct(tx, {
    ...{ merchant, environment, actor: decision.actor, act: "reconciliation.resolved", subject: id },
    before: { exception, attempt, statement: line.statement, difference: `${difference}` },
    after: { resolution: decision.resolution, note: decision.note },
  });
  return closed;
}

/** By how much the provider moved more than we booked, as of now: a review may have set it right meanwhile. */
async function differenceOf(tx: Tx, line: LineRow): Promise<bigint> {
  const moved = line.is_complete === true ? (line.amount ?? 0n) : 0n;
  if (line.attempt === null) return moved;
  const booked = (await findBooked(tx, line.statement)).find((attempt) => attempt.id === line.attempt)?.booked ?? 0n;
  return moved - booked;
}

async function book(
  tx: Tx,
  line: LineRow,
  { provider, currency }: StatementRow,
  merchant: Id<"mer">,
  difference: bigint,
  resolution: "correct" | "absorb",
): Promise<void> {
  const purse = { merchant, environment: line.environment, currency };
  const direction = difference > 0n ? "from_provider" : "to_provider";
  const amount = difference > 0n ? difference : -difference;
  const account = resolution === "correct" ? "available" : "suspense";
  if (account === "available" && direction === "to_provider") {
    const balance = (await available(tx, [purse]))(purse);
    if (balance < amount) {
      throw new ServiceError("insufficient_funds", `The merchant has ${balance} ${currency} of ${amount}: absorb it`);
    }
  }
  correct(tx, { ...purse, subject: line.id, provider, amount, direction, account });
}
