// Holds Dockerfile, compose file and Caddyfile to each other and to the server's own configuration,
// as far as that goes without Docker.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ipaddr from "ipaddr.js";
import { examineConfig } from "../../hosts/cli/doctor/settings.ts";

const ROOT = join(import.meta.dir, "../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

interface Service {
  environment?: Record<string, string | number>;
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
  networks?: { default: { ipv4_address: string } };
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
}

function isCompose(value: unknown): value is Compose {
  return typeof value === "object" && value !== null && "services" in value && "volumes" in value;
}

/** What an operator writes into .env, as the compose file's head tells it. */
const GIVEN: Readonly<Record<string, string>> = {
  APP_HOST: "docs.example.com",
  CONTENT_HOST: "docs-content.example.com",
  SECRET: "Zm9yIHRlc3RzIGFsb25lLCBhbmQgbG9uZyBlbm91Z2g=",
  POSTGRES_PASSWORD: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  S3_SECRET: "f0e1d2c3b4a5968778695a4b3c2d1e0f",
};

const text = read("compose.yaml");
const filled = text.replace(/\$\{([A-Z0-9_]+)(?::[-?][^}]*)?\}/g, (_whole, name: string) => GIVEN[name] ?? "");
const compose: unknown = Bun.YAML.parse(filled);
if (!isCompose(compose)) throw new Error("compose.yaml describes no services");
const { services } = compose;

function environmentOf(service: string): Record<string, string> {
  const entries = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

const app = environmentOf("app");

test("the server takes its environment from the compose file, and every variable of it is one that it knows", () => {
  const known = [...read(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(Object.keys(app).filter((name) => !known.includes(name))).toEqual([]);
  const { config, findings } = examineConfig(app);
  expect(findings.filter(({ state }) => state !== "ok")).toEqual([]);
  expect(config).toMatchObject({
    base_url: `https://${GIVEN["APP_HOST"]}`,
    content_url: `https://${GIVEN["CONTENT_HOST"]}`,
    s3: { bucket: "docsvc", force_path_style: true },
  });
});

test("every variable that is asked of the operator is in the head of the file, and none is missing without a word", () => {
  const head = text.slice(0, text.indexOf("services:"));
  const required = new Set([...text.matchAll(/\$\{([A-Z0-9_]+):\?/g)].map(([, name = ""]) => name));
  expect([...required].sort()).toEqual(Object.keys(GIVEN).sort());
  for (const name of [...required, "SMTP_URL"]) expect(head).toContain(`#   ${name}=`);
});

test("one port leads from Caddy to the server, for both of its hosts", () => {
  const caddyfile = read("Caddyfile");
  const [, host, port] = /reverse_proxy (\w+):(\d+)/.exec(caddyfile) ?? [];
  expect(services[host ?? ""]).toBeDefined();
  expect(port).toBe(app["PORT"]);
  const dockerfile = read("Dockerfile");
  expect(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]).toBe(port);
  expect(/PORT=(\d+)/.exec(dockerfile)?.[1]).toBe(port);
  const sites = [...caddyfile.matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name = ""]) => environmentOf("caddy")[name] ?? "");
  expect(sites.map((site) => `https://${site}`)).toEqual([app["BASE_URL"] ?? "", app["CONTENT_URL"] ?? ""]);
});

test("the proxy that is believed is Caddy, at an address of the network", () => {
  const address = services["caddy"]?.networks?.default.ipv4_address ?? "";
  expect(app["TRUSTED_PROXIES"]).toBe(address);
  const subnets = compose.networks.default.ipam.config.map(({ subnet }) => ipaddr.parseCIDR(subnet));
  expect(subnets.some((subnet) => ipaddr.parse(address).match(subnet))).toBe(true);
});

test("database and bucket are those that the other services make", () => {
  const { username, password, hostname, port, pathname } = new URL(app["DATABASE_URL"] ?? "");
  const postgres = environmentOf("postgres");
  expect({ hostname, port }).toEqual({ hostname: "postgres", port: "5432" });
  expect([username, password, pathname]).toEqual([
    postgres["POSTGRES_USER"] ?? "",
    postgres["POSTGRES_PASSWORD"] ?? "",
    `/${postgres["POSTGRES_DB"]}`,
  ]);
  const [s3, bucket] = [environmentOf("s3"), environmentOf("bucket")];
  expect(app["S3_ENDPOINT"]).toBe(`http://s3${s3["VGW_PORT"]}`);
  expect(bucket["AWS_ENDPOINT_URL"]).toBe(app["S3_ENDPOINT"] ?? "");
  for (const keys of [
    [s3["ROOT_ACCESS_KEY"], s3["ROOT_SECRET_KEY"], s3["VGW_REGION"]],
    [bucket["AWS_ACCESS_KEY_ID"], bucket["AWS_SECRET_ACCESS_KEY"], bucket["AWS_DEFAULT_REGION"]],
  ]) {
    expect(keys).toEqual([app["AWS_ACCESS_KEY_ID"], app["AWS_SECRET_ACCESS_KEY"], app["S3_REGION"]]);
  }
  expect(filled).toContain(`create-bucket --bucket ${app["S3_BUCKET"]}`);
});

test("services wait for services that are there, and every volume is declared or a file of the repository", () => {
  for (const [name, { depends_on = [], volumes = [] }] of Object.entries(services)) {
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
      expect({ name, other, is: other in services }).toEqual({ name, other, is: true });
    }
    for (const volume of volumes) {
      const [from = ""] = volume.split(":");
      const is = from.startsWith("./") ? existsSync(join(ROOT, from)) : from in compose.volumes;
      expect({ name, volume, is }).toEqual({ name, volume, is: true });
    }
  }
});

test("the image copies what is there and not ignored, and runs a file that it copied", () => {
  const dockerfile = read("Dockerfile");
  const ignored = read(".dockerignore").split("\n");
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) =>
    sources.split(" "),
  );
  expect(copied).toContain("bun.lock");
  for (const source of copied) {
    expect({ source, is: existsSync(join(ROOT, source)) && !ignored.includes(source) }).toEqual({ source, is: true });
  }
  const [, command = "[]"] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? [];
  const entry = /"(hosts\/[^"]+)"/.exec(command)?.[1] ?? "";
  expect(existsSync(join(ROOT, entry))).toBe(true);
  expect(dockerfile).toContain(`DATA_DIR=${app["DATA_DIR"]}`);
  // What was installed in the first stage counts as installed in the second, or a start would want to write.
  for (const name of ["package.json", "bun.lock"]) expect(copied.filter((source) => source === name)).toHaveLength(2);
});
