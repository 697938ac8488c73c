-- Whether somebody chose a document's title. Of those that are there nobody knows, so that they stay as they are.
alter table documents add column title_set boolean not null default true;
