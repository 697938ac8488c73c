-- What was approved or rejected stays to be read: the difference as it was when somebody decided.
alter table agent_proposals
  -- Unified; null while nobody has decided, where a file was no text, and where it was too long to keep.
  add column decided_diff text;
