-- Whether crawlers are let in to a site, and under which name it is found, hangs on the workspace's domains.
create constraint trigger custom_domains_stamp after update on custom_domains
  deferrable initially deferred for each row
  when ((old.hostname, old.is_default, old.status, old.verified_at is null, old.leads_here)
    is distinct from (new.hostname, new.is_default, new.status, new.verified_at is null, new.leads_here))
  execute function stamp_places();
create constraint trigger custom_domains_end_stamp after delete on custom_domains
  deferrable initially deferred for each row execute function stamp_places();
