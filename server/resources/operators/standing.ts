import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { isFresh, type SignedIn } from "#resources/sessions/session.ts";
import { type Kind, personOf, refusal } from "./rules.ts";
import { findNames, isOperator, lockOperator } from "./store.ts";

export type { SignedIn };

/**
 * Whether somebody may do this as an operator, in the transaction in which they do it. Throws `not_found`, in the words of a
 * path that is none, for who is no operator; `forbidden` with what is missing: `second_factor` or `step_up`.
 */
export async function admitOperator(tx: Tx, { person, session }: SignedIn, kind: Kind): Promise<void> {
  const is_operator = await (kind === "act" ? lockOperator : isOperator)(tx, person.id);
  const { has_second_factor } = session;
  const why = refusal(kind, { is_operator, has_second_factor, is_fresh: isFresh(session, tx.now) });
  if (why === null) return;
  if (why === "not_operator") throw new ServiceError("not_found", "There is nothing at this path");
  throw new ServiceError("forbidden", WORDS[why], { [why]: [WORDS[why]] });
}

const WORDS = {
  second_factor: "Operators take a second factor: set one up under Security, and sign in with it",
  step_up: "Show once more that it is you",
} as const;

/** What actors of the logs are called: a person by their name, anything else as it is written. */
export async function namerOf(tx: Tx, actors: readonly (string | null)[]): Promise<(actor: string) => string> {
  const people = actors.flatMap((actor) => (actor === null ? [] : [personOf(actor)])).filter((id) => id !== null);
  const names = await findNames(tx, people);
  return (actor) => names.get(personOf(actor) ?? "") ?? actor;
}
