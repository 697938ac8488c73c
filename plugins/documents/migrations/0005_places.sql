-- A document lies at a place, which names its folder and its root and carries what is granted there.
alter table documents add column place_id bigint references places;

-- Every folder that documents name so far is somebody's own; with it come the folders above.
insert into places (workspace_id, owner_id, path)
select distinct d.workspace_id, d.owner_id, array_to_string(parts[1:depth], '/')
from (select distinct workspace_id, owner_id, string_to_array(folder, '/') as parts from documents) as d,
  generate_series(0, cardinality(parts)) as depth;
update places set guard_ids = array(
  select above.place_id from places above
  where above.owner_id = places.owner_id and above.root_id is null
    and (above.path = '' or above.path = places.path or starts_with(places.path, above.path || '/'))
  order by length(above.path)
) where root_id is null;
update documents d set place_id = p.place_id
from places p where p.owner_id = d.owner_id and p.root_id is null and p.path = d.folder;

alter table documents alter column place_id set not null;
alter table documents drop column folder;
-- The slug of the root that was deleted while the document lay in its trash: bringing it back then takes a place.
alter table documents add column lost_root text;

drop index documents_workspace_team;
create index documents_workspace_live on documents (workspace_id, updated_at desc, document_id desc) where deleted_at is null;
create index documents_place on documents (place_id);

alter table grants add foreign key (document_id) references documents on delete cascade;
