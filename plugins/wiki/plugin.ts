// The wiki: one navigation of a workspace, published as a site.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { navigationEndHook, publishedNavigationsHook } from "../navigations/port.ts";
import { fallBack, followAlias, followDomain, followPurge } from "./following.ts";
import { replaceAllRedirects, showRedirects } from "./operations/redirects.ts";
import { changeWiki, getWiki } from "./operations/site.ts";
import { listPublished } from "./store/sites.ts";

export const wiki: Plugin = {
  name: "wiki",
  operations: [getWiki, changeWiki, showRedirects, replaceAllRedirects],
  lends: ["wiki.update"],
  on: [followDomain, followAlias, followPurge],
  handles: () => [
    handle(navigationEndHook, fallBack),
    handle(publishedNavigationsHook, ({ sql, workspace_id }) => listPublished(sql, workspace_id)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
