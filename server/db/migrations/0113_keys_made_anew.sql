-- With which version of the master key the digest of an API key was made, and the look-up of an imported one; null where that is not
-- known yet, which is so for keys from before until they are used.
alter table keys add column master_version integer;

-- When what was sealed was sealed again with a version, which is done once every process has it: from then on what is used is
-- made anew with it.
alter table master_keys add column rotated_at timestamptz;
grant update (rotated_at) on master_keys to kolo_engine;
