-- Words are kept with more letters folded, and pictures are words: what was indexed with such letters is indexed anew.

-- Which documents hold some, in their texts or in what is said of them.
create temporary table stale on commit drop as
  select d.document_id, d.workspace_id from documents d
  where concat_ws(' ', d.title, d.description, array_to_string(d.tags, ' ')) ~* '[łøđðþæœßıħŧŋĸ©®™←-⯿🀀-🫿]'
  union
  select f.document_id, f.workspace_id from search_files f join search_texts t using (workspace_id, blob_id)
  where t.body ~* '[łøđðþæœßıħŧŋĸ©®™←-⯿🀀-🫿]';

delete from search_files f using stale s where s.document_id = f.document_id;

-- The index goes on from before the first of them, and passes over what it has.
update search_cursors c set change_seq = least(c.change_seq, first.change_seq - 1)
from (select s.workspace_id, min(dc.change_seq) as change_seq
  from stale s join document_changes dc using (workspace_id, document_id) group by s.workspace_id) first
where first.workspace_id = c.workspace_id;
