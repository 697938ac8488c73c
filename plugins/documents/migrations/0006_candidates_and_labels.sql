-- A candidate is a version that was written and is not shown yet; a label is a name that people give to a version.
alter table document_versions add column candidate boolean not null default false;
alter table document_versions add column label text;
