-- How often an address was invited within a day is asked before it is invited again.
create index invitations_email on invitations (email, created_at);
