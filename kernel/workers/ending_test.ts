// Worker processes outlive nobody: they end with the process that started them, however it ends.
import { expect, test } from "bun:test";
import { isAlive } from "../../test/harness/is_alive.ts";
import { until } from "../../test/harness/until.ts";

const PARENT = Bun.fileURLToPath(new URL("./fixtures/parent.ts", import.meta.url));

test.each(["idle", "busy"])("worker processes, %s, end with the process that started them", async (state) => {
  const parent = Bun.spawn([process.execPath, PARENT, state], { stdout: "pipe", stdin: "ignore" });
  const { value } = await parent.stdout.getReader().read();
  const pids = new TextDecoder().decode(value).trim().split(" ").map(Number);
  expect(pids.length).toBe(state === "busy" ? 2 : 1);
  if (state === "busy") parent.kill("SIGKILL");
  // One with nothing but idle workers ends by itself.
  await parent.exited;
  for (const pid of pids) await until(() => !isAlive(pid));
});
