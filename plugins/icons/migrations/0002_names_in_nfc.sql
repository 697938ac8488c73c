-- Tags are in NFC. What was set for a tag in that form stands.
delete from tag_settings s where tag is not nfc normalized and exists (
  select from tag_settings other where other.workspace_id = s.workspace_id and other.root_id is not distinct from s.root_id
    and other.owner_id is not distinct from s.owner_id and other.tag <> s.tag and normalize(other.tag) = normalize(s.tag)
    and (other.tag is nfc normalized or other.ctid < s.ctid));
update tag_settings set tag = normalize(tag) where tag is not nfc normalized;
