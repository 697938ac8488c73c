-- Addresses of a workspace's sites that lead elsewhere, as its editors keep them.
alter table wiki_sites add column redirects_version integer not null default 1;

create table wiki_redirects (
  workspace_id bigint not null,
  -- What stands behind the sites' address, decoded.
  from_path text not null,
  -- All that lies below it goes along.
  is_prefix boolean not null,
  -- `doc:<id>`, `entry:<id>`, an https address, or the path of a page.
  target text not null,
  status smallint not null check (status in (301, 302, 308)),
  position integer not null,
  primary key (workspace_id, from_path, is_prefix)
);

-- Aliases that documents had before: their addresses lead to the documents still.
create table wiki_former_aliases (
  workspace_id bigint not null,
  alias text not null,
  doc_id text not null,
  ended_at timestamptz not null,
  primary key (workspace_id, alias)
);
create index wiki_former_aliases_document on wiki_former_aliases (workspace_id, doc_id);
