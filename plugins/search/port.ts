// Ranked search for plugins that know already what their reader may find.
export { rankDocuments } from "./find/ranked.ts";
export { listDocuments } from "./store/wanted.ts";
