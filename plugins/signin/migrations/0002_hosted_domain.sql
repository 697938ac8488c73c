-- The domain that a provider serves for its owner, of an identity whose verified address lies in it.
alter table provider_identities add column hosted_domain text;
