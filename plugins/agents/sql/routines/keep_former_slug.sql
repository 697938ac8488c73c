-- Keeps the slug that an agent loses.
-- It loses it by another one, with its document, or with its person's move to another workspace.
-- Revision 1.
create or replace function keep_former_slug() returns trigger language plpgsql as $$
begin
  insert into agent_former_slugs (workspace_id, slug, agent_document_id)
    values (old.workspace_id, old.slug, old.document_id)
    on conflict (workspace_id, slug) do update set agent_document_id = excluded.agent_document_id;
  return null;
end $$;
