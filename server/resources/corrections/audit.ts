import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";
import { of_house } from "./store.ts";

export const correctionChecks: readonly AuditCheck[] = [
  {
    promise: "every booked correction has one entry with its accounts and amount, and no other correction has an entry",
    broken: sql`
      select
        coalesce(c.merchant, e.merchant) as merchant, coalesce(c.environment, e.environment) as environment,
        coalesce(c.id, e.subject) as subject, c.state, e.id as entry, e.debit, e.credit, e.amount
      from (
        select * from entries where kind in ('reverse', 'adjust', 'sweep') or kind = 'fund' and starts_with(subject, 'cor_')
      ) e
      full join (select * from corrections where state = 'booked') c
        on (c.merchant, c.environment, c.id) = (e.merchant, e.environment, e.subject)
      where e.id is null
        or c.id is null
        or (c.kind, c.currency, c.debit, c.credit, c.amount) <> (e.kind, e.currency, e.debit, e.credit, e.amount)`,
  },
  {
    promise: "a reversal moves the whole amount of an earlier entry in the opposite direction",
    broken: sql`
      select c.merchant, c.environment, c.id, c.corrects, r.amount, e.amount as reversed
      from corrections c
      join entries r on (r.merchant, r.environment, r.subject, r.kind) = (c.merchant, c.environment, c.id, 'reverse')
      left join entries e on (e.merchant, e.environment, e.id) = (c.merchant, c.environment, c.corrects)
      where e.id is null
        or e.id >= r.id
        or e.kind in ('hold', 'release', 'advance', 'repay', 'escrow_in', 'escrow_out', 'part_in', 'part_out')
        or (r.currency, r.amount) <> (e.currency, e.amount)
        or r.debit <> replace(e.credit, 'reserved', 'available')
        or r.credit <> replace(e.debit, 'reserved', 'available')`,
  },
  {
    promise: "a correction has one advance of the amount that it stores, or none",
    broken: sql`
      select
        coalesce(c.merchant, e.merchant) as merchant, coalesce(c.environment, e.environment) as environment,
        coalesce(c.id, e.subject) as subject, c.advanced, e.amount
      from (select * from entries where kind = 'advance' and not starts_with(subject, 'pmv_')) e
      full join (select * from corrections where advanced > 0) c
        on (c.merchant, c.environment, c.id) = (e.merchant, e.environment, e.subject)
      where c.advanced is distinct from e.amount`,
  },
  {
    promise: "every live correction has an audit log entry with its amount",
    broken: sql`
      select c.merchant, c.environment, c.id, c.state, c.amount
      from corrections c
      where not exists (
        select from audit_log a
        where a.merchant = c.merchant
          and a.subject = c.id
          and a.action = case c.state
            when 'proposed' then 'correction.proposed'
            when 'rejected' then 'correction.rejected'
            else case when c.needs_two then 'correction.approved' else 'correction.booked' end
          end
          and a.after->>'amount' = c.amount::text
      )`,
  },
  {
    promise: "every booked correction of a balance has a balance.corrected event, and no other correction has one",
    broken: sql`
      select c.merchant, c.environment, c.id
      from corrections c
      where (c.state = 'booked' and c.kind <> 'fund' and not ${of_house}) <> exists (
        select from events e
        where (e.merchant, e.environment, e.resource, e.type)
          = (c.merchant, c.environment, c.id, 'balance.corrected')
      )`,
  },
];
