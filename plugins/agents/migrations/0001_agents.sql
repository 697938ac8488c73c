-- Agents: what makes documents of their type agents, and changes of their files that wait for a person to decide.
create table agents (
  document_id bigint primary key references documents on delete cascade,
  workspace_id bigint not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Paths of its own files, in the order in which they are read.
  instruction_files text[] not null,
  -- Paths that only a person who is signed in saves; one that ends in a slash stands for all below it.
  protected text[] not null,
  -- Documents by their ids on the wire, read along with its own files.
  includes text[] not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  unique (workspace_id, slug)
);
create unique index agents_default on agents (workspace_id) where is_default;

create table agent_proposals (
  proposal_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references agents on delete cascade,
  -- Null once that account is gone.
  proposer_id bigint,
  -- The program by which they proposed it; null where they did themselves.
  client text,
  message text,
  base_version integer not null,
  -- Of each file its path, the text that it is to hold (null to remove it) and the SHA-256 of what it held (null where it was not there).
  files jsonb not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  note text,
  decided_by bigint,
  decided_at timestamptz,
  -- The version that came of it.
  version integer,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index agent_proposals_list on agent_proposals (document_id, proposal_id);
create index agent_proposals_age on agent_proposals (expires_at);
create index agent_proposals_people on agent_proposals (proposer_id) where proposer_id is not null;
create index agent_proposals_deciders on agent_proposals (decided_by) where decided_by is not null;
