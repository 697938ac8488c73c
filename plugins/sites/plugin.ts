// Sites: published folders and navigations as pages that people want to read.

import { handle, type Plugin, provide, type Runtime } from "../../kernel/plugin.ts";
import { type KeptReads, keptReadsHook } from "../../kernel/ports/plugin.ts";
import { committedHook } from "../../kernel/ports/write.ts";
import { crawlersHook, keptReads } from "../content/port.ts";
import { openSites, sitesPort } from "./answers/answers.ts";
import { tellCrawlers } from "./machines/crawlers.ts";
import { readAsset } from "./operations/assets.ts";
import { exportSite } from "./operations/export.ts";
import { mapFolderSite, readFolderSite, readSharedFolderSite, searchFolderSite } from "./operations/folder_sites.ts";
import { comeBack, goToSignIn } from "./operations/sign_in.ts";
import {
  describeWikiSearch,
  mapWiki,
  readAgentWiki,
  readSharedAgentWiki,
  readSharedWikiHome,
  readSharedWikiPage,
  readWikiFolder,
  readWikiHome,
  readWikiPage,
  readWikiPath,
  readWikiTag,
  searchWiki,
} from "./operations/wiki.ts";

export const sites: Plugin = {
  name: "sites",
  operations: [
    readWikiHome,
    searchWiki,
    mapWiki,
    describeWikiSearch,
    readWikiFolder,
    readWikiTag,
    readWikiPage,
    readWikiPath,
    readAgentWiki,
    readSharedAgentWiki,
    readSharedWikiHome,
    readSharedWikiPage,
    searchFolderSite,
    mapFolderSite,
    readFolderSite,
    readSharedFolderSite,
    goToSignIn,
    comeBack,
    readAsset,
    exportSite,
  ],
  migrations: new URL("./migrations/", import.meta.url),
  provides: (runtime) => [provide(sitesPort, openSites(runtime))],
  handles: (runtime) => [
    handle(keptReadsHook, () => keptPages(runtime)),
    handle(crawlersHook, ({ host }) => tellCrawlers(runtime, host)),
    handle(committedHook, ({ workspace_id }) => runtime.use(sitesPort).forget(workspace_id)),
  ],
};

/** Strangers are asked for no network: theirs is a public site, and whoever may be somebody takes the long way. */
function keptPages(runtime: Runtime): KeptReads {
  const sites = runtime.use(sitesPort);
  const find: Parameters<typeof keptReads>[1]["find"] = (host, read) => {
    const found = sites.recallReady(host, read);
    return found && { ...found, operation: found.answer.operation };
  };
  return keptReads(runtime, { prefix: "/w/", find });
}
