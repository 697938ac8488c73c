-- For how many a document is open, as a number.
-- It is 2 for the whole workspace where it is listed, 1 for whoever has its link there, else 0.
-- Revision 1.
create or replace function openness_of(visibility text, listing text, grant_count integer) returns smallint language sql immutable
return case
  when listing = 'team' and (visibility = 'unlisted' or (visibility = 'workspace' and grant_count = 0)) then 2::smallint
  when visibility = 'workspace' and grant_count = 0 then 1::smallint
  else 0::smallint end;
