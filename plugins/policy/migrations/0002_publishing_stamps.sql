-- The rule of publishing says what of a workspace strangers read, as lists of places do.
create constraint trigger workspace_policies_stamp after insert or update or delete on workspace_policies
  deferrable initially deferred for each row execute function stamp_places();
