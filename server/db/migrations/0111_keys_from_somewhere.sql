-- From where alone a private key may be used, beside the merchant's list, which is about transfers. Null is from everywhere, as it
-- is for keys from before.
alter table keys add column addresses cidr[];
alter table keys add check (addresses is null or kind = 'private');
alter table keys add check (cardinality(addresses) > 0);
