// What plugins may use of accounts: who calls, what they may do, and how they come and go.

export { type Actor, isManager, PLANS, type Plan, ROLES, type Role, type TokenLimits } from "./actor.ts";
export {
  type Belonging,
  belongingsSlot,
  DELETED_PERSON,
  groupEndSlot,
  type HandOver,
  handOverRuleSlot,
  handOverSlot,
  type PersonEnd,
  type PersonLeave,
  type PersonMove,
  type PersonsDue,
  personEndSlot,
  personKeptSlot,
  personLeaveSlot,
  personMoveSlot,
  type RemovalFacts,
  removalSlot,
} from "./departures.ts";
export {
  addToGroup,
  createGroup,
  deleteGroup,
  findGroupBySlug,
  findGroups,
  type GroupRow,
  holdGroup,
  holdGroups,
  removeFromAllGroups,
  removeFromGroup,
  removeOthersFromGroup,
  renameGroup,
} from "./groups.ts";
export {
  isHandoffNonce,
  issueHandoff,
  redeemHandoff,
  requestHandoff,
  SITE_PAGES,
  type ViewerOptions,
  viewerSlot,
} from "./handoff.ts";
export { bearerOf } from "./identify.ts";
export { isNarrower, isUnlimited, isWithinLimits, MY_DOCUMENTS, meetLimits } from "./limits.ts";
export {
  identifyMaker,
  type Maker,
  type MakingSession,
  makerOf,
  readSessionClaims,
  sessionClaims,
} from "./maker.ts";
export { isWider, type Openness, VISIBILITY_LIMITS, type VisibilityLimit, widest } from "./openness.ts";
export {
  actorOf,
  createPerson,
  createPersonalWorkspace,
  createPersonUnlessTaken,
  createWorkspace,
  disablePerson,
  enablePerson,
  endSessions,
  endSessionsOf,
  erasePerson,
  findPerson,
  findPersonByEmail,
  isEmptyHouse,
  lockEmail,
  lockWorkspaces,
  movePerson,
  noteSignIn,
  type Person,
  personColumns,
  personOf,
  readWorkspace,
  renameWorkspace,
  setEmail,
  setName,
  setPlan,
  setRole,
  slugOf,
} from "./people.ts";
export { anyone, demandActor, lastingCaller, sessionOnly, signedIn } from "./permits.ts";
export type { ServiceAccount } from "./service_account.ts";
export { clearSession, hostCookie, issueSession, readCookie, sessionKey } from "./session.ts";
export { awaitWritesOf, lockForMove } from "./standing.ts";
export {
  countLiveTokens,
  findLiveToken,
  findTokenByText,
  limitToken,
  listTokens,
  mintClientToken,
  mintToken,
  revokeToken,
  revokeTokens,
  revokeTokensOf,
  TOKENS,
  type TokenRow,
} from "./tokens.ts";
export {
  endViewings,
  issueViewerCookie,
  readViewerCookie,
  readViewerText,
  type Viewing,
  viewerTextOf,
} from "./viewer.ts";
