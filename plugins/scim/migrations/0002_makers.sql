-- Who made a token; null for one from before, and once the account is gone.
alter table scim_tokens add column created_by bigint;
create index scim_tokens_maker on scim_tokens (created_by) where created_by is not null;
