import { createHash } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { randomText } from "#kernel/secrets.ts";
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, plus } from "#kernel/time.ts";
import type { PersonRow } from "#resources/users/schema.ts";
import { find as findPerson } from "#resources/users/store.ts";
import type { SessionRow, SessionView } from "./schema.ts";
import { deleteExpired, end, findOpen, insert, listOpen, markSeen, renewToken } from "./store.ts";

/** In characters; 43 of them hold 256 bits. */
const TOKEN_LENGTH = 43;
export const IDLE_TIMEOUT_MS = 15 * MINUTE_MS;
export const LIFETIME_MAX_MS = 12 * HOUR_MS;
const AWAITS_CODE_MS = 5 * MINUTE_MS;
/** How long a step-up is valid. */
export const STEP_UP_MS = 5 * MINUTE_MS;
const SEEN_UPDATE_MS = MINUTE_MS;
const RETENTION_MS = 90 * DAY_MS;
const AGENT_MAX = 300;

/** The client of a request: its address, browser and known devices. */
export interface ClientContext {
  readonly address: string;
  readonly agent: string;
  /** Whether security mails may be sent. */
  readonly has_mail: boolean;
  /** Runs work in a transaction after the response, so that the response time does not reveal it. */
  afterResponse(work: (tx: Tx) => Promise<void>): void;
  /** The browser's device name for this person; null if the person has never signed in with this browser. */
  deviceOf(person: Id<"per">): string | null;
}

/** A signed-in visitor. */
export interface AuthenticatedVisitor {
  readonly session: SessionRow;
  readonly person: PersonRow;
}

export interface NewSession {
  readonly person: Id<"per">;
  readonly awaits_code: boolean;
  readonly has_second_factor: boolean;
}

/** Creates a session. Returns its token; the table stores only a hash of it. */
export async function createSession(tx: Tx, new_session: NewSession, client: ClientContext): Promise<string> {
  const token = randomText(TOKEN_LENGTH);
  const session: SessionRow = {
    ...new_session,
    id: newId("ses", tx.now),
    verified_at: tx.now,
    address: client.address,
    agent: client.agent.slice(0, AGENT_MAX),
    created_at: tx.now,
    seen_at: tx.now,
    expires_at: plus(tx.now, new_session.awaits_code ? AWAITS_CODE_MS : LIFETIME_MAX_MS),
    ended_at: null,
  };
  await insert(tx, session, hashOf(token));
  return token;
}

/**
 * Returns the visitor of a token; null if the session is unknown or has ended. A person's requests reset the idle
 * timeout; a page's background requests do not.
 */
export async function findVisitor(tx: Tx, token: string, is_background = false): Promise<AuthenticatedVisitor | null> {
  const session = await findOpen(tx, hashOf(token), idleSince(tx));
  if (!session) return null;
  if (!is_background && session.seen_at < plus(tx.now, -SEEN_UPDATE_MS)) await markSeen(tx, session.id);
  const person = await findPerson(tx, session.person);
  assert(person, "a session is a person's");
  return { session, person };
}

/** Replaces a session's token after a step-up. Returns the new token; the old one is no longer valid. */
export async function renewSession(tx: Tx, session: SessionRow, has_second_factor: boolean): Promise<string> {
  const token = randomText(TOKEN_LENGTH);
  await renewToken(tx, session.id, hashOf(token), { has_second_factor });
  return token;
}

export async function listSessions(tx: Tx, { person, session }: AuthenticatedVisitor): Promise<readonly SessionView[]> {
  const rows = await listOpen(tx, person.id, idleSince(tx));
  return rows.map(({ id, address, agent, has_second_factor, created_at, seen_at, expires_at }) => ({
    ...{ id, is_this: id === session.id, address, agent, has_second_factor, created_at, seen_at, expires_at },
  }));
}

/** Reads the session again; null if it has ended, expired or been idle for too long. */
export async function findOpenSession(tx: Tx, { person, id }: SessionRow): Promise<SessionRow | null> {
  const rows = await listOpen(tx, person, idleSince(tx));
  return rows.find((row) => row.id === id) ?? null;
}

/** Throws `not_found` if this person has no such open session. */
export async function endSession(tx: Tx, person: Id<"per">, id: string): Promise<void> {
  if (!(await end(tx, person, id))) throw new ServiceError("session_not_found", "Session not found");
}

/** Whether the session's last step-up is still valid. */
export function hasRecentStepUp(session: SessionRow, now: Instant): boolean {
  return session.verified_at > plus(now, -STEP_UP_MS);
}

/** Scheduled job: deletes expired sessions past their retention, and counts of failures older than a day. */
export async function deleteOldSessions(tx: Tx): Promise<void> {
  await deleteExpired(tx, plus(tx.now, -RETENTION_MS), plus(tx.now, -DAY_MS));
}

function idleSince(tx: Tx): Instant {
  return plus(tx.now, -IDLE_TIMEOUT_MS);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
