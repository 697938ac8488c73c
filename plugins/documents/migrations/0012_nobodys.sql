-- Null once the account of who wrote or owned it is gone: a living document has an owner always.
alter table documents alter column created_by drop not null;
alter table document_tombstones alter column owner_id drop not null;
