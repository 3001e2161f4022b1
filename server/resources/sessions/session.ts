import { createHash } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { randomText } from "#kernel/secrets.ts";
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, plus } from "#kernel/time.ts";
import type { PersonRow } from "#resources/people/schema.ts";
import { find as findPerson } from "#resources/people/store.ts";
import type { Session, SessionRow } from "./schema.ts";
import { end, findOpen, forgetOld, insert, listOpen, markSeen, renew } from "./store.ts";

/** 256 bits. */
const TOKEN_LENGTH = 43;
export const IDLE_MS = 15 * MINUTE_MS;
export const LONGEST_MS = 12 * HOUR_MS;
const AWAITS_CODE_MS = 5 * MINUTE_MS;
/** How long somebody who has just shown who they are need not do so again. */
export const STEP_UP_MS = 5 * MINUTE_MS;
const SEEN_EVERY_MS = MINUTE_MS;
const KEPT_MS = 90 * DAY_MS;
const AGENT_MAX = 300;

/** From where somebody comes. */
export interface Visit {
  readonly address: string;
  readonly agent: string;
  /** Whether its person may be mailed about it. */
  readonly has_mail: boolean;
  /** Runs work in a transaction that nobody waits for: how long it takes says nothing to who asked. */
  afterwards(work: (tx: Tx) => Promise<void>): void;
  /** The name of the browser as a device of the person; null where the person has not signed in with it before. */
  deviceOf(person: Id<"per">): string | null;
}

/** Who is signed in. */
export interface SignedIn {
  readonly session: SessionRow;
  readonly person: PersonRow;
}

export interface Opening {
  readonly person: Id<"per">;
  readonly awaits_code: boolean;
  readonly has_second_factor: boolean;
}

/** A new session and its token, which only the browser keeps. */
export async function openSession(tx: Tx, given: Opening, visit: Visit): Promise<string> {
  const token = randomText(TOKEN_LENGTH);
  const session: SessionRow = {
    ...given,
    id: newId("ses", tx.now),
    verified_at: tx.now,
    address: visit.address,
    agent: visit.agent.slice(0, AGENT_MAX),
    created_at: tx.now,
    seen_at: tx.now,
    expires_at: plus(tx.now, given.awaits_code ? AWAITS_CODE_MS : LONGEST_MS),
    ended_at: null,
  };
  await insert(tx, session, hashOf(token));
  return token;
}

/**
 * Who has this token; null when nobody has, or has no longer. Being asked by a person keeps the session from falling idle;
 * a page that asks by itself, in the background, does not.
 */
export async function whoIs(tx: Tx, token: string, is_background = false): Promise<SignedIn | null> {
  const session = await findOpen(tx, hashOf(token), idleSince(tx));
  if (!session) return null;
  if (!is_background && session.seen_at < plus(tx.now, -SEEN_EVERY_MS)) await markSeen(tx, session.id);
  const person = await findPerson(tx, session.person);
  assert(person, "a session is a person's");
  return { session, person };
}

/** The session after its person has shown again who they are: its token from before opens nothing any more. */
export async function renewSession(tx: Tx, session: SessionRow, has_second_factor: boolean): Promise<string> {
  const token = randomText(TOKEN_LENGTH);
  await renew(tx, session.id, hashOf(token), { has_second_factor });
  return token;
}

export async function listSessions(tx: Tx, { person, session }: SignedIn): Promise<readonly Session[]> {
  const rows = await listOpen(tx, person.id, idleSince(tx));
  return rows.map(({ id, address, agent, has_second_factor, created_at, seen_at, expires_at }) => ({
    ...{ id, is_this: id === session.id, address, agent, has_second_factor, created_at, seen_at, expires_at },
  }));
}

/** The session as it is now; null once it has ended, expired or fallen idle. */
export async function findStillOpen(tx: Tx, { person, id }: SessionRow): Promise<SessionRow | null> {
  const rows = await listOpen(tx, person, idleSince(tx));
  return rows.find((row) => row.id === id) ?? null;
}

/** Throws `not_found` for what is no session of this person's. */
export async function endSession(tx: Tx, person: Id<"per">, id: string): Promise<void> {
  if (!(await end(tx, person, id))) throw new ServiceError("not_found", "Session not found");
}

/** Whether the person has shown lately who they are. */
export function isFresh(session: SessionRow, now: Instant): boolean {
  return session.verified_at > plus(now, -STEP_UP_MS);
}

/** A chore. */
export async function forgetSessions(tx: Tx): Promise<void> {
  await forgetOld(tx, plus(tx.now, -KEPT_MS), plus(tx.now, -DAY_MS));
}

function idleSince(tx: Tx): Instant {
  return plus(tx.now, -IDLE_MS);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
