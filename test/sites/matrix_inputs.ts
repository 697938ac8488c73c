// Inputs of the permission matrix for sites, which show whoever asks what is theirs to read.
import { type Inputs, plain } from "../permission/input.ts";

const params = { root_slug: "general", path: "" };
const workspace = "nobody";

export const INPUTS: Inputs = {
  "site.export": plain(),
  "site.folder": plain({ params }),
  "site.folder_search": plain({ params }),
  "site.folder_map": plain({ params }),
  "site.shared_folder": plain({ params: { ...params, workspace } }),
  "site.sign_in": plain({ query: { to: "/w/" } }),
  "site.signed_in": plain({ query: { handoff: "none" } }),
  "site.asset": plain({ params: { name: "none" } }),
  "wiki.home": plain(),
  "wiki.agent": plain({ params: { agent_slug: "support", path: "" } }),
  "wiki.shared_agent": plain({ params: { workspace, agent_slug: "support", path: "" } }),
  "wiki.path": plain({ params: { ref: "old", path: "page" } }),
  "wiki.page": plain({ params: { ref: "install" } }),
  "wiki.folder": plain({ params: { path: "general/Plans" } }),
  "wiki.tag": plain({ params: { tag: "news" } }),
  "wiki.search": plain(),
  "wiki.map": plain(),
  "wiki.opensearch": plain(),
  "wiki.shared_home": plain({ params: { workspace } }),
  "wiki.shared_page": plain({ params: { workspace, path: "install" } }),
};
