// Runs the protocol's official conformance suite as its own program and reads what every check of it found.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = new URL("../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url)
  .pathname;

/** A check that failed, by the names that the suite gives it. */
export interface Failure {
  scenario: string;
  check: string;
  message: string;
}

export interface Found {
  /** How many checks succeeded; without any, nothing was measured. */
  passed: number;
  failures: Failure[];
}

/** Runs with the given words. `onOutput` hears what the program has printed so far. */
export async function runSuite(words: readonly string[], onOutput?: (text: string) => void): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-conformance-"));
  try {
    const child = Bun.spawn([process.execPath, PROGRAM, ...words, "--output-dir", folder], {
      env: { PATH: process.env["PATH"] ?? "", HOME: folder },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const complaints = new Response(child.stderr).text();
    let printed = "";
    const utf8 = new TextDecoder();
    const sink = new WritableStream<Uint8Array>({
      write: (chunk) => {
        printed += utf8.decode(chunk, { stream: true });
        onOutput?.(printed);
      },
    });
    await child.stdout.pipeTo(sink);
    await child.exited;
    const found = readResults(folder);
    if (found.passed === 0) throw new Error(`the suite measured nothing: ${printed.slice(-2000)} ${await complaints}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One folder a scenario: `server-ping-2026-11-21T20-12-43-985Z/checks.json`. */
const RESULT = /^(?:server-|authorization-server-)?(.+)-\d{4}-\d\d-\d\dT[\d-]+Z\/checks\.json$/;

function readResults(folder: string): Found {
  const found: Found = { passed: 0, failures: [] };
  for (const path of new Bun.Glob("*/checks.json").scanSync(folder)) {
    const scenario = RESULT.exec(path)?.[1];
    if (!scenario) throw new Error(`the suite wrote ${path}, whose scenario cannot be read from its name`);
    for (const { id, status, errorMessage = "" } of JSON.parse(readFileSync(join(folder, path), "utf8"))) {
      if (status === "SUCCESS") found.passed++;
      if (status === "FAILURE") found.failures.push({ scenario, check: id, message: errorMessage });
    }
  }
  return found;
}

/** An entry covers one check, or, without a check, the whole scenario. */
export interface Expected {
  scenario: string;
  check: string | null;
  reason: string;
}

/**
 * Reads a file of expected failures in the suite's own form, with the reason as a comment after each entry. Throws for an
 * entry without one.
 */
export function readExpected(path: string): Expected[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines
    .filter((line) => line.trim() !== "" && !line.startsWith("#") && line !== "server:")
    .map((line) => {
      const [, scenario, check = null, reason] = /^ {2}- ([\w-]+)(?::([\w$-]+))? # (\S.{9,})$/.exec(line) ?? [];
      if (!scenario || !reason) throw new Error(`"${line}" in ${path}: write "  - scenario:check # reason"`);
      return { scenario, check, reason };
    });
}

/** What the suite checks in every scenario; no entry for a whole scenario excuses it. */
const WIRE_CHECKS = ["wire-schema-valid", "wire-schema-harness-error"];

/** Failures that no entry covers, and entries that cover none any more. */
export function compareFailures(failures: readonly Failure[], expected: readonly Expected[]) {
  const covers = (entry: Expected, { scenario, check }: Failure) =>
    entry.scenario === scenario && (entry.check === null ? !WIRE_CHECKS.includes(check) : entry.check === check);
  return {
    unexpected: failures.filter((one) => !expected.some((entry) => covers(entry, one))),
    stale: expected.filter((entry) => !failures.some((one) => covers(entry, one))),
  };
}
