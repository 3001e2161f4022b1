-- Payers are found by e-mail with `lower`, which in some locales knows ASCII alone. Letters beyond ASCII are now stored in small
-- letters; a payer whose key is the address already has that form in it, and could not be found by it.
set local role kolo_engine;
update customers
set email = payer_key
where email is not null and payer_key is not null
  and octet_length(email) <> char_length(email) and position('@' in payer_key) > 0 and email <> payer_key;
reset role;
