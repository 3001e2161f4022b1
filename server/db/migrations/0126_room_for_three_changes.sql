-- An order changes three times in its life, and the first two find room on its page only if what they leave behind is swept in
-- time, which it is not while others read: a fifth of the changes went to another page, and wrote every index anew.
alter table attempts set (fillfactor = 30);
