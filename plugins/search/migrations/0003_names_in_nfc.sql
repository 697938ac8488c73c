-- The paths of documents' files are in NFC.
delete from search_files f where path is not nfc normalized
  and exists (select from search_files other where other.document_id = f.document_id and other.path <> f.path
    and normalize(other.path) = normalize(f.path));
update search_files set path = normalize(path) where path is not nfc normalized;
