// The server as a process:
// what it prints, how it refuses to start, how it stops, and how several processes are one server.
import { afterAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { greet } from "../../hosts/cli/banner.ts";
import { makeReadyPlace, makeServerPlace, type ServerProcess } from "../faults/server_process.ts";
import { freePort } from "../harness/free_port.ts";
import { openHarness } from "../harness/harness.ts";
import { isAlive } from "../harness/is_alive.ts";
import { until } from "../harness/until.ts";

const place = await makeServerPlace();
/** For two tests that follow each other, as a start takes seconds of processor time. */
let running: ServerProcess | null = null;
afterAll(async () => {
  await running?.stop();
  place.remove();
});

test("serve prints both addresses and the setup link on stdout, logs elsewhere, and leaves nothing running", async () => {
  const server = await place.start();
  const link = await place.run("setup-link");
  expect(await server.stop()).toBe(0);
  const { stdout } = await server.printed();
  expect(stdout).toContain(`App    ${place.base_url}\n`);
  expect(stdout).toContain(`Pages  http://127.0.0.1:${place.port}\n`);
  expect(stdout).toMatch(new RegExp(`^  ${place.base_url}/auth/setup/\\S+$`, "m"));
  expect(stdout).not.toContain('"level"');
  expect(link).toStartWith(`${place.base_url}/auth/setup/`);
  expect(() => place.postgresPid()).toThrow();
});

test("serve says when browsers will keep no sign-in, since other machines reach it over plain http", async () => {
  const plain = await openHarness({ env: { BASE_URL: "http://docs.example.com" } });
  expect(await greet(plain.runtime)).toContain("Nobody can sign in yet: http://docs.example.com is not encrypted");
  const own = await openHarness();
  expect(await greet(own.runtime)).not.toContain("not encrypted");
});

async function takeServer(): Promise<ServerProcess> {
  running ??= await place.start();
  return running;
}

test("a second server on the same port ends with 1 and one line that names PORT", async () => {
  await takeServer();
  const { code, stdout, stderr } = await place.call(["serve"]);
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^docsvc: PORT is \d+, where another program listens already: .+$/);
  expect((await fetch(`${place.base_url}/healthz`)).status).toBe(200);
});

test("SIGINT twice lets a request under way finish, takes no new one, and ends with 0", async () => {
  await place.runHere("user", "add", "stop@example.org", "--workspace", "stop");
  const token = await place.runHere("token", "create", "stop@example.org", "--name", "stop");
  const server = await takeServer();
  const body = JSON.stringify({ markdown: "# Finished" });
  const socket = connect(place.port, "127.0.0.1");
  const answer = readAll(socket);
  const head = [
    "POST /api/docs HTTP/1.1",
    `Host: localhost:${place.port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  await new Promise((resolve) => socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 5)}`, resolve));
  // What lay in the kernel before these requests has been read by the time that the last of them is answered.
  for (let turn = 0; turn < 5; turn++) await fetch(`${place.base_url}/healthz`);
  process.kill(server.pid, "SIGINT");
  process.kill(server.pid, "SIGINT");
  await until(async () => !(await fetch(`${place.base_url}/healthz`).then(Boolean, () => false)));
  expect(isAlive(server.pid)).toBe(true);
  socket.write(body.slice(5));
  expect(await answer).toMatch(/^HTTP\/1\.1 201 [\s\S]*"title":"Finished"/);
  await until(() => !isAlive(server.pid));
  expect(await server.stop()).toBe(0);
});

const WRONG: Record<string, Record<string, string>> = {
  SECRET: { SECRET: "short" },
  BASE_URL: { BASE_URL: "https://example.com/docs" },
  CONTENT_URL: { BASE_URL: "https://example.com", CONTENT_URL: "https://example.com:8443" },
  EDITION: { EDITION: "gold" },
  PLUGINS: { PLUGINS: "+nothing" },
  DEFAULT_PLAN: { DEFAULT_PLAN: "gold" },
  QUOTA_NOTHING: { QUOTA_NOTHING: "1" },
  OIDC_CLIENT_SECRET: { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "docs" },
  DATABASE_URL: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" },
};
/** One that the settings tell and one that the server tells go through a process, which takes a second to load its modules. */
const BY_PROCESS = ["SECRET", "DATABASE_URL"];

test.each(Object.entries(WRONG))(
  "a wrong %s ends the start with 1 and one line that names it",
  async (variable, env) => {
    const call = BY_PROCESS.includes(variable) ? place.call : callServeHere;
    const { code, stdout, stderr } = await call(["serve"], env);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.split("\n")).toHaveLength(1);
    expect(stderr).toStartWith("docsvc: ");
    expect(stderr).toContain(variable);
  },
);

/** A start that is refused, in this process: only that it listens for the word to stop is left of it, and taken away. */
async function callServeHere(...call: Parameters<typeof place.callHere>) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const before = signals.map((signal) => process.listeners(signal));
  try {
    return await place.callHere(...call);
  } finally {
    for (const [index, signal] of signals.entries()) {
      for (const one of process.listeners(signal)) if (!before[index]?.includes(one)) process.off(signal, one);
    }
  }
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\r\n\r\n") && text.endsWith("}")) resolve(text);
    });
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
}

test("with WORKERS a process that dies is replaced, requests go on, and all of them stop together", async () => {
  const metricsPort = await freePort();
  const many = await makeReadyPlace({ WORKERS: "2", METRICS_PORT: String(metricsPort) });
  try {
    const server = await many.start();
    const workers = () => childrenOf(server.pid).filter((pid) => commandOf(pid).includes("--worker"));
    await until(() => workers().length === 2);
    const metrics = () =>
      fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
        (response) => response.text(),
        () => "",
      );
    await until(async () => (await metrics()).includes("docsvc_requests_total"));
    const [victim = 0] = workers();
    process.kill(victim, "SIGKILL");
    await until(() => workers().length === 2 && !workers().includes(victim));
    expect((await fetch(`${many.base_url}/healthz`)).status).toBe(200);
    const before = [server.pid, ...workers()];
    expect(await server.stop()).toBe(0);
    expect(before.filter(isAlive)).toEqual([]);
    expect(() => many.postgresPid()).toThrow();
    expect((await server.printed()).stdout.match(/is ready/g)).toHaveLength(1);
  } finally {
    many.remove();
  }
});

function childrenOf(pid: number): number[] {
  const { stdout } = Bun.spawnSync(["ps", "-o", "pid=", "--ppid", String(pid)]);
  return stdout.toString().split("\n").map(Number).filter(Boolean);
}

function commandOf(pid: number): string {
  return Bun.spawnSync(["ps", "-o", "args=", "-p", String(pid)]).stdout.toString();
}
