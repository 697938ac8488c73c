-- Slugs under which an agent with protected files was read: another agent is given one by a person who is signed in alone.
create table agent_former_slugs (
  workspace_id bigint not null,
  slug text not null,
  -- The agent that had it, which may take it again; no reference, since the slug is kept when that is purged.
  agent_document_id bigint not null,
  primary key (workspace_id, slug)
);

-- However an agent loses its slug: by another one, with its document, or with its person's move to another workspace.
create function keep_former_slug() returns trigger language plpgsql as $$
begin
  insert into agent_former_slugs (workspace_id, slug, agent_document_id)
    values (old.workspace_id, old.slug, old.document_id)
    on conflict (workspace_id, slug) do update set agent_document_id = excluded.agent_document_id;
  return null;
end $$;
create trigger agents_slug_given_up after update of slug, workspace_id on agents for each row
  when (cardinality(old.protected) > 0 and (old.slug <> new.slug or old.workspace_id <> new.workspace_id))
  execute function keep_former_slug();
create trigger agents_slug_left after delete on agents for each row
  when (cardinality(old.protected) > 0) execute function keep_former_slug();

-- Once another agent has it, what that one protects decides.
create function take_former_slug() returns trigger language plpgsql as $$
begin
  delete from agent_former_slugs where workspace_id = new.workspace_id and slug = new.slug;
  return null;
end $$;
create trigger agents_slug_taken after insert or update of slug, workspace_id on agents for each row
  execute function take_former_slug();
