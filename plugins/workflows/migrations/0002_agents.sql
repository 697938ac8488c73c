-- A workflow may belong to an agent, beside whose files it is found.
alter table workflows add column agent_id bigint references agents on delete set null;
create index workflows_agent on workflows (agent_id) where agent_id is not null;
