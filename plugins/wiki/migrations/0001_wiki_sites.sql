-- The wiki of a workspace: what it shows, what it is called, and where it is served.
create table wiki_sites (
  workspace_id bigint primary key,
  enabled boolean not null,
  title text,
  tagline text,
  footer_md text,
  navigation_id bigint references navigations on delete set null,
  -- Documents by their ids on the wire: one that is gone, or closed to a reader, is as if it had never been named.
  home_doc_id text,
  logo_doc_id text,
  custom_domain_id bigint,
  indexable boolean not null,
  accent text,
  updated_at timestamptz not null
);
create index wiki_sites_navigation on wiki_sites (navigation_id) where navigation_id is not null;
