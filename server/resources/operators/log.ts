import type { Tx } from "#db/tx.ts";
import { list as listActs } from "#resources/acts/store.ts";
import type { OperatorAct } from "./schema.ts";
import { namerOf } from "./standing.ts";
import { list, type OperatorShown } from "./store.ts";

const ACTS_PER_PAGE = 50;

/** The platform operators. Only the command line grants or withdraws the right. */
export async function operatorPeople(tx: Tx): Promise<OperatorShown[]> {
  const people = await list(tx);
  const nameOf = await namerOf(
    tx,
    people.map(({ granted_by }) => granted_by),
  );
  return people.map((person) => ({ ...person, granted_by: nameOf(person.granted_by) }));
}

/** The latest actions on no merchant; with `before`, those with a lower number. */
export async function operatorActs(tx: Tx, before: bigint | null): Promise<OperatorAct[]> {
  return actsOf(tx, null, before, ACTS_PER_PAGE);
}

/** The latest entries of a merchant's audit log, or the platform operators', with the names of their actors. */
export async function actsOf(
  tx: Tx,
  merchant: string | null,
  before: bigint | null,
  limit: number,
): Promise<OperatorAct[]> {
  const acts = await listActs(tx, merchant, before, limit);
  const nameOf = await namerOf(
    tx,
    acts.map(({ actor }) => actor),
  );
  return acts.map((act) => ({ ...act, actor_name: nameOf(act.actor) }));
}
