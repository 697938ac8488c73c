// The kernel's door for plugins to accounts: groups, people, sessions, tokens, and the viewers of the content host.

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
} from "../auth/groups.ts";
export {
  handoverHook,
  isHandoffNonce,
  issueHandoff,
  redeemHandoff,
  requestHandoff,
  SITE_PAGES,
  useOnce,
  type ViewerOptions,
  viewerHook,
} from "../auth/handoff.ts";
export { HELD_HOURS } from "../auth/held_session.ts";
export { bearerOf } from "../auth/identify.ts";
export { isNarrower, isUnlimited, isWithinLimits, MY_DOCUMENTS, meetLimits } from "../auth/limits.ts";
export { awaitWritesOf, lockForMove } from "../auth/membership_check.ts";
export {
  createPersonUnlessTaken,
  endSessionsOf,
  erasePerson,
  hasProvenAddress,
  isAddressProven,
  movePerson,
  noteSignIn,
  proveAddress,
  setEmail,
} from "../auth/people.ts";
export type { ServiceAccount } from "../auth/service_account.ts";
export { clearSession, continueSession, hostCookie, issueSession, readCookie, sessionKey } from "../auth/session.ts";
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
} from "../auth/tokens.ts";
export {
  endViewings,
  issueViewerCookie,
  readViewerCookie,
  readViewerText,
  type Viewing,
  viewerTextOf,
} from "../auth/viewer.ts";
export { renameWorkspace } from "../auth/workspaces.ts";
