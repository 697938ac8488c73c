-- What looks the same is the same: tags and paths of files are in NFC. A file that would meet another one takes a number.
update documents d set tags = (
  select array_agg(tag order by at) from (
    select normalize(tag) as tag, min(at) as at from unnest(d.tags) with ordinality as said(tag, at) group by normalize(tag)
  ) as one)
where exists (select from unnest(d.tags) as tag where tag is not nfc normalized);

update document_tombstones d set folder = normalize(folder), tags = coalesce((
  select array_agg(tag order by at) from (
    select normalize(tag) as tag, min(at) as at from unnest(d.tags) with ordinality as said(tag, at) group by normalize(tag)
  ) as one), '{}')
where folder is not nfc normalized or exists (select from unnest(d.tags) as tag where tag is not nfc normalized);

do $$
declare
  one record;
  new_path text;
  number integer;
begin
  for one in select document_id, version, path from document_files where path is not nfc normalized order by 1, 2, 3 loop
    new_path := normalize(one.path);
    number := 1;
    while exists (
      select from document_files where document_id = one.document_id and version = one.version and path = new_path
    ) loop
      number := number + 1;
      new_path := regexp_replace(normalize(one.path), '(\.[^./]*)?$', '-' || number || '\1');
    end loop;
    update document_files set path = new_path
    where document_id = one.document_id and version = one.version and path = one.path;
  end loop;
end
$$;

update documents set source_path = normalize(source_path), filename = normalize(filename)
where source_path is not nfc normalized or filename is not nfc normalized;

insert into source_paths (blob_id, path, workspace_id)
select blob_id, normalize(path), workspace_id from source_paths where path is not nfc normalized on conflict do nothing;
delete from source_paths where path is not nfc normalized;
