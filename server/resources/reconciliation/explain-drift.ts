import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { closeDrift, type DriftRow } from "./balances.ts";

/** A person says why an account drifted away from the books. Moves nothing. Throws `not_found`, `invalid`. */
export async function explainDrift(tx: Tx, id: string, note: string, actor: string): Promise<DriftRow> {
  if (note.trim() === "") throw invalid("reason", "Say why");
  const closed = await closeDrift(tx, id, note, actor);
  if (!closed) throw new ServiceError("not_found", `There is no open drift ${id}`);
  return closed;
}
