-- Attempts at a job that died with their server or with what it leans on are told from those that the job itself has failed.
alter table jobs
  -- Those that it has failed: so many and no more are its own.
  add column failures integer not null default 0,
  -- Servers that ended under it, or were cut off, one after the other.
  add column deaths integer not null default 0;
