-- The documents of each tag in the order of lists, in a workspace and at a place, so that a list of one tag reads no others.
-- A trigger keeps them, so that no write forgets it. What is in the trash is not among them.

-- From here on nobody writes a document, so that what is put down below is all there is.
lock table documents in share row exclusive mode;

create table document_tags (
  workspace_id bigint not null,
  place_id bigint not null,
  tag text not null,
  updated_at timestamptz not null,
  document_id bigint not null,
  -- 1 for what is open to every member, 2 for what is listed to the team beside, and 0 for what neither is.
  openness smallint not null
);

create function openness_of(visibility text, listing text, grant_count integer) returns smallint language sql immutable
return case
  when listing = 'team' and (visibility = 'unlisted' or (visibility = 'workspace' and grant_count = 0)) then 2::smallint
  when visibility = 'workspace' and grant_count = 0 then 1::smallint
  else 0::smallint end;

insert into document_tags (workspace_id, place_id, tag, updated_at, document_id, openness)
select distinct workspace_id, place_id, tag, updated_at, document_id, openness_of(visibility, listing, grant_count)
from documents, unnest(tags) as tag where tags <> '{}' and deleted_at is null;

create index document_tags_in_order on document_tags (workspace_id, tag, updated_at desc, document_id desc);
create index document_tags_at_place on document_tags (place_id, tag, updated_at desc, document_id desc);
create index document_tags_team on document_tags (workspace_id, tag, updated_at desc, document_id desc) where openness = 2;
create index document_tags_open_at_place on document_tags (place_id, tag, updated_at desc, document_id desc) where openness > 0;

create function put_document_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.tags = new.tags and old.deleted_at is null and new.deleted_at is null then
    update document_tags set workspace_id = new.workspace_id, place_id = new.place_id, updated_at = new.updated_at,
      openness = openness_of(new.visibility, new.listing, new.grant_count)
    where place_id = old.place_id and tag = any(old.tags) and updated_at = old.updated_at and document_id = old.document_id;
    return null;
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then
    delete from document_tags
    where place_id = old.place_id and tag = any(old.tags) and updated_at = old.updated_at and document_id = old.document_id;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into document_tags (workspace_id, place_id, tag, updated_at, document_id, openness)
    select distinct new.workspace_id, new.place_id, tag, new.updated_at, new.document_id,
      openness_of(new.visibility, new.listing, new.grant_count)
    from unnest(new.tags) as tag;
  end if;
  return null;
end
$$;
create trigger documents_tagged_insert after insert on documents for each row
  when (new.tags <> '{}' and new.deleted_at is null) execute function put_document_tags();
create trigger documents_tagged_delete after delete on documents for each row
  when (old.tags <> '{}' and old.deleted_at is null) execute function put_document_tags();
create trigger documents_tagged_update
  after update of workspace_id, place_id, tags, updated_at, deleted_at, visibility, listing, grant_count on documents for each row
  when ((old.tags <> '{}' or new.tags <> '{}')
    and (old.workspace_id, old.place_id, old.tags, old.updated_at, old.deleted_at is null, old.visibility, old.listing, old.grant_count)
      is distinct from (new.workspace_id, new.place_id, new.tags, new.updated_at, new.deleted_at is null, new.visibility, new.listing,
        new.grant_count))
  execute function put_document_tags();
