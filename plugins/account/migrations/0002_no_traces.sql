-- A deletion that is done leaves no row: its audit row says that it was.
delete from account_deletions where purged_at is not null;
drop index account_deletions_due;
alter table account_deletions drop column purged_at;
create index account_deletions_due on account_deletions (purge_at);
