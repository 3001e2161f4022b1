-- A transfer changes twice in its life in columns that no index has, and its attempt once. Where the page has room for the
-- new version it costs no index entry. Of a page's 15 % a third of the changes found room.
alter table transfers set (fillfactor = 50);
alter table attempts set (fillfactor = 60);
