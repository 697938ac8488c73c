// The kernel's door for plugins: everything that a feature may use of it.

export { attempt } from "./attempt.ts";
export { type Note, writeAudit } from "./audit/audit.ts";
export type { AuditEvent } from "./audit/audit_event.ts";
export { LOOK_BACK_MS, sealAudit } from "./audit/chain.ts";
export { parseHead, verifyChain } from "./audit/verify_chain.ts";
export { type Actor, isManager, ROLES, type Role, type TokenLimits } from "./auth/actor.ts";
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
} from "./auth/departures.ts";
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
} from "./auth/groups.ts";
export {
  handoverSlot,
  isHandoffNonce,
  issueHandoff,
  redeemHandoff,
  requestHandoff,
  SITE_PAGES,
  type ViewerOptions,
  viewerSlot,
} from "./auth/handoff.ts";
export { bearerOf } from "./auth/identify.ts";
export { isNarrower, isUnlimited, isWithinLimits, MY_DOCUMENTS, meetLimits } from "./auth/limits.ts";
export {
  identifyMaker,
  type Maker,
  type MakingSession,
  makerOf,
  readSessionClaims,
  sessionClaims,
} from "./auth/maker.ts";
export { isWider, type Openness, VISIBILITY_LIMITS, type VisibilityLimit, widest } from "./auth/openness.ts";
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
} from "./auth/people.ts";
export { anyone, demandActor, lastingCaller, sessionOnly, signedIn } from "./auth/permits.ts";
export type { ServiceAccount } from "./auth/service_account.ts";
export { clearSession, hostCookie, issueSession, readCookie, sessionKey } from "./auth/session.ts";
export { awaitWritesOf, lockForMove } from "./auth/standing.ts";
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
} from "./auth/tokens.ts";
export {
  endViewings,
  issueViewerCookie,
  readViewerCookie,
  readViewerText,
  type Viewing,
  viewerTextOf,
} from "./auth/viewer.ts";
export { readAuthorities } from "./authorities.ts";
export { BootError } from "./boot_error.ts";
export { KERNEL_BOUNDS } from "./bounds.ts";
export { decodeBase64, encodeText, giveBack } from "./bytes.ts";
export type {
  Call,
  IdentifyCall,
  NotingCall,
  Permit,
  PermitCall,
  PrepareCall,
  ReadCall,
  RecordingCall,
  WriteCall,
} from "./call.ts";
export { capsFor, listCaps } from "./caps.ts";
export type { Catalogue, Entry, ToolEntry } from "./catalogue.ts";
export { chosenOutside, demandReachable, readChosenAddress } from "./chosen_address.ts";
export { networkOf, siteOf } from "./client_address.ts";
export { committedSlot } from "./committed.ts";
export { isCompressible } from "./compressible.ts";
export type { Config } from "./config.ts";
export { ConfigError } from "./config_error.ts";
export { type ContentHost, type CustomHost, type CustomHosts, contentHostsSlot } from "./content_hosts.ts";
export { type CsvCell, csvLine, csvResponse } from "./csv.ts";
export { databaseRefusal } from "./database_refusal.ts";
export { constantTimeEqual, hmacSha256, sha256Bytes, sha256Hex } from "./digest.ts";
export { type Dns, DnsError } from "./dns.ts";
export {
  acceptsEncoding,
  chooseEncoding,
  chooseQuickEncoding,
  compress,
  compressStream,
  type Encoding,
  type KeptEncoding,
} from "./encoding.ts";
export type { House } from "./house.ts";
export { randomSlug, randomToken } from "./ids.ts";
export { isForm, isInterrupted, readBytes, readForm, refuseDeclaredSize, type SentForm } from "./input/body.ts";
export { countCharacters, firstCharacters, isLongerThan } from "./input/characters.ts";
export { digitsOf, findLostNumber, isSameDecimal } from "./input/decimals.ts";
export { checkInput } from "./input/input.ts";
export { readInstant } from "./input/instants.ts";
export { isJsonObject, type JsonObject, type JsonValue } from "./input/json.ts";
export { parseBody } from "./input/json_body.ts";
export { withLargeBody } from "./input/large_bodies.ts";
export {
  cursorsOf,
  type ListPage,
  nextCursor,
  type PageOptions,
  type PageQuery,
  pageCursor,
  pageOfSorted,
  pagesOf,
  paging,
  type SortKeys,
  sortedByKeys,
} from "./input/pages.ts";
export { fileResponse, matchesEtag } from "./input/ranges.ts";
export { takesKey } from "./input/repeat_key.ts";
export { showsNothing, unshownIn, withoutUnshown } from "./input/shown.ts";
export { checkAs } from "./input/validate.ts";
export { doublingBackoff, isLastTry } from "./jobs/job.ts";
export { type Dispatcher, enqueue, enqueueAll, type Job, type JobContext, type JobDefinition } from "./jobs/jobs.ts";
export type { Log } from "./log.ts";
export { paced, yieldToLoop } from "./loop.ts";
export { isEmailAddress, senderAddress } from "./mail/address.ts";
export { isRefusedForGood, MAIL_TRIES, type MailMessage, queueMail, sendUnlessRefused } from "./mail/mail.ts";
export { mailboxOf, namesInMail, plainWords } from "./mail/plain_words.ts";
export type { GateEntry, Manifest, QuotaEntry } from "./manifest.ts";
export {
  type Filling,
  fill,
  hears,
  type Listener,
  type ListenerContext,
  listen,
  listenInBatches,
  type Port,
  port,
  provide,
  type Slot,
  slot,
} from "./meet.ts";
export { findNamed } from "./named.ts";
export { askNetwork, type NetworkQuestion, networkSlot } from "./network.ts";
export {
  type Follower,
  type Followers,
  followersSlot,
  mailWantedSlot,
  NOTICE_CHANNELS,
  type Notice,
  type NoticeChannel,
  type NoticeContext,
  type NoticeKind,
  type NoticeRevision,
  noticeKindsSlot,
  noticeRevisionSlot,
  noticeSlot,
  notify,
  wantsMail,
} from "./notices.ts";
export { once } from "./once.ts";
export { openedOutside } from "./opened_networks.ts";
export { type Opening, openingSlot } from "./opening.ts";
export {
  type ActionLine,
  type Answered,
  type Dialect,
  type Elsewhere,
  jsonTypeOf,
  type Operation,
  type Tool,
} from "./operation.ts";
export { operationFor } from "./operation_for.ts";
export {
  type AnswerHead,
  fetchOutside,
  INTERNET,
  isPublicAddress,
  NotPublicError,
  type Outside,
} from "./outside.ts";
export { answerPage, type Html, html, htmlDocument, MARK_SVG, type Page, rendered, writeHtml } from "./pages/page.ts";
export { answerPageFile, type PageFile, pageScript, pageStyle } from "./pages/page_file.ts";
export { found, seeOther } from "./pages/redirect.ts";
export { type PlainSchema, typesOf } from "./plain_schema.ts";
export { PLANS, type Plan } from "./plan.ts";
export { planNoticesSlot } from "./plan_notices.ts";
export { describeFull, planName } from "./plans.ts";
export type { Plugin, Surface } from "./plugin.ts";
export { createPokedLoop } from "./poked_loop.ts";
export { PRODUCT } from "./product.ts";
export type { QuotaGrant } from "./quota_taking.ts";
export type { QuotaStanding } from "./quotas.ts";
export { type FieldError, Refusal, refuse } from "./refusal.ts";
export type { RefusalCode } from "./refusal_codes.ts";
export { isKeyKnown } from "./repeat.ts";
export type { RequestFacts, Via } from "./request.ts";
export { pathParameters } from "./route.ts";
export {
  type Sandbox,
  type SandboxDatabase,
  type SandboxInstance,
  SandboxLost,
  SandboxMissing,
  StatementFault,
  sharedSandbox,
} from "./sandbox/sandbox.ts";
export { isLimitSchema, type Static, type TObject, type TSchema, t } from "./schema.ts";
export type { Sealer } from "./sealing.ts";
export { splitList } from "./setting_formats.ts";
export { type SettingsValue, settings, settingsGroup } from "./settings.ts";
export type { Gathered, NotedRows, Shared, Single, SingleParts } from "./single.ts";
export { sumBody } from "./storage/blob_intake.ts";
export {
  type BlobContent,
  countContents,
  findContents,
  holdBlobs,
  keepBlob,
  keepBlobs,
  noteTaken,
  ROUNDS_MAX,
  type TakenRow,
  takingBlobs,
} from "./storage/blob_rows.ts";
export type { BlobStore, ByteRange, StoredBytes } from "./storage/blob_store.ts";
export { discardBytes } from "./storage/blobs.ts";
export { isRowKey, sliceOf } from "./storage/blobs_small.ts";
export { type Cache, createCache } from "./storage/cache.ts";
export { copyRows, packInteger, packIntegers, packLong, packNull, packRow, packText } from "./storage/copy.ts";
export { cutShort, isCutShort } from "./storage/dependency.ts";
export { readDurably, releaseEarly } from "./storage/durability.ts";
export { endLongTurn } from "./storage/fair_socket.ts";
export type { Database, Expression, Sql } from "./storage/sql.ts";
export { isTransaction, markAnnouncing } from "./storage/transactions.ts";
export { demandWritable } from "./storage/writable.ts";
export type { Signer } from "./tickets.ts";
export { CLOCK_SKEW_MS, DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "./time.ts";
export { dayOf, momentOf } from "./time_in_words.ts";
export { type ServedCertificate, type TlsSource, tlsSlot } from "./tls.ts";
export { type Alone, gathering } from "./together.ts";
export { BUDGET_ARGUMENTS, BUDGET_CHARS, type Budget, readBudget } from "./tools/budget.ts";
export { ResourceContent, ResourcePage, type ResourceTemplate } from "./tools/resource.ts";
export { keyAmong, type ObjectSchema, pickResult, readArguments } from "./tools/tools.ts";
export { createWaitingRoom, type WaitingRoom } from "./waiting.ts";
export {
  sharedThreads,
  sharedWorkers,
  type TaskOptions,
  type TaskRunner,
  type WarmUp,
  type WorkOptions,
  workBounds,
} from "./workers/workers.ts";
export { requestOfNobody, writeAsService } from "./writing.ts";
