// Holds what publishing tells of its progress: the rate and the time left on a screen, plain lines elsewhere.
import { expect, test } from "bun:test";
import type { Terminal } from "../../command/command.ts";
import { openReport } from "./report.ts";

function screen() {
  const drawn: string[] = [];
  const lines: string[] = [];
  const terminal: Terminal = {
    ...{ env: {}, folder: "/", local: null },
    out: (line) => void lines.push(line),
    err: (line) => void lines.push(line),
    redraw: (line) => void drawn.push(line),
  };
  return { drawn, lines, terminal };
}

test("a screen shows how many are done, how fast, and how long it still takes, and is empty at the end", () => {
  const { drawn, lines, terminal } = screen();
  let at = 0;
  const report = openReport(terminal, { total: 100, dry: false, now: () => at });
  for (let index = 1; index <= 100; index++) {
    at += 500;
    report.tell(`ch${index}.md`, "published");
  }
  expect(drawn[0]).toBe("1 of 100  ch1.md");
  expect(drawn[9]).toBe("10 of 100, 2.0/s, 45 s left  ch10.md");
  expect(drawn.at(-1)).toBe("");
  expect(lines).toEqual([]);
});

test("a name of a file says nothing to the terminal and turns no line", () => {
  const { drawn, lines, terminal } = screen();
  const report = openReport(terminal, { total: 3, dry: false });
  report.tell("a\x1b[2J\x9b.md", "failed", "not the name\nof a file");
  report.tell("b\x1b]0;x\x07\u202e.md", "published");
  report.remark("gone: c\r.md");
  expect(lines).toEqual(["failed     a\ufffd[2J\ufffd.md: not the name\ufffdof a file", "gone: c\ufffd.md"]);
  expect(drawn).toContain("2 of 3  b\ufffd]0;x\ufffd\ufffd.md");
});

test("more than a minute is told in minutes", () => {
  const { drawn, terminal } = screen();
  let at = 0;
  const report = openReport(terminal, { total: 1000, dry: false, now: () => at });
  for (let index = 0; index < 5; index++) {
    at += 1000;
    report.tell(`${index}.md`, "published");
  }
  expect(drawn.at(-1)).toBe("5 of 1000, 1.0/s, 17 min left  4.md");
});

test("a pipe gets a line for each file that changed, and a reason where there is one", () => {
  const { lines, terminal } = screen();
  const report = openReport({ ...terminal, redraw: null }, { total: 3, dry: false });
  report.tell("a.md", "published");
  report.tell("b.md", "unchanged");
  report.tell("c.md", "failed", "too large");
  expect(lines).toEqual(["published  a.md", "failed     c.md: too large"]);
});

test("a dry run says of each file what would be done, on a screen too", () => {
  const { drawn, lines, terminal } = screen();
  const report = openReport(terminal, { total: 2, dry: true });
  report.tell("a.md", "published");
  report.tell("b.md", "updated");
  expect(lines).toEqual(["publish    a.md", "update     b.md"]);
  expect(drawn).toEqual([]);
  expect(report.sum()).toBe("2 files: 1 to publish, 1 to update, 0 unchanged, 0 skipped, 0 failed");
});
