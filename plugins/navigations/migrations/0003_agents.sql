-- A navigation may belong to an agent, by whose slug it is read beside the one that the wiki shows.
alter table navigations add column agent_slug text check (agent_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$');
create unique index navigations_agent on navigations (workspace_id, agent_slug) where agent_slug is not null;
