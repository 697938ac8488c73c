// What the kernel's own variables become, and which line tells of one that cannot be used.
import { expect, test } from "bun:test";
import { readConfig } from "./config.ts";

const SECRET = "a secret of more than 32 characters for a test";

test("an empty environment has the defaults of one machine", () => {
  expect(readConfig({ SECRET, WORKERS: "", BASE_URL: "", QUOTA_PUBLISH: "" })).toMatchObject({
    ...{ port: 3000, base_url: "http://localhost:3000", content_url: "http://127.0.0.1:3000" },
    ...{ database_url: null, s3: null, edition: "community", plugins: "", default_plan: null, signup: null },
    ...{ smtp_url: null, mail_from: "docsvc@localhost", trusted_proxies: [], workers: 1, log_level: "info" },
    ...{ metrics_port: null, metrics_host: "127.0.0.1", quotas: {}, secret: SECRET },
  });
});

test("set variables have their kind", () => {
  const env = {
    ...{ SECRET, PORT: "80", BASE_URL: "https://docs.example/", CONTENT_URL: "https://pages.example" },
    ...{ S3_BUCKET: "b", S3_FORCE_PATH_STYLE: "true", AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key" },
    ...{ DEFAULT_PLAN: "team", SIGNUP: "open", TRUSTED_PROXIES: "10.0.0.0/8, ::1", METRICS_PORT: "0.0.0.0:9464" },
    ...{ QUOTA_PUBLISH: "7" },
  };
  expect(readConfig(env)).toMatchObject({
    ...{ port: 80, base_url: "https://docs.example", mail_from: "docsvc@docs.example" },
    s3: {
      ...{ bucket: "b", endpoint: null, region: "us-east-1", force_path_style: true },
      credentials: { accessKeyId: "id", secretAccessKey: "key" },
    },
    ...{ default_plan: "team", signup: "open", trusted_proxies: ["10.0.0.0/8", "::1"] },
    ...{ metrics_port: 9464, metrics_host: "0.0.0.0", quotas: { publish: 7 } },
  });
});

test.each([
  [{ PORT: "70000" }, 'PORT is "70000": give a whole number from 0 to 65535'],
  [{ WORKERS: "0" }, 'WORKERS is "0": give a whole number from 1 to 64'],
  [{ QUOTA_PUBLISH: "none" }, 'QUOTA_PUBLISH is "none": give a whole number from 1 to 1000000000'],
  [{ LOG_LEVEL: "loud" }, 'LOG_LEVEL is "loud": use one of debug, info, warn, error, silent'],
  [{ SIGNUP: "yes" }, 'SIGNUP is "yes": use one of open, closed'],
  [{ BASE_URL: "docs" }, 'BASE_URL is "docs": give an address such as'],
  [{ BASE_URL: "ftp://docs.example" }, 'BASE_URL is "ftp://docs.example": it must start with http:// or https://'],
  [{ BASE_URL: "https://a.example/b" }, "it must have no path, because"],
  [{ CONTENT_URL: "http://localhost:9" }, "CONTENT_URL is on the same host as BASE_URL (localhost)"],
  [{ TRUSTED_PROXIES: "::1,here" }, 'TRUSTED_PROXIES holds "here": give addresses or ranges'],
  [{ METRICS_PORT: "0.0.0.0:x" }, 'METRICS_PORT is "0.0.0.0:x": give a whole number from 0 to 65535'],
  [
    { METRICS_PORT: "300.0.0.1:9464" },
    'METRICS_PORT is "300.0.0.1:9464": give a whole number from 0 to 65535, or address:',
  ],
  [{ MAIL_FROM: "our docs" }, 'MAIL_FROM is "our docs": give one e-mail address such as docs@example.com'],
  [
    { MAIL_FROM: "a@docs.example, b@docs.example" },
    "give one e-mail address such as docs@example.com, or one with a name",
  ],
  [{ S3_REGION: "eu" }, "S3_REGION is set without S3_BUCKET: set S3_BUCKET to the bucket's name, or unset S3_REGION"],
  [{ S3_BUCKET: "b", S3_FORCE_PATH_STYLE: "1" }, 'S3_FORCE_PATH_STYLE is "1": use one of true, false'],
  [
    { S3_BUCKET: "b", AWS_ACCESS_KEY_ID: "id" },
    "AWS_SECRET_ACCESS_KEY must be set because AWS_ACCESS_KEY_ID is: a static S3 key needs all of",
  ],
  [{ PGHOST: "db" }, "PGHOST is set without DATABASE_URL: set DATABASE_URL="],
])("%o stops the start with the variable, the rule and the fix", (env, message) => {
  const read = () => readConfig({ SECRET, ...env });
  expect(read).toThrow(message);
  expect(read).toThrow(expect.objectContaining({ name: "ConfigError" }));
});

test.each([
  [{ DATABASE_URL: "mysql://me:hush@db" }, "DATABASE_URL is not a Postgres address: use postgres://"],
  [{ SMTP_URL: "mail:hush" }, "SMTP_URL is not an SMTP address: use smtp://"],
  [{ SMTP_URL: "smtp://" }, "SMTP_URL is not an SMTP address: use smtp://"],
  [{ SECRET: "hush" }, "SECRET has 4 characters: give at least 32"],
])("%o stops the start without telling what may be a secret", (env, message) => {
  const read = () => readConfig({ SECRET, ...env });
  expect(read).toThrow(message);
  expect(read).not.toThrow("hush");
});

test.each(["docs@docs.example", "Docs <docs@docs.example>", "Unsere Dokumente <post@docs.example>"])(
  "MAIL_FROM may be %s",
  (MAIL_FROM) => {
    expect(readConfig({ SECRET, MAIL_FROM })).toMatchObject({ mail_from: MAIL_FROM });
  },
);

test.each(["9464", "127.0.0.1:9464", "[::1]:9464", "metrics.internal:9464"])(
  "METRICS_PORT may be %s",
  (METRICS_PORT) => {
    expect(readConfig({ SECRET, METRICS_PORT })).toMatchObject({ metrics_port: 9464 });
  },
);
