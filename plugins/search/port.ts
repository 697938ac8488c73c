// Ranked search for plugins that know already what their reader may find.
/** The same for whoever asks: what is listed to them. */
export { type ListedHit, searchListed } from "./find/listed.ts";
export { rankDocuments } from "./find/ranked.ts";
export { listDocuments } from "./store/wanted.ts";
