import type { AuditCheck } from "#db/audit.ts";
import { sql } from "#db/tx.ts";

export const paymentLinkChecks: readonly AuditCheck[] = [
  {
    promise: "the payments of a payment link never pass its limits",
    broken: sql`
      select l.merchant, l.environment, l.id, l.max_payments, l.max_amount_collected, p.count, p.amount
      from payment_links l
      join lateral (
        select count(*) as count, sum(amount) as amount
        from payments
        where (merchant, environment, link) = (l.merchant, l.environment, l.id) and status in ('processing', 'complete')
      ) p on true
      where p.count > l.max_payments or p.amount > l.max_amount_collected`,
  },
  {
    promise: "a payment of a payment link has the link's currency",
    broken: sql`
      select p.merchant, p.environment, p.id, p.link, p.currency
      from payments p
      join payment_links l on (l.merchant, l.environment, l.id) = (p.merchant, p.environment, p.link)
      where p.currency <> l.currency`,
  },
];
