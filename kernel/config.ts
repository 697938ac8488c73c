// The environment, read once into one typed value; anything half set or contradictory stops the start with the fix.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { PLANS, type Plan } from "./auth/actor.ts";
import { ConfigError } from "./config_error.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

/** Where blobs go when they do not go to the disk. */
export interface S3Config {
  bucket: string;
  endpoint: string | null;
  region: string;
  force_path_style: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Everything the environment decides of the house. Shapes and defaults are in `.env.example`. */
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
  trusted_proxies: string[];
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
  const port = readInteger(env, "PORT", { fallback: 3000, min: 0, max: 65535 });
  const baseUrl = readOrigin(env, "BASE_URL", `http://localhost:${port}`);
  const contentUrl = readOrigin(env, "CONTENT_URL", `http://127.0.0.1:${port}`);
  if (new URL(baseUrl).hostname === new URL(contentUrl).hostname) {
    throw new ConfigError(
      `CONTENT_URL is on the same host as BASE_URL (${new URL(baseUrl).hostname}): published pages must not share cookies with the app; give CONTENT_URL a host name of its own`,
    );
  }
  const dataDir = resolve(env["DATA_DIR"] || "./data");
  const metrics = readMetrics(env);
  return {
    port,
    base_url: baseUrl,
    content_url: contentUrl,
    data_dir: dataDir,
    database_url: readDatabaseUrl(env),
    s3: readS3(env),
    edition: env["EDITION"] || "community",
    plugins: env["PLUGINS"] ?? "",
    default_plan: readChoice(env, "DEFAULT_PLAN", PLANS),
    signup: readChoice(env, "SIGNUP", ["open", "closed"]),
    secret: readSecret(env, dataDir),
    smtp_url: readSmtp(env),
    mail_from: env["MAIL_FROM"] || `docsvc@${new URL(baseUrl).hostname}`,
    trusted_proxies: readProxies(env),
    workers: readInteger(env, "WORKERS", { fallback: 1, min: 1, max: 64 }),
    log_level: readChoice(env, "LOG_LEVEL", LOG_LEVELS) ?? "info",
    ...metrics,
    env,
    quotas: readQuotas(env),
  };
}

function readInteger(env: Env, name: string, rule: { fallback: number; min: number; max: number }): number {
  const raw = env[name];
  if (!raw) return rule.fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < rule.min || value > rule.max) {
    throw new ConfigError(`${name} is "${raw}": give a whole number from ${rule.min} to ${rule.max}`);
  }
  return value;
}

function readChoice<T extends string>(env: Env, name: string, choices: readonly T[]): T | null {
  const raw = env[name];
  if (!raw) return null;
  const found = choices.find((choice) => choice === raw);
  if (!found) throw new ConfigError(`${name} is "${raw}": use one of ${choices.join(", ")}`);
  return found;
}

function readOrigin(env: Env, name: string, fallback: string): string {
  const raw = env[name] || fallback;
  if (!URL.canParse(raw)) throw new ConfigError(`${name} is "${raw}": give an address such as ${fallback}`);
  const url = new URL(raw);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ConfigError(`${name} is "${raw}": it must start with http:// or https://`);
  }
  if (url.pathname !== "/" || url.search || url.hash || url.username) {
    throw new ConfigError(
      `${name} is "${raw}": it must have no path, because cookies and well-known addresses live at the root of a host; use ${url.origin} and a host name of its own`,
    );
  }
  return url.origin;
}

function readDatabaseUrl(env: Env): string | null {
  const raw = env["DATABASE_URL"];
  if (!raw) {
    const stray = ["PGHOST", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGPORT"].find((name) => env[name]);
    if (stray) {
      throw new ConfigError(
        `${stray} is set without DATABASE_URL: set DATABASE_URL=postgres://user:password@host/database, or unset ${stray} to use the built-in Postgres`,
      );
    }
    return null;
  }
  if (!URL.canParse(raw) || !/^postgres(ql)?:$/.test(new URL(raw).protocol)) {
    throw new ConfigError("DATABASE_URL is not a Postgres address: use postgres://user:password@host:5432/database");
  }
  return raw;
}

function readGroup(env: Env, names: string[], purpose: string): string[] | null {
  const set = names.filter((name) => env[name]);
  if (set.length === 0) return null;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new ConfigError(
      `${missing.join(" and ")} must be set because ${set.join(" and ")} is: ${purpose} needs all of ${names.join(", ")}; set them or unset ${set.join(" and ")}`,
    );
  }
  return names.map((name) => env[name] ?? "");
}

function readS3(env: Env): S3Config | null {
  const bucket = env["S3_BUCKET"];
  if (!bucket) {
    const stray = ["S3_ENDPOINT", "S3_REGION", "S3_FORCE_PATH_STYLE"].find((name) => env[name]);
    if (stray)
      throw new ConfigError(
        `${stray} is set without S3_BUCKET: set S3_BUCKET to the bucket's name, or unset ${stray} to keep files on the disk`,
      );
    return null;
  }
  const keys = readGroup(env, ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"], "a static S3 key");
  return {
    bucket,
    endpoint: env["S3_ENDPOINT"] ? readOrigin(env, "S3_ENDPOINT", "https://s3.example.com") : null,
    region: env["S3_REGION"] || "us-east-1",
    force_path_style: readChoice(env, "S3_FORCE_PATH_STYLE", ["true", "false"]) === "true",
    credentials: keys ? { accessKeyId: keys[0] ?? "", secretAccessKey: keys[1] ?? "" } : null,
  };
}

function readSmtp(env: Env): string | null {
  const raw = env["SMTP_URL"];
  if (!raw) return null;
  if (!URL.canParse(raw) || !/^smtps?:$/.test(new URL(raw).protocol)) {
    throw new ConfigError(
      "SMTP_URL is not an SMTP address: use smtp://user:password@host:587 or smtps://user:password@host:465",
    );
  }
  return raw;
}

function readProxies(env: Env): string[] {
  const list = (env["TRUSTED_PROXIES"] ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of list) {
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry)) {
      throw new ConfigError(
        `TRUSTED_PROXIES holds "${entry}": give addresses or ranges such as 10.0.0.0/8, separated by commas`,
      );
    }
  }
  return list;
}

function readMetrics(env: Env): { metrics_port: number | null; metrics_host: string } {
  const raw = env["METRICS_PORT"];
  if (!raw) return { metrics_port: null, metrics_host: "127.0.0.1" };
  const cut = raw.lastIndexOf(":");
  const host = cut > 0 ? raw.slice(0, cut) : "127.0.0.1";
  const port = readInteger({ METRICS_PORT: raw.slice(cut + 1) }, "METRICS_PORT", { fallback: 0, min: 0, max: 65535 });
  return { metrics_port: port, metrics_host: host };
}

function readQuotas(env: Env): Record<string, number> {
  const quotas: Record<string, number> = {};
  for (const name of Object.keys(env)) {
    if (!name.startsWith("QUOTA_") || !env[name]) continue;
    quotas[name.slice("QUOTA_".length).toLowerCase()] = readInteger(env, name, {
      fallback: 0,
      min: 1,
      max: 1_000_000_000,
    });
  }
  return quotas;
}

function readSecret(env: Env, dataDir: string): string {
  const given = env["SECRET"];
  if (given) {
    if (given.length < 32)
      throw new ConfigError(
        `SECRET has ${given.length} characters: give at least 32 random ones, or unset it to have one made under DATA_DIR`,
      );
    return given;
  }
  const path = join(dataDir, "secret");
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  mkdirSync(dataDir, { recursive: true });
  const made = randomBytes(32).toString("base64url");
  // The exclusive flag keeps two servers that start at once from using two secrets.
  try {
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: "wx" });
  } catch {
    return readFileSync(path, "utf8").trim();
  }
  chmodSync(path, 0o600);
  return made;
}
