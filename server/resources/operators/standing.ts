import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { isFresh, type SignedIn } from "#resources/sessions/session.ts";
import { type Kind, personOf, refusal } from "./rules.ts";
import { findNames, isOperator, lockOperator } from "./store.ts";

export type { SignedIn };

/**
 * Checks a platform operator's right, in the transaction of the action. Throws `not_found`, in the words of an unknown
 * path, for a person without the right; `forbidden` with the missing part: `second_factor` or `step_up`.
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

/** The names of actors: a person's name, or else the actor's own text. */
export async function namerOf(tx: Tx, actors: readonly (string | null)[]): Promise<(actor: string) => string> {
  const people = actors.flatMap((actor) => (actor === null ? [] : [personOf(actor)])).filter((id) => id !== null);
  const names = await findNames(tx, people);
  return (actor) => names.get(personOf(actor) ?? "") ?? actor;
}
