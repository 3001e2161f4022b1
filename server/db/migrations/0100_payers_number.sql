-- The number a payment was made with, in E.164: filled in on its page, whoever its payer turns out to be among the
-- customers. `phone` stays the number that was asked to confirm.
alter table payments add column payer_phone text collate "C";
