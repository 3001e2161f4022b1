-- What must be so for a transaction to be committed. Called where nobody waits for an answer before the commit.
create function kolo_expect(is_so boolean, promise text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'Broken promise: %', promise;
  end if;
end
$$;
