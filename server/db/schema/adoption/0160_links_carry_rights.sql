-- A merchant link says what the linked merchant may do in the other's name, and in which environments. A link that was made
-- before this step keeps all it opened; a new one opens reading, unless it says more.
alter table connections
  add column rights text[] collate "C" not null default '{
    payments:read,payments:write,payment_links:read,payment_links:write,refunds:read,refunds:write,customers:read,customers:write,
    transfers:read,transfers:write,beneficiaries:read,beneficiaries:write,balance:read,webhooks:read,webhooks:write,events:read}',
  add column environments text[] collate "C" not null default '{test,live}'
    check (cardinality(environments) > 0 and environments <@ '{test,live}');
alter table connections
  alter column rights drop default,
  alter column environments drop default;
grant update (rights, environments) on connections to kolo_engine;
