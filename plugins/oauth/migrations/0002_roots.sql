-- Every limit names the roots that it holds a connection to; null for none.
update oauth_grants set limits = limits || '{"roots": null}' where limits -> 'roots' is null;
