// What is left of a sandbox whose server was killed: nothing, also where the server's own children are killed with it.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../../test/harness/until.ts";
import { isAlive } from "../base/is_alive.ts";

const HOLDER = fileURLToPath(import.meta.resolve("./fixtures/hold_process.ts"));

test.each([[["--no-orphans"]], [[]]])("a sandbox ends with its server, killed under bun %p", async (flags) => {
  const server = Bun.spawn([process.execPath, ...flags, HOLDER], { stdout: "pipe", stderr: "inherit" });
  const folder = new TextDecoder().decode((await server.stdout.getReader().read()).value).trim();
  const postgres = Number(readFileSync(join(folder, "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
  expect(isAlive(postgres)).toBe(true);
  server.kill("SIGKILL");
  await until(() => !existsSync(folder) && !isAlive(postgres));
});
