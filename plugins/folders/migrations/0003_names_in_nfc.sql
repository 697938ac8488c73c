-- The names of folders are in NFC.
update folder_settings set child_order = (
  select array_agg(normalize(key) order by at) from unnest(child_order) with ordinality as said(key, at))
where exists (select from unnest(child_order) as key where key is not nfc normalized);
