-- A bulk's transfers are written while the rest of it is still decided; its own row, with what they come to, is the last.
alter table transfers alter constraint transfers_merchant_environment_bulk_fkey deferrable initially deferred;
