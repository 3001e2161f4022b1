import { type ReadTx, sql, type Tx } from "#db/tx.ts";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { randomText } from "#kernel/secrets.ts";

/**
 * One history of the database. A restored backup returns to an earlier state and assigns feed positions a second time.
 * The platform operator then begins a new incarnation: older cursors are refused instead of skipping new events.
 */
interface Incarnation {
  readonly number: number;
  readonly name: string;
}

/**
 * The form of a cursor: `<incarnation>-<position>`. A bare position belongs to the first incarnation; 0 is the start of
 * any.
 */
export const CURSOR_PATTERN = "^([0-9A-Za-z]{8}-)?[0-9]{1,15}$";

const NAME_LENGTH = 8;
const RESTART_ADVICE =
  "begin again at `after=0`, or at the `cursor` of GET /events without `after`, and leave out events whose `id` you have worked off";

/** Writes and reads cursors of the current incarnation. */
export interface Cursors {
  format(position: bigint): string;
  /** Returns the position after which to read. Throws `conflict` for a cursor of another incarnation. */
  parse(cursor: string): bigint;
  /** Throws `conflict` for a position after the feed's last one: no event has that position yet. */
  requireExisting(position: bigint, last: bigint): void;
}

export async function openCursors(tx: ReadTx): Promise<Cursors> {
  const rows = await tx.rows<Incarnation>(sql`select number, name from feed_incarnations order by number desc limit 1`);
  const { number, name } = rows[0] ?? { number: 0, name: "" };
  return {
    format: (position) => `${name}-${position}`,
    parse(cursor) {
      const [, cursor_incarnation, position = ""] = /^(?:([0-9A-Za-z]{8})-)?([0-9]+)$/.exec(cursor) ?? [];
      const is_current =
        cursor_incarnation === undefined ? number === 1 || BigInt(position) === 0n : cursor_incarnation === name;
      if (!is_current) {
        throw staleCursorError(
          "The cursor is of another incarnation of the feed: the database was restored from a backup since",
        );
      }
      return BigInt(position);
    },
    requireExisting(position, last) {
      if (position > last) throw staleCursorError(`The cursor is behind the end of the feed, which has ${last} events`);
    },
  };
}

/** Begins a new incarnation, after a restore. Returns its name. */
export async function beginIncarnation(tx: Tx): Promise<string> {
  const name = randomText(NAME_LENGTH);
  await tx.run(sql`insert into feed_incarnations (name) values (${name})`);
  return name;
}

function staleCursorError(reason: string): ServiceError {
  const message = `${reason}; ${RESTART_ADVICE}`;
  return new ServiceError("cursor_outdated", message, { fields: { after: [fieldError("cursor_outdated", message)] } });
}
