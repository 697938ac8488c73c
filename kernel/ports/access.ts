// The kernel's door for plugins to who does something and for whom:
// authors, leaving and removal, what limits of connections are asked.

export {
  type Author,
  authorOf,
  identifyAuthor,
  type MakingSession,
  readSessionClaims,
  sessionClaims,
} from "../access/author.ts";
export { credentialsEndHook, endCredentials } from "../access/credentials.ts";
export type { PersonsDue } from "../access/departures.ts";
export { type Exposure, exposureHook } from "../access/exposure.ts";
export { askNetwork, type NetworkQuestion, networkHook } from "../access/network.ts";
export { isFresh } from "../access/permits.ts";
