// A real server in a process of its own, to be killed: its data folder outlives it.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../hosts/cli/commands.ts";
import { runCommand } from "../../hosts/command/command_line.ts";
import { freePort } from "../harness/free_port.ts";
import { makeQuickFolder } from "../harness/temporary_folder.ts";
import { copyReadyFolder } from "./ready_folder.ts";
import { serverProgram } from "./server_program.ts";

/** For what stands still: a server that ends instead is noticed at once. */
const START_MS = 120_000;

export interface ServerPlace {
  data_dir: string;
  port: number;
  base_url: string;
  /** Starts a server on the folder, with more environment, and waits until it answers. */
  start(env?: Record<string, string>): Promise<ServerProcess>;
  /** Runs another docsvc command on the same folder and answers what it printed; throws when it fails. */
  run(...args: string[]): Promise<string>;
  /** The same for commands that may fail, with more environment. */
  call(args: string[], env?: Record<string, string>): Promise<CommandOutcome>;
  /** As `run`, in this process: for what a command does, in a tenth of the time that a process takes to load it. */
  runHere(...args: string[]): Promise<string>;
  /** As `call`, in this process. */
  callHere(args: string[], env?: Record<string, string>): Promise<CommandOutcome>;
  /** The process id of the Postgres that the folder's servers share. */
  postgresPid(): number;
  remove(): void;
}

export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  pid: number;
  /** What it has printed, once it has ended. */
  printed(): Promise<{ stdout: string; stderr: string }>;
  /** Ends it at once, as a power cut would end the process. */
  kill(): Promise<void>;
  /** Asks it to stop and waits. */
  stop(): Promise<number>;
}

/** The same with a database that has its tables already, for tests of a server that runs and not of its first start. */
export async function makeReadyPlace(env: Record<string, string> = {}): Promise<ServerPlace> {
  const place = await makeServerPlace(env);
  await copyReadyFolder(place.data_dir);
  return place;
}

export async function makeServerPlace(env: Record<string, string> = {}): Promise<ServerPlace> {
  const data_dir = makeQuickFolder("faults");
  const program = await serverProgram();
  const port = await freePort();
  const base_url = `http://localhost:${port}`;
  const environment = {
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: data_dir,
    PORT: String(port),
    LOG_LEVEL: "warn",
    ...env,
  };
  const spawn = (args: string[], more: Record<string, string> = {}) =>
    Bun.spawn([process.execPath, program, ...args], {
      env: { ...environment, ...more },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  async function call(args: string[], more: Record<string, string> = {}): Promise<CommandOutcome> {
    const child = spawn(args, more);
    const [stdout, stderr, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { code, stdout: stdout.trim(), stderr: stderr.trim() };
  }
  async function callHere(args: string[], more: Record<string, string> = {}): Promise<CommandOutcome> {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommand(COMMANDS, args, {
      env: { ...environment, ...more },
      folder: process.cwd(),
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
      redraw: null,
      local: async () => (await import("../../hosts/cli/server/local_server.ts")).localServer,
    });
    return { code, stdout: out.join("\n").trim(), stderr: err.join("\n").trim() };
  }

  return {
    data_dir,
    port,
    base_url,
    start: async (more = {}) => {
      const child = spawn(["serve"], more);
      await waitForAnswer(base_url, child);
      const stdout = new Response(child.stdout).text();
      const stderr = new Response(child.stderr).text();
      return {
        pid: child.pid,
        printed: async () => ({ stdout: await stdout, stderr: await stderr }),
        kill: async () => {
          child.kill("SIGKILL");
          await child.exited;
        },
        stop: () => {
          child.kill("SIGTERM");
          return child.exited;
        },
      };
    },
    run: async (...args) => demandSuccess(args, await call(args)),
    call,
    runHere: async (...args) => demandSuccess(args, await callHere(args)),
    callHere,
    postgresPid: () => findPostgres(data_dir),
    remove: () => rmSync(data_dir, { recursive: true, force: true }),
  };
}

function demandSuccess(args: string[], { code, stdout, stderr }: CommandOutcome): string {
  if (code !== 0) throw new Error(`docsvc ${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}

async function waitForAnswer(base_url: string, child: Bun.Subprocess<"ignore", "pipe", "pipe">): Promise<void> {
  await untilAnswers(base_url, child, () => new Response(child.stderr).text());
}

/** Waits until a server process answers; throws when it ends instead. */
export async function untilAnswers(
  base_url: string,
  child: { exitCode: number | null },
  readReason: () => Promise<string> = async () => "",
): Promise<void> {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended at start: ${await readReason()}`);
    const answered = await fetch(`${base_url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await Bun.sleep(50);
  }
  throw new Error(`no answer at ${base_url} within ${START_MS} ms`);
}

function findPostgres(data_dir: string): number {
  for (const entry of readdirSync(data_dir, { recursive: true, encoding: "utf8" })) {
    if (entry.endsWith("postmaster.pid")) return Number(readFileSync(join(data_dir, entry), "utf8").split("\n")[0]);
  }
  throw new Error(`no Postgres runs under ${data_dir}`);
}
