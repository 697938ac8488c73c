// PgBouncer before the Postgres of a test, for what a server must say and do behind a pool.
import { spawn } from "node:child_process";
import { chownSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { PostgresConnection } from "../../kernel/db/driver/client.ts";
import { chooseRunAs } from "../../kernel/db/embedded/embedded_files.ts";
import { openBusRelay } from "./bus_relay.ts";
import { freePort } from "./free_port.ts";
import { makeQuickFolder } from "./temporary_folder.ts";

export interface Pgbouncer {
  /** For `openSql`. */
  target: PostgresConnection;
  /** For DATABASE_URL. */
  url: string;
  close(): Promise<void>;
}

export interface PgbouncerOptions {
  to: PostgresConnection;
  pool_mode: "transaction" | "session";
  /** Whether it takes the settings that a session of ours comes with, and drops them; by default it refuses them. */
  takes_settings?: boolean;
}

/** Debian keeps it from the path of those who are not root. */
const PLACES = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"];
const SETTINGS = ["statement_timeout", "idle_in_transaction_session_timeout", "plan_cache_mode", "synchronous_commit"];

/** Where it lies, or null; then it says what is skipped. */
export function findPgbouncer(): string | null {
  const found = Bun.which("pgbouncer") ?? PLACES.find((place) => existsSync(place)) ?? null;
  if (!found) console.warn("skipped: servers behind a real PgBouncer, because pgbouncer is not installed");
  return found;
}

export async function startPgbouncer(program: string, options: PgbouncerOptions): Promise<Pgbouncer> {
  const { to, pool_mode, takes_settings = false } = options;
  // It refuses to run as root, and the socket of Postgres lets nobody else in.
  const relay = await openBusRelay(to);
  const folder = makeQuickFolder("pgbouncer");
  const port = await freePort();
  const config = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `${to.database} = host=${relay.target.host} port=${to.port} user=${to.user}`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = any\npool_mode = ${pool_mode}\nmax_client_conn = 500\ndefault_pool_size = 50`,
    takes_settings ? `ignore_startup_parameters = ${SETTINGS.join(", ")}` : "",
  ];
  writeFileSync(config, lines.join("\n"));
  const runAs = chooseRunAs(folder);
  if (runAs) for (const path of [folder, config]) chownSync(path, runAs.uid, runAs.gid);
  const child = spawn(program, ["-q", config], { stdio: ["ignore", "ignore", "pipe"], ...(runAs ?? {}) });
  const said: string[] = [];
  child.stderr.on("data", (bytes) => void said.push(String(bytes)));
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said.join("")}`);
    await Bun.sleep(20);
  }
  return {
    target: { ...to, host: "127.0.0.1", port },
    url: `postgres://${to.user}@127.0.0.1:${port}/${to.database}`,
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      relay.close();
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
