-- Publishes documents of several people together and commits.
-- Called outside of a transaction. `written` are the documents by their columns; `placed` is the number of a pair of `makers` and
-- `folders`, for one that goes to a folder of My documents. `filed` are their files, `links` as keep_links takes them, and `kept` the keys
-- of the contents.
-- Revision 1.
create or replace procedure publish_documents(
  workspace bigint, at timestamptz, makers bigint[], folders text[], written jsonb, filed jsonb,
  hashes text[], sizes bigint[], keys text[], lengths integer[], contents bytea,
  owners bigint[], added integer[], grown bigint, noted jsonb, links jsonb, bytes_max bigint, live_max integer,
  inout kept text[]
) language plpgsql as $$
declare
  patience text := current_setting('lock_timeout');
  places bigint[];
  blobs bigint[];
  made bigint[];
  blob record;
  done text;
begin
  done := set_config('synchronous_commit', 'off', true);
  -- What somebody else holds is one document's to wait for, not that of all the others.
  done := set_config('lock_timeout', '100ms', true);
  done := demand_standings(owners, workspace)::text;
  places := ensure_places(workspace, makers, folders);
  blob := take_blobs(workspace, hashes, sizes, keys, lengths, contents, at);
  blobs := blob.taken;
  kept := blob.taken_keys;
  with w as materialized (
    select * from jsonb_to_recordset(written) as w(n integer, person bigint, at timestamptz, via text, placed integer, place_id bigint,
      doc_id text, slug text, title text, title_set boolean, kind text, doc_type text, source_path text, tags text[],
      visibility text, listing text, password_hash text, retention_days integer, expires_at timestamptz, description text,
      attrs jsonb, filename text, message text, size_bytes bigint)
  ), d as (
    insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, title_set, kind, doc_type, place_id, source_path,
      tags, visibility, listing, password_hash, retention_days, expires_at, description, attrs, filename, version, size_bytes,
      created_at, updated_at)
    select workspace, w.doc_id, w.slug, w.person, w.person, w.title, w.title_set, w.kind, w.doc_type,
      coalesce(w.place_id, places[w.placed]), w.source_path, w.tags, w.visibility, w.listing, w.password_hash, w.retention_days,
      w.expires_at, w.description, w.attrs, w.filename, 1, w.size_bytes, w.at, w.at
    from w
    returning document_id, doc_id
  ), v as (
    insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes)
    select d.document_id, 1, workspace, w.at, w.person, w.via, w.message, w.size_bytes from d join w on w.doc_id = d.doc_id
  ), f as (
    insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
    select d.document_id, 1, x.path, workspace, blobs[array_position(hashes, x.sha256)], decode(x.sha256, 'hex'), x.size_bytes,
      x.content_type, x.renderer
    from jsonb_to_recordset(filed) as x(doc_id text, path text, sha256 text, size_bytes bigint, content_type text, renderer integer)
      join d on d.doc_id = x.doc_id
  )
  select array_agg(d.document_id order by w.n) into made from d join w on w.doc_id = d.doc_id;
  if links is not null then done := keep_links(workspace, links, hashes, blobs)::text; end if;
  done := write_audits(noted)::text;
  -- Everybody waits for the turn in any case.
  done := set_config('lock_timeout', patience, true);
  done := count_new_documents(workspace, made, owners, added, grown, bytes_max, live_max, at)::text;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;
