-- Until when somebody may have leased a document, so that who reads the document need not ask for a lease that is not there.
alter table documents add column leased_until timestamptz;
