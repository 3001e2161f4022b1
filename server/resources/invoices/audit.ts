import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const invoiceChecks: readonly AuditCheck[] = [
  {
    promise: "an invoice's paid and reserved sums are those of its payments, and together at most its amount",
    broken: sql`
      select i.merchant, i.environment, i.id, i.amount, i.amount_paid, i.amount_reserved, p.paid, p.reserved
      from invoices i
      left join lateral (
        select
          coalesce(sum(amount - amount_refunded) filter (where status = 'complete'), 0) as paid,
          coalesce(sum(amount) filter (where status in ('pending', 'processing')), 0) as reserved
        from payments
        where (merchant, environment, invoice) = (i.merchant, i.environment, i.id)
      ) p on true
      where i.amount_paid <> p.paid or i.amount_reserved <> p.reserved or p.paid + p.reserved > i.amount`,
  },
  {
    promise: "a payment of an invoice has the invoice's currency and customer",
    broken: sql`
      select p.merchant, p.environment, p.id, p.invoice, p.currency, p.customer
      from payments p
      join invoices i on (i.merchant, i.environment, i.id) = (p.merchant, p.environment, p.invoice)
      join customers c on (c.merchant, c.environment, c.id) = (p.merchant, p.environment, p.customer)
      join customers o on (o.merchant, o.environment, o.id) = (i.merchant, i.environment, i.customer)
      where p.currency <> i.currency or coalesce(c.merged_into, c.id) <> coalesce(o.merged_into, o.id)`,
  },
  {
    promise: "an invoice's instalments add up to its amount, and the last is due with it",
    broken: sql`
      select i.merchant, i.environment, i.id, i.amount, p.total, p.last
      from invoices i
      left join lateral (
        select sum(amount) as total, max(due_at) as last, count(*) as count, max(position) as position
        from invoice_instalments
        where (merchant, environment, invoice) = (i.merchant, i.environment, i.id)
      ) p on true
      where p.total is distinct from i.amount or p.last is distinct from i.due_at or p.count <> p.position + 1`,
  },
  {
    promise: "an invoice's events follow its state machine and end at its status",
    broken: sql`
      select i.merchant, i.environment, i.id, i.status, e.life
      from invoices i
      left join lateral (
        select string_agg(split_part(type, '.', 2), ' ' order by sequence) as life
        from events
        where (merchant, environment, resource) = (i.merchant, i.environment, i.id)
          and type <> 'invoice.reminder_due'
      ) e on true
      where e.life is null
        or e.life !~ case i.status
          when 'open' then '^created( .* reopened)?$'
          when 'partly_paid' then '^created (.* )?(partly_paid|reopened)$'
          when 'paid' then '^created (.* )?paid$'
          when 'overdue' then '^created (.* )?(partly_paid|reopened|overdue)$'
          when 'canceled' then '^created.* canceled$'
        end`,
  },
];
