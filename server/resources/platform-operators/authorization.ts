import type { Tx } from "#db/tx.ts";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { type AuthenticatedVisitor, findOpenSession, hasRecentStepUp } from "#resources/users/sessions/session.ts";
import { findOperatorDenial, type OperationKind, personOfActor } from "./rules.ts";
import { findNames, isPlatformOperator, lockPlatformOperator } from "./store.ts";

export type { AuthenticatedVisitor };

/**
 * Checks a platform operator's right, in the transaction of the action. Throws `not_found`, with the message of an
 * unknown path, for a person without the right. Throws `forbidden` with the missing requirement: `second_factor` or
 * `step_up`.
 */
export async function authorizeOperator(
  tx: Tx,
  { person, session }: AuthenticatedVisitor,
  kind: OperationKind,
): Promise<void> {
  const is_operator = await (kind === "act" ? lockPlatformOperator : isPlatformOperator)(tx, person.id);
  const { has_second_factor } = session;
  const denial = findOperatorDenial(kind, {
    is_operator,
    has_second_factor,
    has_recent_step_up: hasRecentStepUp(session, tx.now),
  });
  if (denial === null) return;
  if (denial === "not_operator") throw new ServiceError("path_not_found", "There is nothing at this path");
  throw new ServiceError(DENIAL_REASONS[denial], DENIAL_MESSAGES[denial], {
    fields: {
      [denial]: [fieldError(DENIAL_REASONS[denial], DENIAL_MESSAGES[denial])],
    },
  });
}

/** Returns true while the receiver of a streamed response is a platform operator with an open session. */
export async function isStillOperator(tx: Tx, { person, session }: AuthenticatedVisitor): Promise<boolean> {
  const open_session = await findOpenSession(tx, session);
  return open_session?.has_second_factor === true && (await isPlatformOperator(tx, person.id));
}

const DENIAL_REASONS = { second_factor: "second_factor_required", step_up: "step_up_required" } as const;

const DENIAL_MESSAGES = {
  second_factor: "Operators take a second factor: set one up under Security, and sign in with it",
  step_up: "Confirm your identity again",
} as const;

/** Returns a function that gives an actor's name: the name of a person, or else the actor's text in the audit log. */
export async function loadActorNames(tx: Tx, actors: readonly (string | null)[]): Promise<(actor: string) => string> {
  const people = actors.flatMap((actor) => (actor === null ? [] : [personOfActor(actor)])).filter((id) => id !== null);
  const names_by_id = await findNames(tx, people);
  return (actor) => names_by_id.get(personOfActor(actor) ?? "") ?? actor;
}
