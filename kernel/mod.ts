// The kernel's one door: everything that plugins, hosts and tests may use of it.

export { type AuditEntry, writeAudit } from "./audit/audit.ts";
export type { AuditEvent } from "./audit/audit_event.ts";
export * from "./auth/actor.ts";
export { forgetPerson, forgetToken, forgetWorkspace } from "./auth/changes.ts";
export * from "./auth/departures.ts";
export * from "./auth/groups.ts";
export * from "./auth/handoff.ts";
export { bearerOf, type Identifier } from "./auth/identify.ts";
export * from "./auth/limits.ts";
export * from "./auth/openness.ts";
export * from "./auth/people.ts";
export * from "./auth/permits.ts";
export * from "./auth/session.ts";
export { awaitWritesOf } from "./auth/standing.ts";
export * from "./auth/tokens.ts";
export * from "./auth/viewer.ts";
export { BootError } from "./boot_error.ts";
export { KERNEL_BOUNDS } from "./bounds.ts";
export * from "./bytes.ts";
export type {
  Call,
  IdentifyCall,
  Note,
  Permit,
  PermitCall,
  PermitRule,
  PrepareCall,
  ReadCall,
  RecordingCall,
  WriteCall,
} from "./call.ts";
export { buildCatalogue, type Catalogue, type Entry, inputNames, type ToolEntry } from "./catalogue.ts";
export { createClientAddresses, networkOf, siteOf } from "./client_address.ts";
export { type Config, ConfigError, readConfig, type S3Config } from "./config.ts";
export * from "./digest.ts";
export { choosePlugins } from "./edition.ts";
export type { House } from "./house.ts";
export * from "./ids.ts";
export { isInterrupted, readBytes, refuseDeclaredSize } from "./input/body.ts";
export { checkInput } from "./input/input.ts";
export * from "./input/json.ts";
export { parseBody } from "./input/json_body.ts";
export * from "./input/pages.ts";
export * from "./input/ranges.ts";
export { compileValidator, type Validator } from "./input/validate.ts";
export { awayRefusal, type Incoming, invoke, perform } from "./invoke.ts";
export {
  abandonJob,
  doublingBackoff,
  enqueue,
  enqueueAll,
  type Job,
  type JobContext,
  type JobDefinition,
  type NewJob,
  readQueueHealth,
} from "./jobs/jobs.ts";
export { createLog, type Log } from "./log.ts";
export { createMail, isRefusedForGood, type MailMessage, queueMail } from "./mail/mail.ts";
export { mailboxOf, namesInMail, plainWords } from "./mail/plain_words.ts";
export type {
  AllowanceEntry,
  GateEntry,
  Manifest,
  PluginEntry,
  QuotaEntry,
  ServiceVersion,
  ToolsetEntry,
} from "./manifest.ts";
export {
  type Filling,
  fill,
  type Listener,
  listen,
  listenInBatches,
  type Port,
  type Provision,
  port,
  provide,
  type Slot,
  slot,
} from "./meet.ts";
export { type RenderedMetrics, renderTogether } from "./metrics/metrics.ts";
export { askNetwork, type NetworkQuestion, networkSlot } from "./network.ts";
export * from "./notices.ts";
export { type HouseParts, migrateHouse, migrationSources, openHouse, refuseUnknownQuotas } from "./open_house.ts";
export {
  type Dialect,
  declaredStatuses,
  type HostName,
  METHODS,
  type Method,
  type Operation,
  operationFor,
  pathParameters,
  type Tool,
} from "./operation.ts";
export {
  answerPage,
  type Html,
  type HtmlValue,
  html,
  type Page,
  type PageAnswer,
  renderErrorPage,
} from "./pages/page.ts";
export { answerPageFile, type PageFile, pageScript, pageStyle } from "./pages/page_file.ts";
export { type PlainSchema, plainSchema, typesOf } from "./plain_schema.ts";
export { describeGate, planName } from "./plans.ts";
export type { Plugin, Surface } from "./plugin.ts";
export type { Outcome, Prepared } from "./prepared.ts";
export { PRODUCT } from "./product.ts";
export type { QuotaCaller, QuotaStanding } from "./quotas.ts";
export { type FieldError, Refusal, type RefusalDetail, type RefusalKind, refuse } from "./refusal.ts";
export { REFUSAL_CODES, type RefusalCode } from "./refusal_codes.ts";
export type { Input, RequestFacts, Via } from "./request.ts";
export type { RunningHouse } from "./running_house.ts";
export {
  type FilePart,
  innerSchema,
  isLimitSchema,
  isObjectSchema,
  type Static,
  type TObject,
  type TSchema,
  t,
} from "./schema.ts";
export { VERSION_HEADER, versionFor } from "./service_version.ts";
export { type BackUpOptions, backUp } from "./storage/backup/back_up.ts";
export { BackupError } from "./storage/backup/backup_error.ts";
export type { BackupManifest } from "./storage/backup/backup_manifest.ts";
export type { Progress, ReportProgress } from "./storage/backup/progress.ts";
export { type RestoreOptions, restoreBackup } from "./storage/backup/restore_backup.ts";
export { type VerifyOptions, verifyBackup } from "./storage/backup/verify.ts";
export * from "./storage/blob_rows.ts";
export type { BlobStore, StoredBytes } from "./storage/blob_store.ts";
export { discardBytes, openBlobs } from "./storage/blobs.ts";
export { sliceOf, withSmallInRows } from "./storage/blobs_small.ts";
export { type Cache, createCache } from "./storage/cache.ts";
export { checkDatabase } from "./storage/check.ts";
export { isTransaction, readDurably, releaseEarly } from "./storage/durability.ts";
export { pendingMigrations } from "./storage/migrate.ts";
export { openDatabase } from "./storage/open.ts";
export { type Database, openSql, type Sql, type Transaction } from "./storage/sql.ts";
export { createSigner, type Signer } from "./tickets.ts";
export * from "./time.ts";
export { BUDGET_ARGUMENTS, BUDGET_CHARS, type Budget, readBudget } from "./tools/budget.ts";
export { PROTOCOL_PATH, type ProtocolAddress, readNames, readProtocolPath } from "./tools/protocol_address.ts";
export { ResourceContent, ResourcePage, type ResourceRole, type ResourceTemplate } from "./tools/resource.ts";
export {
  keyAmong,
  type ObjectSchema,
  pickResult,
  readArguments,
  shapeTool,
  type ToolShape,
  toArguments,
} from "./tools/tools.ts";
export {
  closeSharedWorkers,
  sharedThreads,
  sharedWorkers,
  type TaskOptions,
  type TaskRunner,
  type WorkOptions,
  workBounds,
} from "./workers/workers.ts";
