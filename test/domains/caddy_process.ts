// Caddy with the Caddyfile of the repository,
// on ports of the test's own and with certificates from an ACME server of the test's own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../harness/free_port.ts";
import type { Pebble } from "../harness/pebble.ts";

const CADDYFILE = join(import.meta.dir, "../../Caddyfile");

export interface Caddy {
  https_port: number;
  close(): Promise<void>;
}

/** Where it lies, or null; then it says what is skipped. */
export function findCaddy(): string | null {
  const found = Bun.which("caddy");
  if (!found) console.warn("skipped: custom domains behind a real Caddy, because caddy is not installed");
  return found;
}

/** What the Caddyfile says, as JSON. Throws with Caddy's own words where it says nothing sound. */
export function adapt(program: string, hosts: { APP_HOST: string; CONTENT_HOST: string }): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync([program, "adapt", "--config", CADDYFILE], { env: hosts });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

/** Starts it before a server at `upstream_port`. */
export async function startCaddy(
  program: string,
  {
    pebble,
    upstream_port,
    ...hosts
  }: { APP_HOST: string; CONTENT_HOST: string; pebble: Pebble; upstream_port: number },
): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-caddy-"));
  const https_port = await freePort();
  const adapted = adapt(program, hosts)
    .replaceAll("app:3000", `127.0.0.1:${upstream_port}`)
    .replaceAll('":443"', `":${https_port}"`);
  const config = JSON.parse(adapted);
  const issuer = {
    module: "acme",
    ca: pebble.directory_url,
    trusted_roots_pem_files: [pebble.ca_file],
    challenges: { "tls-alpn": { disabled: true }, http: { alternate_port: pebble.http_port } },
  };
  // Caddy vouches itself for the names of the Caddyfile, which the authority cannot find: asked for both at once, it would write its account's
  // file twice at the same time (2.6 does), and then find it broken for every other name.
  for (const policy of config.apps.tls.automation.policies) {
    policy.issuers = [policy.on_demand ? issuer : { module: "internal" }];
  }
  const ports = { http_port: pebble.http_port, https_port };
  const whole = {
    ...config,
    admin: { disabled: true },
    storage: { module: "file_system", root: join(folder, "storage") },
    apps: {
      ...config.apps,
      http: { ...config.apps.http, ...ports },
      pki: { certificate_authorities: { local: { install_trust: false } } },
    },
  };
  writeFileSync(join(folder, "caddy.json"), JSON.stringify(whole));
  const log = join(folder, "log");
  const child = Bun.spawn([program, "run", "--config", join(folder, "caddy.json")], {
    stdin: "ignore",
    stdout: Bun.file(log),
    stderr: Bun.file(log),
    env: { HOME: folder },
  });
  while (!(await listens(https_port))) {
    if (child.exitCode !== null) throw new Error(`caddy ended: ${readFileSync(log, "utf8")}`);
    await Bun.sleep(20);
  }
  return {
    https_port,
    close: async () => {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
