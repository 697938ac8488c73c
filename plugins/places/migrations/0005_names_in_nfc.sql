-- What looks the same is the same: folders are named in NFC.
-- One that would meet another folder keeps what it holds, its lists and its grants, and takes a number.
do $$
declare
  one record;
  segments text[];
  at integer;
  old_path text;
  plain text;
  new_path text;
  number integer;
begin
  loop
    select root_id, owner_id, path into one from places where path is not nfc normalized order by length(path), place_id limit 1;
    exit when not found;
    segments := string_to_array(one.path, '/');
    select min(n) into at from generate_subscripts(segments, 1) as n where segments[n] is not nfc normalized;
    old_path := array_to_string(segments[1:at], '/');
    plain := array_to_string(segments[1:at - 1] || normalize(segments[at]), '/');
    new_path := plain;
    number := 1;
    while exists (
      select from places p where p.root_id is not distinct from one.root_id and p.owner_id is not distinct from one.owner_id
        and (p.path = new_path or starts_with(p.path, new_path || '/'))
    ) loop
      number := number + 1;
      new_path := plain || '-' || number;
    end loop;
    update places set path = new_path || substr(path, length(old_path) + 1)
    where root_id is not distinct from one.root_id and owner_id is not distinct from one.owner_id
      and (path = old_path or starts_with(path, old_path || '/'));
  end loop;
end
$$;
