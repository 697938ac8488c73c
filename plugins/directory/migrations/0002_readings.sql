-- Until when a reading of the groups is believed to be alive: one whose server died is begun again. It names the reading too.
alter table directory_connections add column reading_until timestamptz;
