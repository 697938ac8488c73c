// Sites: published folders and navigations as pages that people want to read.
import { type Plugin, provide } from "../../kernel/mod.ts";
import { openSites, sitesPort } from "./answers.ts";
import { readAsset } from "./operations/assets.ts";
import { mapFolderSite, readFolderSite, readSharedFolderSite, searchFolderSite } from "./operations/folder_sites.ts";
import { comeBack, goToSignIn } from "./operations/sign_in.ts";

export const sites: Plugin = {
  name: "sites",
  operations: [searchFolderSite, mapFolderSite, readFolderSite, readSharedFolderSite, goToSignIn, comeBack, readAsset],
  provides: (house) => [provide(sitesPort, openSites(house))],
};
