-- What a private key may do: a noun and whether it is read or written (`kernel/rights.ts`). Null is everything, as it is for
-- keys from before. A public key opens what the interface says it opens, no less.
alter table keys add column rights text[];
alter table keys add check (rights is null or kind = 'private');
alter table keys add check (cardinality(rights) > 0);
