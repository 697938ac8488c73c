// The kernel's door for plugins: what most of them use of it. What only some need stands by subject in kernel/ports/.

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
  personEndHook,
  personKeptHook,
  personLeaveHook,
  personMoveHook,
  type RemovalFacts,
  removalHook,
} from "./access/departures.ts";
export { anyone, demandActor, freshSession, lastingCaller, sessionOnly, signedIn } from "./access/permits.ts";

export { type Actor, isManager, ROLES, type Role, type TokenLimits } from "./auth/actor.ts";
export { isWider, type Openness, VISIBILITY_LIMITS, type VisibilityLimit, widest } from "./auth/openness.ts";
export {
  actorOf,
  createPerson,
  disablePerson,
  enablePerson,
  endSessions,
  findPerson,
  findPersonByEmail,
  hasNoAccounts,
  lockEmail,
  type Person,
  personColumns,
  personOf,
  setName,
  setRole,
} from "./auth/people.ts";
export {
  createPersonalWorkspace,
  createWorkspace,
  lockWorkspaces,
  readWorkspace,
  setPlan,
  slugOf,
} from "./auth/workspaces.ts";

export { BootError } from "./base/boot_error.ts";
export { countCharacters, firstCharacters, isLongerThan } from "./base/characters.ts";
export { ConfigError } from "./base/config_error.ts";
export { constantTimeEqual, hmacSha256, sha256Bytes, sha256Hex } from "./base/digest.ts";
export { isEmailAddress } from "./base/email_address.ts";
export { randomToken } from "./base/ids.ts";
export { isJsonObject, type JsonObject, type JsonValue } from "./base/json.ts";
export type { Log } from "./base/log.ts";
export { once } from "./base/once.ts";
export { PLANS, type Plan } from "./base/plan.ts";
export { type FieldError, Refusal, refuse } from "./base/refusal.ts";
export { KERNEL_BOUNDS } from "./base/request_limits.ts";
export { type Static, type TSchema, t } from "./base/schema.ts";
export { CLOCK_SKEW_MS, DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "./base/time.ts";
export { dayOf, momentOf } from "./base/time_in_words.ts";

export type { Config } from "./config/config.ts";
export type { ActionLine, GateEntry, Manifest, PluginManifest, QuotaEntry } from "./config/manifest.ts";
export { type SettingsValue, settings, settingsGroup } from "./config/settings.ts";

export type { Database, Expression, Sql } from "./db/sql.ts";

export { type Note, writeAudit } from "./events/audit.ts";

export type { AuditEvent } from "./hooks/audit_event.ts";
export {
  type Hook,
  handle,
  hook,
  type Listener,
  type ListenerContext,
  listen,
  listenInBatches,
  type Port,
  port,
  provide,
} from "./hooks/hooks.ts";

export { PRODUCT } from "./http/product.ts";
export type { RequestFacts, Via } from "./http/request.ts";

export { readInstant } from "./input/instants.ts";
export {
  cursorsOf,
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
export { showsNothing, unshownIn, withoutUnshown } from "./input/shown.ts";

export { type Dispatcher, enqueue, enqueueAll, type Job, type JobDefinition } from "./jobs/jobs.ts";

export { capsFor } from "./limits/caps.ts";

export { mailboxOf, namesInMail, plainWords } from "./mail/plain_words.ts";

export type { Call, IdentifyCall, NotingCall, Permit, PermitCall, PrepareCall, WriteCall } from "./operation/call.ts";
export type { Operation } from "./operation/operation.ts";
export { operationFor } from "./operation/operation_for.ts";
export type { Runtime } from "./operation/runtime.ts";

export { answerPage, type Html, html, type Page, rendered, writeHtml } from "./pages/page.ts";
export { pageScript, pageStyle } from "./pages/page_file.ts";
export { found, movedForGood, seeOther } from "./pages/redirect.ts";

export {
  type Follower,
  followersHook,
  NOTICE_CHANNELS,
  type Notice,
  type NoticeChannel,
  type NoticeContext,
  type NoticeKind,
  noticeHook,
  noticeKindsHook,
  noticeRevisionHook,
  notify,
  settle,
  wantsMail,
} from "./plugin/notices.ts";
export type { Plugin, Surface } from "./plugin/plugin.ts";

export { sharedWorkers, type TaskRunner, type WorkOptions } from "./workers/workers.ts";
