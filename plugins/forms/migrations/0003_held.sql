-- The pages of forms whose database was under legal hold before these are held along with it, and what respondents have sent to them.
select hold_with(d.document_id, array(
    select f.document_id from forms f where f.database_id = d.document_id
    union
    select u.document_id from forms f join form_sessions s on s.document_id = f.document_id join form_uploads u using (session_id)
    where f.database_id = d.document_id), null)
from documents d where d.legal_hold and exists (select from forms f where f.database_id = d.document_id);
