// A server that is killed in the middle of a directory's snapshot, and one that is only taken for dead:
// half of a list is nobody's membership.
import { afterAll, expect, test } from "bun:test";
import { untilAnswers } from "../faults/server_process.ts";
import { serverProgram } from "../faults/server_program.ts";
import { freePort } from "../harness/free_port.ts";
import { until } from "../harness/until.ts";
import { openFollowed } from "./followed.ts";

const { company, h, read, wait, workspace } = await openFollowed();
const undo: (() => void)[] = [];
afterAll(() => {
  for (const one of undo) one();
});

/** The provider answers so many pages and then nothing until it is let go. */
function holdAfter(pages: number) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  company.state.before_answer = async () => {
    if (pages-- > 0) return;
    reach();
    await held;
  };
  return {
    reached,
    release: () => {
      company.state.before_answer = async () => {};
      release();
    },
  };
}

test("after kill -9 in the middle of a snapshot membership is the old one, and the next run has it whole", async () => {
  h.clock.set(new Date());
  const { owner, ann, ben, group, opens } = await workspace("google");
  expect([await opens(ann), await opens(ben)]).toEqual([200, 404]);
  group.members = [ben.email, "one@corp.test", "two@corp.test", owner.email].map((email) => ({ email }));
  const { database } = h.runtime;
  await database.sql`update directory_connections set tried_at = ${new Date(Date.now() - 31 * 60_000)}`;
  const { reached, release } = holdAfter(1);
  const port = await freePort();
  const base_url = `http://localhost:${port}`;
  const child = Bun.spawn([process.execPath, await serverProgram(), "serve"], {
    env: { PATH: process.env["PATH"] ?? "", ...h.env, PORT: String(port), BASE_URL: base_url },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  undo.push(() => child.kill("SIGKILL"));
  await untilAnswers(base_url, child);
  await database.sql`update jobs set due_at = ${new Date()} where kind = 'directory.refresh' and lease_until is null`;
  await reached;
  child.kill("SIGKILL");
  await child.exited;
  release();
  expect([await opens(ann), await opens(ben)]).toEqual([200, 404]);
  // Nothing of the page that had come.
  expect(await database.sql`select from directory_members where email = ${ben.email}`).toHaveLength(0);
  // Longer than the dead server is waited for, and shorter than a refresh is due.
  h.clock.set(new Date());
  await wait(6);
  await until(async () => (await opens(ann)) === 404 && (await opens(ben)) === 200);
  expect(await read(owner, "google")).toMatchObject({ health: "healthy", error: null });
});

test("what a server read that was taken for dead changes nothing any more", async () => {
  const { database } = h.runtime;
  await database.sql`update directory_connections set refresh_token = null`;
  const { owner, ann, ben, group, opens } = await workspace("google");
  const twin = await h.twin();
  const { reached, release } = holdAfter(0);
  h.clock.advance(31 * 60_000);
  const running = h.runtime.jobs.runDue();
  await reached;
  company.state.before_answer = async () => {};
  group.members = [{ email: ben.email }];
  h.clock.advance(6 * 60_000);
  await twin.runtime.jobs.runDue();
  await until(async () => (await opens(ann)) === 404 && (await opens(ben)) === 200);
  // The first hears the old list at last.
  group.members = [{ email: ann.email }];
  release();
  await running.catch(() => {});
  expect([await opens(ann), await opens(ben)]).toEqual([404, 200]);
  expect((await read(owner, "google")).health).toBe("healthy");
});
