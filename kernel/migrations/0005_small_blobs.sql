-- Small contents lie in their row: one fsync, that of the commit, where a file needs two of its own.
-- Null for what the store holds. A storage_key that begins with "row_" says the same to whoever has only the key.
alter table blobs add column bytes bytea;
