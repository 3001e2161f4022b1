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

/** 43 characters hold 256 bits. */
const TOKEN_LENGTH = 43;
export const IDLE_MS = 15 * MINUTE_MS;
export const LONGEST_MS = 12 * HOUR_MS;
const AWAITS_CODE_MS = 5 * MINUTE_MS;
/** The time for which a step-up is valid. */
export const STEP_UP_MS = 5 * MINUTE_MS;
const SEEN_EVERY_MS = MINUTE_MS;
const KEPT_MS = 90 * DAY_MS;
const AGENT_MAX = 300;

/** The origin of a request. */
export interface Visit {
  readonly address: string;
  readonly agent: string;
  /** Whether security mails may be sent. */
  readonly has_mail: boolean;
  /** Runs work in a transaction after the response, so that its duration reveals nothing to the caller. */
  afterwards(work: (tx: Tx) => Promise<void>): void;
  /** The browser's device name for this person; null if the person has never signed in with it. */
  deviceOf(person: Id<"per">): string | null;
}

/** A signed-in visitor. */
export interface SignedIn {
  readonly session: SessionRow;
  readonly person: PersonRow;
}

export interface Opening {
  readonly person: Id<"per">;
  readonly awaits_code: boolean;
  readonly has_second_factor: boolean;
}

/** Creates a session. Returns its token, which only the browser keeps: the table holds a hash. */
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
 * The visitor of a token; null when the session is unknown or has ended. Requests of a person prevent the idle timeout;
 * background requests of a page do not.
 */
export async function whoIs(tx: Tx, token: string, is_background = false): Promise<SignedIn | null> {
  const session = await findOpen(tx, hashOf(token), idleSince(tx));
  if (!session) return null;
  if (!is_background && session.seen_at < plus(tx.now, -SEEN_EVERY_MS)) await markSeen(tx, session.id);
  const person = await findPerson(tx, session.person);
  assert(person, "a session is a person's");
  return { session, person };
}

/** Replaces a session's token after a step-up. Returns the new one; the old one is void. */
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

/** The session as it is now; null once it has ended, expired or idled out. */
export async function findStillOpen(tx: Tx, { person, id }: SessionRow): Promise<SessionRow | null> {
  const rows = await listOpen(tx, person, idleSince(tx));
  return rows.find((row) => row.id === id) ?? null;
}

/** Throws `not_found` for a session that is not this person's. */
export async function endSession(tx: Tx, person: Id<"per">, id: string): Promise<void> {
  if (!(await end(tx, person, id))) throw new ServiceError("not_found", "Session not found");
}

/** Whether the session's last step-up is still valid. */
export function isFresh(session: SessionRow, now: Instant): boolean {
  return session.verified_at > plus(now, -STEP_UP_MS);
}

/** Scheduled job: deletes expired sessions past their retention, and counts of failures older than a day. */
export async function forgetSessions(tx: Tx): Promise<void> {
  await forgetOld(tx, plus(tx.now, -KEPT_MS), plus(tx.now, -DAY_MS));
}

function idleSince(tx: Tx): Instant {
  return plus(tx.now, -IDLE_MS);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
