// What the plugins above may use of places:
// the rule to build into their queries, the permits, and the tables' own functions.
export { type Audience, audienceOf, opennessAt, opennessTo } from "./audience.ts";
export {
  checkSharing,
  DocumentGrant,
  endOf,
  findSubject,
  isAnother,
  PlaceGrant,
  sharing,
  showDocumentGrant,
  showGrant,
} from "./grants.ts";
export { type GrantsGone, grantsGoneHook } from "./grants_gone.ts";
export {
  checkIcon,
  ICON_COLOURS,
  ICON_GRAMMAR,
  LUCIDE_NAMES,
  libraryIconHook,
  resolveIcon,
} from "./icons.ts";
export * from "./levels.ts";
export { andInReach, andPlaceInReach, isLimitedToRoots, orOutOfReach, reachesOwn } from "./limit.ts";
export { parentOf, parseFolder, pathsDownTo, ROOT_WORDS } from "./paths.ts";
export {
  generalInReach,
  isPersonal,
  loadPlace,
  managedRoot,
  manages,
  type PlaceNamed,
  refuseLowPlace,
  refuseUnmanaged,
  rootNamed,
  sharedRoot,
} from "./permits.ts";
export {
  guardOf,
  isGuardOpen,
  isInForce,
  managesRoot,
  namesCaller,
  placeLevel,
  reach,
  reachGuards,
  ruleKey,
  seesRoot,
} from "./rule.ts";
export { endList, findAccessLists, startList } from "./store/access_lists.ts";
export { deleteOwnPlaces, endRightsOf } from "./store/departures.ts";
export { claimEnded, claimEnding, giveUp, listEnding, unmarkEnded } from "./store/ending.ts";
export {
  holdFolders,
  holdPlaces,
  holdTree,
  hollowOut,
  removeFolders,
  setPaths,
} from "./store/folder_moves.ts";
export { type FolderRow, findFolderByKey, listFolderRows, makeExplicit, standing, type Tree } from "./store/folders.ts";
export {
  deleteGrant,
  findGrant,
  GRANTS,
  type GrantRow,
  type GrantTarget,
  isToOthers,
  listGivenOn,
  listGrants,
  listGroupPlaces,
  listNaming,
  putGrant,
  type Subject,
  type SubjectType,
} from "./store/grants.ts";
export { handOverTree } from "./store/hand_over.ts";
export { findMemberFolder, fixMemberFolder } from "./store/member_folders.ts";
export {
  atPath,
  copyPlaces,
  ensurePlace,
  findPlace,
  inTree,
  type PlaceFound,
  type Spot,
  shareRoot,
} from "./store/places.ts";
export {
  clearRootIcon,
  deleteRoot,
  findGeneral,
  findRoot,
  holdRoot,
  insertRoot,
  listRoots,
  type NewRoot,
  ROOTS,
  type RootRow,
  refuseDeleted,
  refuseTaken,
  type SeenRoot,
  updateRoot,
} from "./store/roots.ts";
