-- What a complete answer was sent as, by hash: its ticket brings the same again and nothing else. Null for answers from before.
alter table form_responses add column sent_sha256 bytea;
