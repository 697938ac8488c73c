// Two runs of tests beside each other, or the processes of one, never tell their servers the same port.
import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:net";
import { freePort } from "./free_port.ts";
import { until } from "./until.ts";

/** More than a block has. */
const COUNT = 120;
const GIVES = `
  const { freePort } = await import(${JSON.stringify(import.meta.resolve("./free_port.ts"))});
  const ports = await Promise.all(Array.from({ length: ${COUNT} }, freePort));
  console.log(JSON.stringify(ports));
  await Bun.stdin.text();`;

const children: ReturnType<typeof give>[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** A process that gives ports, and lives on. */
function give() {
  return Bun.spawn([process.execPath, "-e", GIVES], { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
}

async function portsOf(child: ReturnType<typeof give>): Promise<number[]> {
  let text = "";
  for await (const bytes of child.stdout) {
    text += new TextDecoder().decode(bytes);
    if (text.endsWith("\n")) break;
  }
  return JSON.parse(text);
}

test("no port is given twice, by this process or by others beside it, and all are free", async () => {
  children.push(...Array.from({ length: 3 }, give));
  const own = await Promise.all(Array.from({ length: COUNT }, freePort));
  const all = [...own, ...(await Promise.all(children.map(portsOf))).flat()];
  expect(all).toHaveLength(4 * COUNT);
  expect(new Set(all).size).toBe(all.length);
  const servers = await Promise.all(
    all.map(async (port) => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
      return server;
    }),
  );
  for (const server of servers) server.close();
});

test("a process that is killed holds its ports no longer", async () => {
  const child = give();
  const [first = 0] = await portsOf(child);
  // The one before the first that is given is what holds the block.
  const held = first - 1;
  expect(await isTaken(held)).toBe(true);
  child.kill("SIGKILL");
  await until(async () => !(await isTaken(held)));
});

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(true));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(false)));
  });
}
