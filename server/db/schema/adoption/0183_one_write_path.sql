-- A transfer alone is written as all others are, by the statements of each room's `store.ts`.
drop function kolo_accept_transfer(
  text, text, text, text, bigint, bigint, text, text, text, integer, timestamptz, text, text, text, text, text, json, text, text,
  text, text, timestamptz, text, text, timestamptz, bigint, integer
);
drop function kolo_open_attempt(
  text, text, text, text, text, text, bigint, text, text, text, text, text, text, text, text, text, timestamptz, timestamptz
);
drop function kolo_record(text, text, text, text, text, integer, text, timestamptz, bigint, integer);
drop function kolo_hold(text, text, text, text, bigint, timestamptz);
