import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

const legs = sql`
  select merchant, environment, currency, debit as name, -amount as change, debit_balance as balance, id from entries
  union all
  select merchant, environment, currency, credit, amount, credit_balance, id from entries`;

/** Checks the ledger's invariants by recomputing them from the entries. Reads every entry. */
export const ledgerChecks: readonly AuditCheck[] = [
  {
    promise: "every account's balance is the sum of its entries",
    broken: sql`
      select merchant, environment, currency, name, a.balance, l.balance as entries
      from accounts a
      full join (
        select merchant, environment, currency, name, sum(change) as balance
        from (${legs}) as legs
        group by merchant, environment, currency, name
      ) l using (merchant, environment, currency, name)
      where coalesce(a.balance, 0) is distinct from coalesce(l.balance, 0)`,
  },
  {
    promise: "the accounts of an environment and currency add up to zero",
    broken: sql`
      select environment, currency, sum(balance) as sum
      from accounts
      group by environment, currency
      having sum(balance) <> 0`,
  },
  {
    promise: "no available, reserved or escrow balance is below zero",
    broken: sql`
      select merchant, environment, currency, name, balance
      from accounts
      where name in ('available', 'reserved', 'escrow') and balance < 0`,
  },
  {
    promise: "no merchant has repaid more than it owed",
    broken: sql`
      select merchant, environment, currency, balance
      from accounts
      where name = 'debt' and balance > 0`,
  },
  {
    promise: "every entry moves money between the accounts of its kind",
    broken: sql`
      select merchant, environment, id, kind, subject, debit, credit
      from entries
      where not case kind
        when 'hold' then debit = 'available' and credit = 'reserved'
        when 'release' then debit = 'reserved' and credit = 'available'
        when 'settle' then debit = 'reserved' and credit like 'provider:%'
        when 'settle_fee' then debit = 'reserved' and credit = 'fees'
        when 'collect' then debit like 'provider:%' and credit = 'available'
        when 'collect_fee' then debit = 'available' and credit = 'fees'
        when 'fund' then debit = 'funding' and credit = 'available'
        when 'charge' then debit = 'charges' and credit like 'provider:%'
        when 'charge_tax' then debit = 'taxes' and credit like 'provider:%'
        when 'correct_charge' then
          (debit = 'charges' and credit like 'provider:%') or (credit = 'charges' and debit like 'provider:%')
        when 'correct_tax' then
          (debit = 'taxes' and credit like 'provider:%') or (credit = 'taxes' and debit like 'provider:%')
        when 'sweep' then debit = 'fees' and (credit = 'funding' or credit like 'provider:%')
        when 'advance' then debit = 'debt' and credit = 'available'
        when 'repay' then debit = 'available' and credit = 'debt'
        when 'escrow_in' then debit = 'available' and credit = 'escrow'
        when 'escrow_out' then debit = 'escrow' and credit = 'available'
        when 'part_out' then debit = 'available' and credit = 'clearing'
        when 'part_in' then debit = 'clearing' and credit = 'available'
        when 'reverse' then
          'reserved' not in (debit, credit) and 'debt' not in (debit, credit)
          and 'escrow' not in (debit, credit) and 'clearing' not in (debit, credit)
        when 'adjust' then
          (debit = 'available' and credit in ('suspense', 'fees', 'funding'))
          or (credit = 'available' and debit in ('suspense', 'fees', 'funding'))
        else
          (debit like 'provider:%' and credit in ('available', 'suspense'))
          or (credit like 'provider:%' and debit in ('available', 'suspense'))
      end`,
  },
  {
    promise: "money between two merchants is in the books of both, with the same amount",
    broken: sql`
      select environment, coalesce(o.subject, i.subject) as subject, o.merchant as from, i.merchant as to, o.amount as paid, i.amount as received
      from (select * from entries where kind = 'part_out') o
      full join (select * from entries where kind = 'part_in') i using (environment, subject)
      where o.id is null or i.id is null or o.merchant = i.merchant or (o.currency, o.amount) <> (i.currency, i.amount)`,
  },
  {
    promise: "the balances in each entry are the running sums of its accounts",
    broken: sql`
      select *
      from (
        select *, sum(change) over (partition by merchant, environment, currency, name order by id) as expected
        from (${legs}) as legs
      ) as running
      where balance <> expected`,
  },
  {
    promise: "a hold is settled or released at most once, with the amount held",
    broken: sql`
      select merchant, environment, subject
      from entries
      where kind in ('hold', 'settle', 'settle_fee', 'release')
      group by merchant, environment, subject
      having count(*) filter (where kind = 'hold') <> 1
        or count(*) filter (where kind in ('settle', 'release')) > 1
        or (
          count(*) filter (where kind in ('settle', 'release')) = 1
          and sum(case when kind = 'hold' then amount else -amount end) <> 0
        )`,
  },
  {
    promise: "the reserved balance is the sum of the open holds",
    broken: sql`
      select merchant, environment, currency, a.balance as reserved, coalesce(h.open, 0) as held
      from accounts a
      left join (
        select merchant, environment, currency, sum(case when kind = 'hold' then amount else -amount end) as open
        from entries
        where kind in ('hold', 'settle', 'settle_fee', 'release')
        group by merchant, environment, currency
      ) h using (merchant, environment, currency)
      where a.name = 'reserved' and a.balance <> coalesce(h.open, 0)`,
  },
];
