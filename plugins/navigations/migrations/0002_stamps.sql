-- Whoever remembers pages of sites looks again when a navigation changes: every change of its tree gives it another version.
create constraint trigger navigations_stamp after update or delete on navigations
  deferrable initially deferred for each row execute function stamp_places();
