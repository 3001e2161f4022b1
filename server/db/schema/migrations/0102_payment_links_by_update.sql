-- Open pages poll for changed links: the newest change of a merchant is the last entry of this index.
create index payment_links_by_update on payment_links (merchant, environment, updated_at);
