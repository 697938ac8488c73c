// The kernel's door for hosts: how a server is opened, driven and kept. No plugin comes through here.

export { forgetPerson, forgetToken } from "./auth/changes.ts";
export { findFirstOwner, hasOtherOwner } from "./auth/people.ts";
export { SESSION_COOKIE } from "./auth/session.ts";
export { parseToken } from "./auth/tokens.ts";
export { findWorkspace, isReservedSlug, listWorkspaceSlugs, lockSlug } from "./auth/workspaces.ts";
export { isAlive } from "./base/is_alive.ts";
export { createLog } from "./base/log.ts";
export { REFUSAL_CODES } from "./base/refusal_codes.ts";
export { innerSchema, isObjectSchema } from "./base/schema.ts";
export { type Clock, type MovableClock, movableClock, systemClock } from "./base/time.ts";
export { openBlobs } from "./blobs/blobs.ts";
export { ROW_KEY, withSmallInRows } from "./blobs/blobs_small.ts";
export { pauseSweeps } from "./blobs/sweep_pause.ts";
export { readConfig, type S3Config } from "./config/config.ts";
export { KERNEL_SETTINGS, quotaSettings } from "./config/config_settings.ts";
export { choosePlugins, refuseNamedTwice } from "./config/edition.ts";
export { defaultText, readSettings, type Settings } from "./config/settings.ts";
export { checkDatabase } from "./db/check.ts";
export { isWritable } from "./db/embedded/embedded_files.ts";
export type { Clocks } from "./db/hearing.ts";
export {
  listMigrations,
  type Migration,
  migrateWithin,
  pendingMigrations,
} from "./db/migrate.ts";
export type { MigrationSource } from "./db/migration_source.ts";
export { openDatabase } from "./db/open.ts";
export { openSql, type Transaction } from "./db/sql.ts";
export type { AuditEntry } from "./events/audit.ts";
export { createClientAddresses } from "./http/client_address.ts";
export { VERSION_HEADER, versionFor } from "./http/service_version.ts";
export { compileValidator } from "./input/validate.ts";
export { readQueueHealth } from "./jobs/jobs.ts";
export { describeGate } from "./limits/plans.ts";
export { createMail } from "./mail/mail.ts";
export { renderTogether } from "./metrics/metrics.ts";
export { inputNames } from "./operation/declaration.ts";
export { declaredStatuses } from "./operation/declared_statuses.ts";
export { createDns } from "./outbound/dns.ts";
export { renderErrorPage } from "./pages/page.ts";
export { type Incoming, invoke, perform } from "./pipeline/invoke.ts";
export { buildCatalogue, prepareChecks } from "./plugin/catalogue.ts";
export { callHookAtOnce } from "./plugin/host_hooks.ts";
export type { RunningServer } from "./plugin/running_server.ts";
export { bootServer, migrateServer, migrationSources, readAllSettings, refuseUnknownQuotas } from "./server.ts";
export { shapeTool, toArguments } from "./tools/tools.ts";
export { closeSharedWorkers } from "./workers/workers.ts";
