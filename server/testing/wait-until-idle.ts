import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#db/pool.ts";
import { sql, type Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";

const IDLE_TIMEOUT_MS = 90_000;
// In milliseconds. The query of a poll costs a quarter of a core at the shortest pause, which doubles up to the longest.
const POLL_MIN_MS = 8;
const POLL_MAX_MS = 64;
// How many due rows, and how many lines of the service's log, a failure shows at most.
const SHOWN_MAX = 5;

/**
 * Waits until no row is due and none is being worked on. Fails after 90 seconds, with the rows and with the last
 * warnings and errors of `log`, the service's log.
 */
export async function waitUntilIdle(db: Database, log: readonly string[]): Promise<void> {
  const deadline_ms = Date.now() + IDLE_TIMEOUT_MS;
  for (let pause_ms = POLL_MIN_MS; ; pause_ms = Math.min(2 * pause_ms, POLL_MAX_MS)) {
    const due = await db.engine(listDue);
    if (due.length === 0) return;
    if (Date.now() > deadline_ms) {
      const troubles = log.filter((line) => /"level":[456]0/.test(line)).slice(-SHOWN_MAX);
      assert(false, `the world comes to rest. Due:\n${due.join("\n")}\n${troubles.join("")}`);
    }
    await sleep(pause_ms);
  }
}

/**
 * Rows that are due or being worked on, each with its table; at most a few of them. Uses the current time, not the
 * transaction's, to include rows that became due since it began.
 */
export async function listDue(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.rows<{ due: string }>(sql`
    with moment as (select ${tx.now}::timestamptz + (clock_timestamp() - now()) as now),
    due as (
      select 'attempts' as kind, to_jsonb(a) as row
      from attempts a, moment where a.due_at <= moment.now or a.lease_holder is not null
      union all
      select 'outbox', to_jsonb(o) from outbox o
      union all
      select 'open_deliveries', to_jsonb(d)
      from open_deliveries d
      join webhooks w on (w.merchant, w.environment, w.id) = (d.merchant, d.environment, d.webhook)
      left join webhook_health h on (h.merchant, h.environment, h.webhook) = (w.merchant, w.environment, w.id), moment
      where (d.due_at <= moment.now and w.active and coalesce(h.open_until <= moment.now, true))
        or d.lease_holder is not null
      union all
      select 'transfers', to_jsonb(t)
      from transfers t, moment
      where t.funds_state = 'awaited' and t.approval is distinct from 'waiting' and t.scheduled_at <= moment.now
      union all
      select 'schedules', to_jsonb(s) from schedules s, moment where s.run_at <= moment.now
      union all
      select 'withdrawal_rules', to_jsonb(r) from withdrawal_rules r, moment where r.next_due_at <= moment.now
      union all
      select 'invoices', to_jsonb(i)
      from invoices i, moment where least(i.next_due_at, i.next_reminder_at) <= moment.now
      union all
      select 'payments', to_jsonb(p) from payments p, moment where p.status = 'pending' and p.expires_at <= moment.now
    )
    select kind || ' ' || jsonb_strip_nulls(row) as due from due limit ${SHOWN_MAX}`);
  return rows.map(({ due }) => due);
}
