-- Searches in the texts of records go by their trigrams where they are rare enough, whichever table they are in.
create extension if not exists pg_trgm;
create index database_records_search on database_records using gin (search_text gin_trgm_ops);
