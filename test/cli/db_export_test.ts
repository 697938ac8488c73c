// Taking a database along as a person does: a file of the format that its name says, whole or not at all.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzip } from "../bundles/unzipped.ts";
import { openPublishingPlace } from "./publishing_place.ts";

const opened = await openPublishingPlace();
const { place } = opened;
const folder = mkdtempSync(join(tmpdir(), "docsvc-export-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await opened.close();
});
await place.runHere("user", "add", "owner@example.org", "--workspace", "house");
writeFileSync(join(folder, "people.csv"), "Name,Age\nAnna,31\n=Otto,4.5\n");
const imported = await place.callHere(["db", "import", join(folder, "people.csv")]);
const [, database = "", table = ""] = /^database (\S+), table (\d+)$/m.exec(imported.stdout) ?? [];

const take = (name: string, ...words: string[]) =>
  place.callHere(["db", "export", join(folder, name), "--database", database, ...words]);

test("a file is written in the format that its name says, or that is asked for", async () => {
  const to = join(folder, "people.xlsx");
  expect(await take("people.xlsx")).toEqual({ code: 0, stdout: `written to ${to}`, stderr: "" });
  const { "xl/worksheets/sheet1.xml": sheet } = await unzip(readFileSync(to));
  expect(sheet).toContain('<t xml:space="preserve">=Otto</t>');
  expect((await take("out.csv", "--table", table, "--bom")).code).toBe(0);
  expect(readFileSync(join(folder, "out.csv"), "utf8")).toStartWith("\ufeff_id,");
  expect((await take("whole", "--format", "json")).code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, "whole"), "utf8")).tables[0].records).toHaveLength(2);
});

test("what cannot be is told, and leaves no file behind", async () => {
  const cases = [
    { name: "a.pdf", words: [], says: "says no format by its name" },
    { name: "a.csv", words: [], says: "--table" },
    { name: "a.xlsx", words: ["--table", "x"], says: 'give the number that an import into it told, as "table 1"' },
    { name: "a.xlsx", words: ["--table", "999"], says: "the database is not exported: " },
    { name: "people.csv", words: ["--table", table], says: "is there already" },
  ];
  const before = readdirSync(folder).sort();
  for (const { name, words, says } of cases) {
    const { code, stderr } = await take(name, ...words);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining(says)]);
  }
  const nowhere = await place.callHere(["db", "export", join(folder, "b.json"), "--database", "doc_nope"]);
  expect([nowhere.code, existsSync(join(folder, "b.json"))]).toEqual([1, false]);
  expect(readdirSync(folder).sort()).toEqual(before);
});
