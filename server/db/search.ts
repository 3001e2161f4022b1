import { digitsOf } from "#kernel/phone.ts";
import { nothing, type Sql, sql } from "./sql.ts";

/**
 * Name, e-mail or phone contains the text, whatever the case; what looks like a number matches on its digits
 * (interface-decisions 25a). For any table with these three columns.
 */
export function matchesPerson(search: string): Sql {
  const pattern = anywhere(search);
  const is_number = /^[+\d\s().-]*\d[+\d\s().-]*$/.test(search);
  const by_phone = is_number ? sql`or phone like ${`%${digitsOf(search)}%`}` : nothing;
  return sql`(name ilike ${pattern} or email ilike ${pattern} ${by_phone})`;
}

/** The reference contains the text, whatever the case. For any table with that column. */
export function matchesReference(search: string): Sql {
  return sql`reference ilike ${anywhere(search)}`;
}

/** The text for `like` and `ilike` that finds it anywhere; its own wildcards are plain signs. */
export function anywhere(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}
