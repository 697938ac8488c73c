-- Names that no person hides behind, and what may go away is looked at again whatever proved it.
alter table email_domains rename column email_domain_id to domain_id;
alter table email_domains rename column proven_by to proof;
drop index email_domains_recheck;
create index email_domains_recheck on email_domains (checked_at) where proof in ('dns', 'provider');
