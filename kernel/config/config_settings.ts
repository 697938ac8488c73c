// What the kernel itself is configured by: its variables of the environment, declared as plugins declare theirs.

import { LOG_LEVELS } from "../base/log.ts";
import { PLANS } from "../base/plan.ts";
import { t } from "../base/schema.ts";
import { type Settings, settings, settingsGroup } from "./settings.ts";

export const addressSettings = settings(
  "addresses, the data folder and the secret",
  t.Object({
    PORT: t.Integer({
      default: 3000,
      minimum: 0,
      maximum: 65_535,
      description: "Port that the app and the content host listen on together; they are told apart by host name.",
    }),
    BASE_URL: t.Optional(
      t.String({
        format: "origin",
        description: "Address of the app as people type it, without a path. Default: http://localhost:PORT",
      }),
    ),
    CONTENT_URL: t.Optional(
      t.String({
        format: "origin",
        description:
          "Address that serves published pages; its host name differs from the app's, so that cookies never mix. Default: http://127.0.0.1:PORT",
      }),
    ),
    DATA_DIR: t.String({
      default: "./data",
      description: "Folder for the built-in database, files, the made secret and mail that is not sent.",
    }),
    SECRET: t.Optional(
      t.String({
        format: "secret",
        description:
          "Signs cookies and capabilities, at least 32 characters, the same on every server. Default: made once and kept under DATA_DIR",
      }),
    ),
  }),
);

export const databaseSettings = settings(
  "the database",
  t.Object({
    DATABASE_URL: t.Optional(
      t.String({
        format: "postgres-url",
        description:
          "Postgres 15 or newer, as postgres://user:password@host:5432/database. Default: a Postgres of its own under DATA_DIR",
      }),
    ),
  }),
);

export const bucketSettings = settings(
  "files in an S3 bucket",
  t.Object({
    S3_BUCKET: t.Optional(
      t.String({ description: "Keep files in this S3 bucket. Default: on the disk under DATA_DIR" }),
    ),
    S3_ENDPOINT: t.Optional(
      t.String({ format: "origin", description: "Address of an S3 server other than Amazon's, without a path." }),
    ),
    S3_REGION: t.Optional(t.String({ description: "Region of the bucket. Default: us-east-1" })),
    S3_FORCE_PATH_STYLE: t.Optional(
      t.Boolean({
        description:
          "true puts the bucket's name in the path instead of the host name, as most self-hosted S3 servers want it. Default: false",
      }),
    ),
  }),
);

/** Null where the machine has rights of its own. */
export const keySettings = settingsGroup(
  "a static S3 key",
  t.Object({
    AWS_ACCESS_KEY_ID: t.String({ description: "Its id. Default: the rights of the machine that it runs on" }),
    AWS_SECRET_ACCESS_KEY: t.String({ description: "Its secret." }),
  }),
);

export const editionSettings = settings(
  "the edition and who may join",
  t.Object({
    EDITION: t.String({
      default: "community",
      description: "Which set of plugins runs: publisher, community or cloud.",
    }),
    PLUGINS: t.String({
      default: "",
      description:
        "Changes to the edition's set, such as -mcp to leave one out and +mcp to bring one in, separated by commas.",
    }),
    DEFAULT_PLAN: t.Optional(
      t.OneOf(PLANS, {
        description: `Plan of a new workspace: ${PLANS.join(", ")}. Default: the edition's`,
      }),
    ),
    SIGNUP: t.Optional(
      t.OneOf(["open", "closed"], {
        description: "open lets anybody create an account, closed only who is invited. Default: the edition's",
      }),
    ),
  }),
);

export const mailSettings = settings(
  "mail",
  t.Object({
    SMTP_URL: t.Optional(
      t.String({
        format: "smtp-url",
        description:
          "Mail server, as smtp://user:password@host:587 or smtps://user:password@host:465. Default: mail is written to DATA_DIR/outbox, pages say so, and docsvc login-link signs somebody in",
      }),
    ),
    MAIL_FROM: t.Optional(
      t.String({ format: "mail-sender", description: "Sender of mail. Default: docsvc@ and the host of BASE_URL" }),
    ),
  }),
);

export const outgoingSettings = settings(
  "webhooks and chats",
  t.Object({
    WEBHOOK_ALLOW: t.Optional(
      t.String({
        format: "host-list",
        description:
          "Receivers off the public internet that may be sent to: ranges and host names, such as 10.0.0.0/8,receiver.internal. Default: none",
      }),
    ),
  }),
);

export const processSettings = settings(
  "proxies, processes, logs and metrics",
  t.Object({
    TRUSTED_PROXIES: t.String({
      default: "",
      format: "address-list",
      description:
        "Addresses or ranges of proxies whose X-Forwarded-* headers are believed, such as 10.0.0.0/8, separated by commas. Default: none",
    }),
    WORKERS: t.Integer({ default: 1, minimum: 1, maximum: 64, description: "Processes that share the port, 1 to 64." }),
    LOG_LEVEL: t.OneOf(LOG_LEVELS, { default: "info", description: `${LOG_LEVELS.join(", ")}.` }),
    METRICS_PORT: t.Optional(
      t.String({
        format: "listen",
        description: "Port of /metrics on loopback, or address:port to listen elsewhere. Default: no metrics",
      }),
    ),
  }),
);

export const dnsSettings = settings(
  "looking names up",
  t.Object({
    DNS_SERVERS: t.String({
      default: "",
      format: "name-server-list",
      description:
        "Name servers that proofs of domains are looked up at, such as 9.9.9.9,127.0.0.1:5353, separated by commas. Default: those of the machine",
    }),
  }),
);

const QUOTA_PREFIX = "QUOTA_";

/** The variables that replace quotas of these names. */
export function quotaSettings(names: readonly string[]): Settings<Record<string, number | undefined>> {
  const limit = t.Optional(t.Integer({ minimum: 1, maximum: 1_000_000_000 }));
  const members = names.map((name) => [`${QUOTA_PREFIX}${name.toUpperCase()}`, limit]);
  return settings(
    "limits within each quota's time window, replacing the edition's",
    t.Object(Object.fromEntries(members)),
  );
}

/** The names of the quotas that an environment replaces, in lower case. */
export function quotasNamed(env: Readonly<Record<string, string | undefined>>): string[] {
  const set = Object.keys(env).filter((name) => name.startsWith(QUOTA_PREFIX) && env[name]);
  return set.map((name) => name.slice(QUOTA_PREFIX.length).toLowerCase());
}

/** All of them but the quotas', in the order in which documents show them. */
export const KERNEL_SETTINGS: readonly Settings[] = [
  addressSettings,
  databaseSettings,
  bucketSettings,
  keySettings,
  editionSettings,
  mailSettings,
  outgoingSettings,
  processSettings,
  dnsSettings,
];
