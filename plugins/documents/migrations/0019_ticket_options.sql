-- What an upload is to become is called its options, as everywhere else.
alter table upload_tickets rename column wish to options;
