-- Wrong tries delay the next one and shut nobody out: the service no longer writes until when somebody waits. The column stays
-- for a release, for processes of the version before.
alter table sign_in_failures alter column waits_until set default now();
