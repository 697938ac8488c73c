// The kernel's door for hosts: how a house is opened, driven and kept. No plugin comes through here.

export type { AuditEntry } from "./audit/audit.ts";
export { forgetPerson, forgetToken } from "./auth/changes.ts";
export { findFirstOwner, findWorkspace, hasOtherOwner, listWorkspaceSlugs } from "./auth/people.ts";
export { SESSION_COOKIE } from "./auth/session.ts";
export { parseToken } from "./auth/tokens.ts";
export { buildCatalogue, prepareChecks } from "./catalogue.ts";
export { createClientAddresses } from "./client_address.ts";
export { readConfig, type S3Config } from "./config.ts";
export { KERNEL_SETTINGS, quotaSettings } from "./config_settings.ts";
export { inputNames } from "./declaration.ts";
export { declaredStatuses } from "./declared_statuses.ts";
export { createDns } from "./dns.ts";
export { choosePlugins } from "./edition.ts";
export { compileValidator } from "./input/validate.ts";
export { type Incoming, invoke, perform } from "./invoke.ts";
export { isAlive } from "./is_alive.ts";
export { readQueueHealth } from "./jobs/jobs.ts";
export { createLog } from "./log.ts";
export { createMail } from "./mail/mail.ts";
export { renderTogether } from "./metrics/metrics.ts";
export { migrateHouse, migrationSources, openHouse, readAllSettings, refuseUnknownQuotas } from "./open_house.ts";
export { renderErrorPage } from "./pages/page.ts";
export { describeGate } from "./plans.ts";
export type { RefusalKind } from "./refusal.ts";
export { REFUSAL_CODES } from "./refusal_codes.ts";
export type { RunningHouse } from "./running_house.ts";
export { innerSchema, isObjectSchema } from "./schema.ts";
export { VERSION_HEADER, versionFor } from "./service_version.ts";
export { defaultText, readSettings, type Settings } from "./settings.ts";
export { openBlobs } from "./storage/blobs.ts";
export { ROW_KEY, withSmallInRows } from "./storage/blobs_small.ts";
export { checkDatabase } from "./storage/check.ts";
export { isWritable } from "./storage/embedded_files.ts";
export type { Clocks } from "./storage/hearing.ts";
export {
  listMigrations,
  type Migration,
  type MigrationSource,
  migrateWithin,
  pendingMigrations,
} from "./storage/migrate.ts";
export { openDatabase } from "./storage/open.ts";
export { openSql, type Transaction } from "./storage/sql.ts";
export { pauseSweeps } from "./storage/sweep_pause.ts";
export { type Clock, type MovableClock, movableClock, systemClock } from "./time.ts";
export { shapeTool, toArguments } from "./tools/tools.ts";
export { closeSharedWorkers } from "./workers/workers.ts";
