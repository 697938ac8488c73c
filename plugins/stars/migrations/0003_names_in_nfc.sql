-- The names of folders are in NFC. Of two stars that come to mean one folder the older stays.
delete from stars s where folder is not null and exists (
  select from stars other where other.star_id < s.star_id and other.workspace_id = s.workspace_id and other.user_id = s.user_id
    and other.root_id is not distinct from s.root_id and normalize(other.folder) = normalize(s.folder));
update stars set folder = normalize(folder) where folder is not nfc normalized;
