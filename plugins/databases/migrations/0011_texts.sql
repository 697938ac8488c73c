-- In which records of a table the short pieces of texts stand, for searches: made behind the writes, which know nothing of it.

-- Of which tables that is kept, and of which moment: what the feed tells of after it is read from the records.
create table database_texts (
  table_id bigint primary key references database_tables on delete cascade,
  workspace_id bigint not null,
  -- The revision of the database that it is of.
  seq bigint not null,
  -- The number of the next part.
  next_part integer not null,
  -- Parts since all of it was made anew. What they say again, older ones may say differently: whoever is found is looked at.
  later_parts integer not null,
  used_at timestamptz not null
);

-- The records of one part whose texts hold a piece, by the piece's hash.
create table database_text_grams (
  workspace_id bigint not null,
  table_id bigint not null,
  gram integer not null,
  part integer not null,
  records integer not null,
  -- Ids count from it.
  base bigint not null,
  -- Null where so many hold it that it tells nothing.
  offsets smallint[],
  primary key (workspace_id, table_id, gram, part)
);
-- Found by key and read whole: long lists lie beside, so that those of other pieces are not read along.
alter table database_text_grams set (toast_tuple_target = 256);

create function database_texts_gone() returns trigger language plpgsql as $$
begin
  delete from database_text_grams where workspace_id = old.workspace_id and table_id = old.table_id;
  return null;
end
$$;
create trigger database_texts_gone after delete on database_texts for each row execute function database_texts_gone();
