// Backup and restore as an operator calls them:
// beside a running server, into a new folder, with exit codes and one line of result.
import { afterAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeReadyPlace, makeServerPlace } from "../faults/server_process.ts";
import { until } from "../harness/until.ts";
import { FILLER, makeFolder } from "./stand.ts";

const source = await makeReadyPlace();
const target = await makeServerPlace();
afterAll(() => {
  source.remove();
  target.remove();
});
const folder = makeFolder();
const file = join(folder, "backup.tar");

test("a backup beside a running server comes back in a new folder, whose server shows the same pages", async () => {
  const server = await source.start();
  await source.runHere("user", "add", "anna@example.org", "--workspace", "acme");
  const token = await source.runHere("token", "create", "anna@example.org", "--name", "test");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ title: "Kept", html: `<p>kept</p>${FILLER}`, visibility: "unlisted" });
  const made = await fetch(`${source.base_url}/api/docs`, { method: "POST", headers, body });
  expect(made.status).toBe(201);
  const backedUp = await source.call(["backup", file]);
  expect(backedUp).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/backup\.tar: \d+ tables with \d+ rows, 1 blobs/),
  });
  expect(backedUp.stderr).toContain("SECRET is not in the backup");
  await server.stop();

  expect((await target.call(["restore", file])).code).toBe(0);
  const second = await target.start();
  const listed = await fetch(`${target.base_url}/api/docs`, { headers });
  const { docs } = (await listed.json()) as { docs: { title: string; slug: string }[] };
  expect(docs.map((doc) => doc.title)).toEqual(["Kept"]);
  const page = await fetch(`http://127.0.0.1:${target.port}/d/${docs[0]!.slug}/`);
  expect(await page.text()).toContain("kept");
  const again = await target.callHere(["restore", file]);
  expect(again).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("is not empty") });
  await second.stop();
});

test("restore --verify answers for a whole file and ends with 1 for a damaged one, without opening anything", async () => {
  const nowhere = { DATA_DIR: join(folder, "nowhere") };
  expect(await target.callHere(["restore", file, "--verify"], nowhere)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("backup.tar: whole"),
  });
  const bytes = readFileSync(file);
  // The index of words may hold the text too, and lies before the blobs.
  const at = bytes.lastIndexOf("<p>kept</p>");
  bytes[at + 3] = 75;
  const damaged = join(folder, "damaged.tar");
  writeFileSync(damaged, bytes);
  const refused = await target.callHere(["restore", damaged, "--verify"], nowhere);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^docsvc: blobs\/[0-9a-f]{64}\/[0-9a-f]+ is damaged/m);
  expect(existsSync(nowhere.DATA_DIR)).toBeFalse();
});

test("into a folder goes a backup of its moment, which comes back, and those beyond their days go when it is whole", async () => {
  const kept = makeFolder();
  const others = ["docsvc-2020-01-01T00-00-00Z.tar", "docsvc-2020-01-02T00-00-00Z.tar.part", "mine.tar"];
  for (const name of others) writeFileSync(join(kept, name), "old");
  expect((await source.callHere(["backup", kept, "--keep-days", "0"])).code).toBe(0);
  expect(readdirSync(kept)).toEqual(expect.arrayContaining(others));
  const broken = await source.callHere(["backup", `${kept}/missing/`]);
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining("make the folder first") });
  expect(readdirSync(kept)).toHaveLength(4);
  // The next one is of another second.
  const now = () => Math.floor(Date.now() / 1000);
  const taken = now();
  await until(() => now() > taken);
  const again = await source.callHere(["backup", kept]);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining(`${others[0]} was older than 14 days`) });
  const [first, second, mine] = readdirSync(kept).sort();
  expect([second, mine]).toEqual([expect.stringMatching(/^docsvc-20\d\d-.*Z\.tar$/), "mine.tar"]);
  for (const name of [first ?? "", second ?? ""]) {
    expect((await target.callHere(["restore", join(kept, name), "--verify"])).code).toBe(0);
  }
  const file = await source.callHere(["backup", join(kept, "one.tar"), "--keep-days", "3"]);
  expect(file).toMatchObject({ code: 1, stderr: expect.stringContaining("goes with a folder") });
});

test("restore makes nothing where no backup is named", async () => {
  const nowhere = { DATA_DIR: join(folder, "nowhere") };
  const other = join(folder, "notes.txt");
  writeFileSync(other, `# Notes\n${" ".repeat(2048)}`);
  for (const [name, words] of [
    [join(folder, "nothing.tar"), /nothing\.tar cannot be read .*name a file that "docsvc backup" made/],
    [folder, /is no file: name one that "docsvc backup" made/],
    [other, /the file is not a backup: give one that "docsvc backup" made|cut off/],
  ] as const) {
    const refused = await target.callHere(["restore", name], nowhere);
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(words);
    expect(existsSync(nowhere.DATA_DIR)).toBe(false);
  }
});

test("backup refuses a folder without a database and a name that is taken, and leaves nothing", async () => {
  const before = readdirSync(folder).sort();
  const nowhere = { DATA_DIR: join(makeFolder(), "nowhere") };
  expect(await source.callHere(["backup", join(folder, "none.tar")], nowhere)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("where no database is"),
  });
  expect(await source.callHere(["backup", file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("exists already"),
  });
  for (const name of ["-", "s3://bucket/backup.tar"]) {
    expect(await source.callHere(["backup", name])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${name} is`),
    });
  }
  expect(readdirSync(folder).sort()).toEqual(before);
});
