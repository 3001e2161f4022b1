import { isFree, type Lease, taken } from "#db/lease.ts";
import { type Columns, nothing, type Sql, sql, type Tx, table } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { CALL_LONGEST_MS } from "./exchange.ts";
import { type Road, type Rooms, roadKey } from "./roads.ts";
import { type Attempt, all, type Claimed, claimed_columns } from "./store.ts";

// Twice the longest call. With a shorter lease, a second worker would query an order that is still being sent.
export const LEASE_MS = 2 * CALL_LONGEST_MS;

/** One merchant's orders to one provider. */
export interface Lane extends Scope {
  readonly provider: string;
}

export interface ClaimOptions {
  /** The claim starts after this lane; null: at the first. */
  readonly after: Lane | null;
  readonly limit: number;
  readonly rooms: Rooms;
}

/** The attempts taken by one claim. */
export interface Turn {
  readonly attempts: readonly Attempt[];
  /** The next claim starts after this lane; null: at the first. */
  readonly last: Lane | null;
  /** Providers that may have more due orders than free slots. */
  readonly left: readonly Road[];
}

/**
 * Claims due attempts with a lease.
 *
 * Each lane gets an equal share, the oldest first, so that one merchant's 10,000 orders do not delay another's single
 * one. Each provider gets as many as it has free slots, so that a hanging provider does not delay another. The claim
 * starts after `after`, for the same reason.
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
  // The index condition skips lanes with only later orders, and one lane stands for a whole provider without free
  // slots. Visiting such lanes one by one, with 10,000 merchants, would take a tenth of a second. Counting them in
  // `limit` would starve the lanes after them.
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

/** The share of each lane. If a provider has fewer free slots than lanes, the last lanes get zero. */
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

/**
 * The lane after which the next claim starts: before the first lane without a slot. A full claim may have left out the
 * last lanes.
 */
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

// Sorts after every id.
const BEHIND_ALL = "~";

const road_columns: Columns<keyof Road> = { provider: "text", environment: "text" };
const share_columns: Columns<keyof Share> = { merchant: "text", environment: "text", provider: "text", room: "int" };

/** Ends the lease of attempts that were claimed but not worked on. */
export async function giveBack(tx: Tx, attempts: readonly Claimed[]): Promise<void> {
  await tx.run(sql`
    update attempts a
    set lease_holder = null, lease_until = null
    from ${table(attempts, claimed_columns, "given")}
    where (a.merchant, a.environment, a.id, a.claim) = (given.merchant, given.environment, given.id, given.claim)`);
}

/**
 * Ends all leases of this worker except those on these attempts. The worker may hold others unknowingly, after a lost
 * connection.
 */
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
