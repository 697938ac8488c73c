// The environment, read once into one typed value; anything half set or contradictory stops the start with the fix.
import { resolve } from "node:path";
import { ConfigError } from "../base/config_error.ts";
import type { LogLevel } from "../base/log.ts";
import type { Plan } from "../base/plan.ts";
import {
  addressSettings,
  bucketSettings,
  databaseSettings,
  dnsSettings,
  editionSettings,
  keySettings,
  mailSettings,
  outgoingSettings,
  processSettings,
  quotaSettings,
  quotasNamed,
} from "./config_settings.ts";
import { keepSecret } from "./data_folder.ts";
import { splitList } from "./setting_formats.ts";
import { readSettings } from "./settings.ts";

const LOOPBACK = "127.0.0.1";

/** Where blobs go when they do not go to the disk. */
export interface S3Config {
  bucket: string;
  endpoint: string | null;
  region: string;
  force_path_style: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Everything the environment decides of the server. Shapes and defaults are in `config_settings.ts`. */
export interface Config {
  port: number;
  /** Origin of the app host, without a trailing slash. */
  base_url: string;
  /** Origin of the content host, without a trailing slash. */
  content_url: string;
  /** Absolute. */
  data_dir: string;
  /** Null: the server starts a Postgres of its own. */
  database_url: string | null;
  s3: S3Config | null;
  edition: string;
  /** Changes to the edition's list, such as `-webhooks,+stars`. */
  plugins: string;
  /** Of new workspaces; null leaves it to the edition. */
  default_plan: Plan | null;
  signup: "open" | "closed" | null;
  /** Signs cookies, tickets and capabilities. */
  secret: string;
  smtp_url: string | null;
  mail_from: string;
  /** Ranges and host names off the public internet to which people may have something sent. */
  webhook_allow: string[];
  trusted_proxies: string[];
  /** Name servers as `address` or `address:port`; empty for those of the machine. */
  dns_servers: string[];
  workers: number;
  log_level: LogLevel;
  metrics_port: number | null;
  metrics_host: string;
  /** The environment itself, for what plugins declare (`settings.ts`). */
  env: Readonly<Env>;
  /** Overrides of the manifest's quotas, by quota name in lower case. */
  quotas: Record<string, number>;
}

type Env = Record<string, string | undefined>;

/**
 * Reads the configuration. Throws `ConfigError` for a value that cannot be used.
 * With SECRET unset one is made and kept under DATA_DIR, readable by its owner alone.
 */
export function readConfig(env: Env): Config {
  const { PORT: port, DATA_DIR, SECRET, ...own } = readSettings(addressSettings, env);
  const baseUrl = own.BASE_URL ?? `http://localhost:${port}`;
  const contentUrl = own.CONTENT_URL ?? `http://127.0.0.1:${port}`;
  if (new URL(baseUrl).hostname === new URL(contentUrl).hostname) {
    throw new ConfigError(
      `CONTENT_URL is on the same host as BASE_URL (${new URL(baseUrl).hostname}): published pages must not share cookies with the app; give CONTENT_URL a host name of its own`,
    );
  }
  const dataDir = resolve(DATA_DIR);
  const { EDITION, PLUGINS, DEFAULT_PLAN, SIGNUP } = readSettings(editionSettings, env);
  const { SMTP_URL, MAIL_FROM } = readSettings(mailSettings, env);
  const { TRUSTED_PROXIES, WORKERS, LOG_LEVEL, METRICS_PORT } = readSettings(processSettings, env);
  return {
    port,
    base_url: baseUrl,
    content_url: contentUrl,
    data_dir: dataDir,
    database_url: readDatabaseUrl(env),
    s3: readS3(env),
    edition: EDITION,
    plugins: PLUGINS,
    default_plan: DEFAULT_PLAN ?? null,
    signup: SIGNUP ?? null,
    secret: SECRET ?? keepSecret(dataDir),
    smtp_url: SMTP_URL ?? null,
    mail_from: MAIL_FROM ?? `docsvc@${new URL(baseUrl).hostname}`,
    webhook_allow: splitList(readSettings(outgoingSettings, env).WEBHOOK_ALLOW ?? ""),
    trusted_proxies: splitList(TRUSTED_PROXIES),
    dns_servers: splitList(readSettings(dnsSettings, env).DNS_SERVERS),
    workers: WORKERS,
    log_level: LOG_LEVEL,
    ...listenFor(METRICS_PORT),
    env,
    quotas: readQuotas(env),
  };
}

function readDatabaseUrl(env: Env): string | null {
  const { DATABASE_URL } = readSettings(databaseSettings, env);
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  const stray = ["PGHOST", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGPORT"].find((name) => env[name]);
  if (stray) {
    throw new ConfigError(
      `${stray} is set without DATABASE_URL: set DATABASE_URL=postgres://user:password@host/database, or unset ${stray} to use the built-in Postgres`,
    );
  }
  return null;
}

function readS3(env: Env): S3Config | null {
  const { S3_BUCKET: bucket, ...options } = readSettings(bucketSettings, env);
  if (bucket === undefined) {
    const stray = Object.keys(options).find((name) => env[name]);
    if (stray)
      throw new ConfigError(
        `${stray} is set without S3_BUCKET: set S3_BUCKET to the bucket's name, or unset ${stray} to keep files on the disk`,
      );
    return null;
  }
  const key = readSettings(keySettings, env);
  return {
    bucket,
    endpoint: options.S3_ENDPOINT ?? null,
    region: options.S3_REGION ?? "us-east-1",
    force_path_style: options.S3_FORCE_PATH_STYLE ?? false,
    credentials: key && { accessKeyId: key.AWS_ACCESS_KEY_ID, secretAccessKey: key.AWS_SECRET_ACCESS_KEY },
  };
}

function listenFor(at: string | undefined): { metrics_port: number | null; metrics_host: string } {
  if (at === undefined) return { metrics_port: null, metrics_host: LOOPBACK };
  const cut = at.lastIndexOf(":");
  return { metrics_port: Number(at.slice(cut + 1)), metrics_host: cut > 0 ? at.slice(0, cut) : LOOPBACK };
}

function readQuotas(env: Env): Record<string, number> {
  const names = quotasNamed(env);
  const values = Object.values(readSettings(quotaSettings(names), env));
  return Object.fromEntries(names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]]])));
}
