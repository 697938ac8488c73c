-- The texts of a workspace that hold all of some pieces, always by way of the pieces' index.
-- The planner would rather look into every text's own pieces, since it does not know that they lie outside of the rows. Hence also the
-- sum, which no other index fits.
-- Revision 1.
create or replace function search_texts_holding(workspace bigint, pieces integer[]) returns setof bigint
language sql stable rows 500 set enable_seqscan = off as $$
  select blob_id from search_texts where workspace_id + 0 = workspace and grams @> pieces
$$;
