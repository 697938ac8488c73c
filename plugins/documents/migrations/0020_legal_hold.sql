-- A document under legal hold is never deleted, purged or expired, whoever or whatever would; the sweeps leave it out by this column.
alter table documents add column legal_hold boolean not null default false;
create index documents_held on documents (owner_id) where legal_hold;
