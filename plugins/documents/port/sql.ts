// Parts of queries over documents, for lists of the plugins above: what is open to the caller is part of each query.
export {
  andDocumentInReach,
  isOpenByName,
  isOpenHere,
  isOpenToMembers as openToMembers,
  levelColumns,
  listedTo,
  listedToTeam,
  nearTo,
  openTo,
  reachedBy,
  reachedLevels,
  withWays,
} from "../model/levels.ts";
export { held, live } from "../model/live.ts";
export { countByGuard } from "../store/counting/counts.ts";
export { ownDocuments } from "../store/reading/by_key.ts";
export {
  documentColumns,
  filesColumn,
  ownedColumns,
  ownedFrom,
  placed,
  placedFor,
} from "../store/reading/documents.ts";
export { atLeast, BESIDE_PAGES, ofPages } from "../store/reading/list_pages.ts";
export { inFolder, scopeOf } from "../store/reading/lists.ts";
