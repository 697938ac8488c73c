-- Finds the places at which a list counts, for everybody whom a grant names.
-- Folders are made seldom and asked for always, so the index is kept whole at each write.
create index places_guards on places using gin (guard_ids) with (fastupdate = off);
