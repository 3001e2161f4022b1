-- Whether what a transaction rests on without having looked at it is so still. Where it is not, the transaction is tried again
-- and looks: as when PostgreSQL itself finds that two transactions do not go together.
create function kolo_still(is_so boolean, what text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'Changed meanwhile: %', what using errcode = 'serialization_failure';
  end if;
end
$$;
