-- Notes what a written, moved or deleted document adds to the counts of its place, and takes from them.
-- It is added up later, in the turn of the workspace.
-- Revision 1.
create or replace function count_documents() returns trigger language plpgsql as $$
declare
  is_open integer;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.released_at is null then
    is_open := ((old.visibility = 'unlisted' and old.listing = 'team') or (old.visibility = 'workspace' and old.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, owner_id, tags, docs, open_docs, listed_docs, team_docs)
    values (old.workspace_id, old.place_id, old.owner_id, old.tags, -1, -is_open, case when old.listing = 'team' then -is_open else 0 end,
      -(old.listing = 'team')::int);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.released_at is null then
    is_open := ((new.visibility = 'unlisted' and new.listing = 'team') or (new.visibility = 'workspace' and new.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, owner_id, tags, docs, open_docs, listed_docs, team_docs)
    values (new.workspace_id, new.place_id, new.owner_id, new.tags, 1, is_open, case when new.listing = 'team' then is_open else 0 end,
      (new.listing = 'team')::int);
  end if;
  return null;
end
$$;
