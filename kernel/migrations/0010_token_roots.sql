-- Every limit names the roots that it holds a token to; null for none.
update tokens set limits = limits || '{"roots": null}' where limits is not null and limits -> 'roots' is null;
