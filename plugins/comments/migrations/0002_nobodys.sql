-- Null once the account of who wrote it is gone.
alter table comments alter column author_id drop not null;
