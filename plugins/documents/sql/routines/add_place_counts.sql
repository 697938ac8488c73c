-- Adds what happened to documents of places to the counts of these.
-- In the workspace's turn.
-- Revision 1.
create or replace function add_place_counts(happened document_count_changes[]) returns void language sql as $$
  insert into document_place_counts as c (place_id, docs, open_docs, listed_docs, team_docs)
  select p.place_id, sum(h.docs), sum(h.open_docs), sum(h.listed_docs), sum(h.team_docs)
  from unnest(happened) as h join places p on p.place_id = h.place_id
  group by p.place_id
  on conflict (place_id) do update set docs = c.docs + excluded.docs, open_docs = c.open_docs + excluded.open_docs,
    listed_docs = c.listed_docs + excluded.listed_docs, team_docs = c.team_docs + excluded.team_docs
$$;
