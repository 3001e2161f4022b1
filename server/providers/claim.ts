import { isFree, type Lease, taken } from "#db/lease.ts";
import { type Columns, nothing, type Sql, sql, type Tx, table } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { CALL_LONGEST_MS } from "./exchange.ts";
import { type Road, type Rooms, roadKey } from "./roads.ts";
import { type Attempt, all, type Claimed, claimed_columns } from "./store.ts";

// Twice the longest call: a lease that ended sooner would have us ask about an order that is still on its way out.
export const LEASE_MS = 2 * CALL_LONGEST_MS;

/** One merchant's orders to one provider. */
export interface Lane extends Scope {
  readonly provider: string;
}

export interface ClaimOptions {
  /** The lane behind which the claim begins; null: at the beginning. */
  readonly after: Lane | null;
  readonly limit: number;
  readonly rooms: Rooms;
}

/** What a claim took. */
export interface Turn {
  readonly attempts: readonly Attempt[];
  /** The lane behind which the next claim begins; null: at the beginning. */
  readonly last: Lane | null;
  /** Roads of which more may be due than there was room for. */
  readonly left: readonly Road[];
}

/**
 * Takes due attempts with a lease: of each lane that has any, the oldest, in equal shares, so that one merchant's ten
 * thousand do not stand before another's one; and over each road as many as it has room for, so that a provider that hangs
 * does not stand before another. Begins behind `after`, for the same reason.
 */
export async function claimDue(tx: Tx, { after, limit, rooms }: ClaimOptions, lease: Lease): Promise<Turn> {
  const begin = after
    ? sql`and (environment, provider, merchant) > (${after.environment}, ${after.provider}, ${after.merchant})`
    : nothing;
  const isFull = (lane: Sql): Sql =>
    rooms.full.length === 0
      ? sql`false`
      : sql`
        exists (
          select
          from ${table(rooms.full, road_columns, "f")}
          where (f.environment, f.provider) = (${lane}.environment, ${lane}.provider)
        )`;
  // What is due later is passed over within the index, and of a road that is full one lane is looked at: one by one, ten
  // thousand merchants that have only such would cost a tenth of a second, and counted among `limit`, they would stand
  // before those behind them.
  const lanes = await tx.rows<Lane>(sql`
    with recursive waiting as (
      select first.*, ${isFull(sql`first`)} as is_full
      from (
        select environment, provider, merchant from attempts
        where due_at <= ${tx.now} ${begin}
        order by environment, provider, merchant
        limit 1
      ) first
      union all
      select next.*, ${isFull(sql`next`)}
      from waiting w
      cross join lateral (
        select a.environment, a.provider, a.merchant
        from attempts a
        where a.due_at <= ${tx.now}
          and (a.environment, a.provider, a.merchant)
            > (w.environment, w.provider, case when w.is_full then ${BEHIND_ALL} else w.merchant end)
        order by a.environment, a.provider, a.merchant
        limit 1
      ) next
    )
    select merchant, environment, provider from waiting where not is_full limit ${limit}`);
  if (lanes.length === 0) return { attempts: [], last: null, left: rooms.full };
  const shares = sharesOf(lanes, limit, rooms);
  const given = shares.filter(({ room }) => room > 0);
  const attempts = await tx.rows<Attempt>(sql`
    with due as (
      select oldest.merchant, oldest.environment, oldest.id
      from ${table(given, share_columns, "s")}
      cross join lateral (
        select merchant, environment, id
        from attempts
        where merchant = s.merchant
          and environment = s.environment
          and provider = s.provider
          and due_at <= ${tx.now}
          and ${isFree(tx, lease)}
        order by due_at
        limit s.room
        for update skip locked
      ) oldest
      limit ${limit}
    )
    update attempts a
    set ${taken(tx, lease, LEASE_MS)}
    from due
    where (a.merchant, a.environment, a.id) = (due.merchant, due.environment, due.id)
    returning ${all}`);
  const taken_of = Map.groupBy(attempts, laneKey);
  const bounded = shares.filter((share) => (taken_of.get(laneKey(share))?.length ?? 0) >= share.room);
  return { attempts, last: lastOf(shares, attempts, limit), left: [...rooms.full, ...bounded] };
}

interface Share extends Lane {
  readonly room: number;
}

/** What each lane may take. Where a road has room for fewer orders than it has lanes, its last ones have none. */
function sharesOf(lanes: readonly Lane[], limit: number, rooms: Rooms): readonly Share[] {
  const each = Math.ceil(limit / lanes.length);
  const of_road = Map.groupBy(lanes, roadKey);
  return lanes.map((lane): Share => {
    const alike = of_road.get(roadKey(lane)) ?? [lane];
    const room = rooms.of(lane);
    const is_passed = alike.indexOf(lane) >= room;
    return { ...lane, room: is_passed ? 0 : Math.min(each, Math.max(1, Math.floor(room / alike.length))) };
  });
}

/** Behind whom the next claim begins: before the first that had no room. One that is full may have left the last ones out. */
function lastOf(shares: readonly Share[], attempts: readonly Attempt[], limit: number): Lane | null {
  const served = new Set(attempts.map(laneKey));
  const last_served =
    attempts.length < limit ? shares.length - 1 : shares.findLastIndex((lane) => served.has(laneKey(lane)));
  const passed = shares.findIndex(({ room }) => room === 0);
  const last = passed === -1 ? last_served : Math.min(last_served, passed - 1);
  return last === shares.length - 1 && shares.length < limit ? null : (shares[last] ?? null);
}

function laneKey({ merchant, environment, provider }: Lane): string {
  return `${merchant} ${environment} ${provider}`;
}

// Greater than every id.
const BEHIND_ALL = "~";

const road_columns: Columns<keyof Road> = { provider: "text", environment: "text" };
const share_columns: Columns<keyof Share> = { merchant: "text", environment: "text", provider: "text", room: "int" };

/** Ends the lease of attempts that were claimed and not worked on. */
export async function giveBack(tx: Tx, attempts: readonly Claimed[]): Promise<void> {
  await tx.run(sql`
    update attempts a
    set lease_holder = null, lease_until = null
    from ${table(attempts, claimed_columns, "given")}
    where (a.merchant, a.environment, a.id, a.claim) = (given.merchant, given.environment, given.id, given.claim)`);
}

/** Ends all of this worker's leases but those of these attempts: it does not know that it has them. */
export async function giveBackOthers(tx: Tx, attempts: readonly Claimed[], { holder }: Lease): Promise<void> {
  await tx.run(sql`
    with others as (
      select merchant, environment, id
      from attempts a
      where due_at is not null
        and lease_holder = ${holder}
        and not exists (
          select
          from ${table(attempts, claimed_columns, "given")}
          where (given.merchant, given.environment, given.id, given.claim) = (a.merchant, a.environment, a.id, a.claim)
        )
      order by merchant, environment, id
      for no key update
    )
    update attempts a
    set lease_holder = null, lease_until = null
    from others
    where (a.merchant, a.environment, a.id) = (others.merchant, others.environment, others.id)`);
}
