import { sql } from "#db/sql.ts";

/** Joins each transfer `t` to its first attempt, as `o`, for the attempt's `receiver_name` and `bank_code`. */
export const ATTEMPT_RECIPIENT_JOIN = sql`
  left join lateral (
    select receiver_name, bank_code
    from attempts
    where (merchant, environment, subject) = (t.merchant, t.environment, t.id)
    order by id
    limit 1
  ) o on true`;
