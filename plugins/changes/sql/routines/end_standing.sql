-- Remembers that a person stands somewhere no more, from the commit on.
-- Revision 1.
create or replace function end_standing(workspace bigint, person bigint, kind text, grouped bigint) returns void language plpgsql as $$
begin
  -- What began in this transaction was nowhere to be seen.
  delete from standing_spans where user_id = person and workspace_id = workspace and standing = kind
    and group_id is not distinct from grouped and since_seq is null;
  update standing_spans set until_seq = null where user_id = person and workspace_id = workspace and standing = kind
    and group_id is not distinct from grouped and until_seq = 9223372036854775807;
  perform open_scope_turn(workspace);
end
$$;
