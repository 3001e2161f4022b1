-- A live top-up above the limit is a proposal, like a correction, until a second platform operator approves it.
alter table corrections drop constraint corrections_kind_check;
alter table corrections add constraint corrections_kind_check check (kind in ('reverse', 'adjust', 'fund'));

-- The amounts that one platform operator has booked alone in the last 24 hours.
create index audit_log_booked_alone on audit_log (actor, created_at) where action in ('funds.added', 'correction.booked');
