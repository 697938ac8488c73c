// When the rows of an import may begin to be written:
// once, with its fields, and not while most of a slow file is still to be read.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beginSignal } from "./begin_signal.ts";

const folder = mkdtempSync(join(tmpdir(), "docsvc-begin-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fields = [{ key: "name", label: "Name", type: "text" as const, required: false }];

/** Which share of the file was read when the signal came; null where it never did. */
function sharesUntil({ name, bytes_max, ms }: { name: string; bytes_max: number; ms: number }): number | null {
  const path = join(folder, name);
  let written = 0;
  const passed = beginSignal(path, { fields, written: () => written });
  for (let row = 1; row <= 10_000; row++) {
    if (row % 100 === 0) Bun.sleepSync(ms);
    written = (bytes_max * row) / 10_000;
    passed(row / 10_000);
    if (existsSync(path)) return row / 10_000;
  }
  return null;
}

test("a file that is read faster than it is written is begun at once, with its fields", () => {
  expect(sharesUntil({ name: "fast", bytes_max: 1024 ** 3, ms: 0.1 })).toBeLessThan(0.2);
  expect(JSON.parse(readFileSync(join(folder, "fast"), "utf8"))).toEqual({ fields });
  expect(readdirSync(folder)).toEqual(["fast"]);
});

test("one that is read slowly is begun when little of it is left", () => {
  expect(sharesUntil({ name: "slow", bytes_max: 1024 ** 2, ms: 3 })).toBeGreaterThan(0.85);
});
