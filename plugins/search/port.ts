// Ranked search for plugins that know already what their reader may find.
export { type Ranked, rankDocuments } from "./ranked.ts";
