// The kernel's door for plugins: everything that a feature may use of it.

export {
  type Author,
  authorOf,
  identifyAuthor,
  type MakingSession,
  readSessionClaims,
  sessionClaims,
} from "./access/author.ts";
export {
  type Belonging,
  belongingsHook,
  DELETED_PERSON,
  groupEndHook,
  type HandOver,
  handOverHook,
  handOverRuleHook,
  type PersonEnd,
  type PersonLeave,
  type PersonMove,
  type PersonsDue,
  personEndHook,
  personKeptHook,
  personLeaveHook,
  personMoveHook,
  type RemovalFacts,
  removalHook,
} from "./access/departures.ts";
export { type Exposure, exposureHook } from "./access/exposure.ts";
export { askNetwork, type NetworkQuestion, networkHook } from "./access/network.ts";
export { anyone, demandActor, lastingCaller, sessionOnly, signedIn } from "./access/permits.ts";
export { type Actor, isManager, ROLES, type Role, type TokenLimits } from "./auth/actor.ts";
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
  handoverHook,
  isHandoffNonce,
  issueHandoff,
  redeemHandoff,
  requestHandoff,
  SITE_PAGES,
  type ViewerOptions,
  viewerHook,
} from "./auth/handoff.ts";
export { bearerOf } from "./auth/identify.ts";
export { isNarrower, isUnlimited, isWithinLimits, MY_DOCUMENTS, meetLimits } from "./auth/limits.ts";
export { awaitWritesOf, lockForMove } from "./auth/membership_check.ts";
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
  hasNoAccounts,
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
export type { ServiceAccount } from "./auth/service_account.ts";
export { clearSession, hostCookie, issueSession, readCookie, sessionKey } from "./auth/session.ts";
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
export { BootError } from "./base/boot_error.ts";
export { decodeBase64, encodeText, giveBack } from "./base/bytes.ts";
export { countCharacters, firstCharacters, isLongerThan } from "./base/characters.ts";
export { ConfigError } from "./base/config_error.ts";
export { cutShort, isCutShort } from "./base/dependency.ts";
export { constantTimeEqual, hmacSha256, sha256Bytes, sha256Hex } from "./base/digest.ts";
export { isEmailAddress, senderAddress } from "./base/email_address.ts";
export type { Encrypter } from "./base/encrypter.ts";
export { randomSlug, randomToken } from "./base/ids.ts";
export { isJsonObject, type JsonObject, type JsonValue } from "./base/json.ts";
export type { Log } from "./base/log.ts";
export { paced, yieldToLoop } from "./base/loop.ts";
export { once } from "./base/once.ts";
export { type PlainSchema, typesOf } from "./base/plain_schema.ts";
export { PLANS, type Plan } from "./base/plan.ts";
export { type FieldError, Refusal, refuse } from "./base/refusal.ts";
export type { RefusalCode } from "./base/refusal_codes.ts";
export { KERNEL_BOUNDS } from "./base/request_limits.ts";
export { isLimitSchema, type Static, type TObject, type TSchema, t } from "./base/schema.ts";
export type { Signer } from "./base/tickets.ts";
export { CLOCK_SKEW_MS, DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "./base/time.ts";
export { dayOf, momentOf } from "./base/time_in_words.ts";
export { sumBody } from "./blobs/blob_intake.ts";
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
} from "./blobs/blob_rows.ts";
export type { BlobStore, ByteRange, StoredBytes } from "./blobs/blob_store.ts";
export { discardBytes } from "./blobs/blobs.ts";
export { isRowKey, sliceOf } from "./blobs/blobs_small.ts";
export type { Config } from "./config/config.ts";
export type { ActionLine, GateEntry, Manifest, PluginManifest, QuotaEntry } from "./config/manifest.ts";
export { splitList } from "./config/setting_formats.ts";
export { type SettingsValue, settings, settingsGroup } from "./config/settings.ts";
export { type Cache, createCache } from "./db/cache.ts";
export { copyRows, packInteger, packIntegers, packLong, packNull, packRow, packText } from "./db/copy.ts";
export { endLongTurn } from "./db/driver/fair_socket.ts";
export { readDurably, releaseEarly } from "./db/durability.ts";
export type { Database, Expression, Sql } from "./db/sql.ts";
export { type Alone, gathering } from "./db/together.ts";
export { isTransaction, markAnnouncing } from "./db/transactions.ts";
export { demandWritable } from "./db/writable.ts";
export { type Note, writeAudit } from "./events/audit.ts";
export { LOOK_BACK_MS, sealAudit } from "./events/chain.ts";
export { createWaitingRoom, type WaitingRoom } from "./events/long_polls.ts";
export { parseHead, verifyChain } from "./events/verify_chain.ts";
export type { AuditEvent } from "./hooks/audit_event.ts";
export {
  type Hook,
  type HookHandler,
  handle,
  hears,
  hook,
  type Listener,
  type ListenerContext,
  listen,
  listenInBatches,
  type Port,
  port,
  provide,
} from "./hooks/hooks.ts";
export { networkOf, siteOf } from "./http/client_address.ts";
export { isCompressible } from "./http/compressible.ts";
export { type ContentHost, type CustomHost, type CustomHosts, contentHostsHook } from "./http/content_hosts.ts";
export { type CsvCell, csvLine, csvResponse } from "./http/csv.ts";
export {
  acceptsEncoding,
  chooseEncoding,
  chooseQuickEncoding,
  compress,
  compressStream,
  type Encoding,
  type KeptEncoding,
} from "./http/encoding.ts";
export { PRODUCT } from "./http/product.ts";
export type { RequestFacts, Via } from "./http/request.ts";
export { pathParameters } from "./http/route.ts";
export { type ServedCertificate, type TlsSource, tlsHook } from "./http/tls.ts";
export { isForm, isInterrupted, readBytes, readForm, refuseDeclaredSize, type SentForm } from "./input/body.ts";
export { digitsOf, findLostNumber, isSameDecimal } from "./input/decimals.ts";
export { readInstant } from "./input/instants.ts";
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
export { createWakeableWorker } from "./jobs/wakeable_worker.ts";
export { capsFor, listCaps } from "./limits/caps.ts";
export { describeFull, planName } from "./limits/plans.ts";
export type { QuotaGrant } from "./limits/quota_taking.ts";
export type { QuotaStanding } from "./limits/quotas.ts";
export { isRefusedForGood, MAIL_TRIES, type MailMessage, queueMail, sendUnlessRefused } from "./mail/mail.ts";
export { mailboxOf, namesInMail, plainWords } from "./mail/plain_words.ts";
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
} from "./operation/call.ts";
export { findNamed } from "./operation/named.ts";
export {
  type Answered,
  type Elsewhere,
  type ErrorFormat,
  jsonTypeOf,
  type Operation,
  type Tool,
} from "./operation/operation.ts";
export { operationFor } from "./operation/operation_for.ts";
export { ResourceContent, ResourcePage, type ResourceTemplate } from "./operation/resource.ts";
export type { Runtime } from "./operation/runtime.ts";
export type { Gathered, NotedRows, Shared, Single, SingleParts } from "./operation/single.ts";
export { readAuthorities } from "./outbound/authorities.ts";
export { chosenOutside, demandReachable, readChosenAddress } from "./outbound/chosen_address.ts";
export { type Dns, DnsError } from "./outbound/dns.ts";
export { openedOutside } from "./outbound/opened_networks.ts";
export {
  type AnswerHead,
  fetchOutside,
  INTERNET,
  isPublicAddress,
  NotPublicError,
  type Outside,
} from "./outbound/outside.ts";
export { answerPage, type Html, html, htmlDocument, MARK_SVG, type Page, rendered, writeHtml } from "./pages/page.ts";
export { answerPageFile, type PageFile, pageScript, pageStyle } from "./pages/page_file.ts";
export { found, seeOther } from "./pages/redirect.ts";
export { databaseRefusal } from "./pipeline/database_refusal.ts";
export { isKeyKnown } from "./pipeline/idempotency.ts";
export { checkInput } from "./pipeline/input.ts";
export type { Catalogue, Entry, ToolEntry } from "./plugin/catalogue.ts";
export {
  domainNamesHook,
  type KeptFile,
  type KeptLists,
  type KeptReads,
  keptListsHook,
  keptReadsHook,
  type PlainRead,
  pageFilesHook,
  wrongMethodPageHook,
} from "./plugin/host_hooks.ts";
export {
  type Follower,
  type Followers,
  followersHook,
  mailWantedHook,
  NOTICE_CHANNELS,
  type Notice,
  type NoticeChannel,
  type NoticeContext,
  type NoticeKind,
  type NoticeRevision,
  noticeHook,
  noticeKindsHook,
  noticeRevisionHook,
  notify,
  wantsMail,
} from "./plugin/notices.ts";
export { planNoticesHook } from "./plugin/plan_notices.ts";
export type { Plugin, Surface } from "./plugin/plugin.ts";
export {
  type Sandbox,
  type SandboxDatabase,
  type SandboxInstance,
  SandboxLost,
  SandboxMissing,
  StatementFault,
  sharedSandbox,
} from "./sandbox/sandbox.ts";
export { BUDGET_ARGUMENTS, BUDGET_CHARS, type Budget, readBudget } from "./tools/budget.ts";
export { keyAmong, type ObjectSchema, pickResult, readArguments } from "./tools/tools.ts";
export {
  sharedThreads,
  sharedWorkers,
  type TaskOptions,
  type TaskRunner,
  type WarmUp,
  type WorkOptions,
  workBounds,
} from "./workers/workers.ts";
export { committedHook } from "./write/commit_hook.ts";
export { attempt } from "./write/savepoint.ts";
export { requestOfNobody, writeAsService } from "./write/writing.ts";
