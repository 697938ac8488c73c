-- What a section of a navigation shows hangs on who it is listed to as well: the trigger of 0002 again, with that.
drop trigger documents_told_update on documents;
create trigger documents_told_update after update on documents for each row
  when ((old.workspace_id, old.place_id, old.visibility, old.listing, old.alias, old.tags, old.filename, old.deleted_at is null)
      is distinct from
        (new.workspace_id, new.place_id, new.visibility, new.listing, new.alias, new.tags, new.filename, new.deleted_at is null)
    or new.expires_at < old.expires_at or (old.expires_at is null and new.expires_at is not null))
  execute function tell_site_documents();
