import { sql } from "#db/sql.ts";

/** A join to transfers `t`, as `o`: the `receiver_name` and `bank_code` in each transfer's order. */
export const ATTEMPT_RECIPIENT_JOIN = sql`
  left join lateral (
    select receiver_name, bank_code
    from attempts
    where (merchant, environment, subject) = (t.merchant, t.environment, t.id)
    order by id
    limit 1
  ) o on true`;
