-- A day's readers over many documents are counted from this index alone; the key finds those of one document.
create index activity_readers_workspace on activity_readers (workspace_id, day, document_id, reader);
