-- What had left a root that is gone is known to the managers of General alone, who were told when it left.
-- Nothing of it stays behind for everybody who reads General.
drop trigger documents_tombstone on documents;
create trigger documents_tombstone before delete on documents for each row when (old.lost_root is null)
  execute function keep_document_tombstone();
