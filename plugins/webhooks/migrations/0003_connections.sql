-- Connections: webhooks that are told of one database's answers, and with them so much of what was answered as they name.
alter table webhooks
  -- The database's id on the wire; null for a webhook that is no connection.
  add column database_doc_id text,
  -- Null for all its tables.
  add column table_id bigint,
  -- The fields that the destination may receive; null for none.
  add column fields text[],
  add column provider text,
  -- Whose access to the database is looked at before each delivery; null once that account is gone, which ends it.
  add column owner_id bigint;
create index webhooks_owner on webhooks (owner_id) where owner_id is not null;
