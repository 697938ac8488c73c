-- Whoever remembers what strangers read in a workspace's published folders looks again when their settings change.
create constraint trigger folder_settings_stamp after insert or update or delete on folder_settings
  deferrable initially deferred for each row execute function stamp_places();
