-- Some providers are queried by an id of their own, or send an outcome only in a callback.
alter table attempts
  add column query_id text,
  -- The answer of the last callback, in the plug-in's form, without numbers and names.
  add column callback_answer text;

create or replace function kolo_is_valid(it attempts) returns boolean
language plpgsql immutable as $$
begin
  return it.environment in ('test', 'live')
    and it.kind in ('transfer', 'collect', 'refund', 'withdrawal')
    and it.amount > 0
    and it.currency ~ '^[A-Z]{3}$'
    and it.country ~ '^[A-Z]{2}$'
    and it.claim >= 0
    and it.state in ('waiting', 'sent', 'complete', 'failed', 'canceled', 'review')
    and (it.sent_at is null or it.provider_reference is not null and it.state <> 'canceled')
    and (it.due_at is null or it.state <> 'canceled')
    and (it.ended_at is not null) = (it.state in ('complete', 'failed', 'canceled'))
    and (it.query_id is null or length(it.query_id) <= 500)
    and (it.callback_answer is null or length(it.callback_answer) <= 1000 and it.called_back_at is not null);
end
$$;
