-- Columns of tables that questions compute with, kept beside the records: made behind the writes, which know nothing of them.

-- Which columns of a table are kept, and of which moment: what the feed tells of after it is read from the records.
create table database_columns (
  table_id bigint primary key references database_tables on delete cascade,
  workspace_id bigint not null,
  -- The ones that were asked for last come first.
  names text[] not null,
  -- The revision of the database that they are of.
  seq bigint not null,
  used_at timestamptz not null
);

-- The values of a column for the records of one range of ids, in the order of ids; of each row one array is set.
create table database_column_chunks (
  workspace_id bigint not null,
  table_id bigint not null references database_columns on delete cascade,
  -- Empty for the ids themselves.
  name text not null,
  chunk bigint not null,
  ids bigint[],
  keys bytea[],
  numbers numeric[],
  texts text[],
  json jsonb[],
  primary key (workspace_id, table_id, name, chunk)
);
-- Read whole each time: what is not compressed is there sooner.
alter table database_column_chunks alter column ids set storage external, alter column keys set storage external,
  alter column numbers set storage external, alter column texts set storage external, alter column json set storage external;
