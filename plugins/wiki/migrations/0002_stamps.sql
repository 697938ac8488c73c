-- Whoever remembers pages of a wiki looks again when it is called or shows something else.
create constraint trigger wiki_sites_stamp after insert or update or delete on wiki_sites
  deferrable initially deferred for each row execute function stamp_places();
