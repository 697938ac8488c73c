// docsvc doctor: looks at everything the server leans on and says what to mend. It changes nothing.
import { command } from "../command/command.ts";
import { examineAddresses } from "./doctor/addresses.ts";
import { examineDatabase } from "./doctor/database.ts";
import { examineDomains } from "./doctor/domains.ts";
import type { Finding } from "./doctor/finding.ts";
import { examineConfig, examineDisk, examineSecret } from "./doctor/settings.ts";
import { examineBlobs, examineMail, examineProvider } from "./doctor/storage.ts";

export const doctor = command({
  name: "doctor",
  summary: "Check configuration, database, store, mail and both hosts, and say what to mend",
  takes: [],
  options: { json: { value: null, about: "Print one JSON object instead of lines." } },
  async run({ options, terminal }) {
    const findings = await examine(terminal.env);
    const failed = findings.filter((finding) => finding.state === "fail").length;
    if (options.json !== undefined) terminal.out(JSON.stringify({ ok: failed === 0, findings }));
    else for (const line of showFindings(findings)) terminal.out(line);
    return failed === 0 ? 0 : 1;
  },
});

async function examine(env: Record<string, string | undefined>): Promise<Finding[]> {
  const { config, findings } = examineConfig(env);
  if (!config) return findings;
  const outside = await Promise.all([
    examineDatabase(config),
    examineBlobs(config),
    examineMail(config),
    examineProvider(config),
    examineAddresses(config),
    examineDomains(config),
  ]);
  return [...findings, examineSecret(env), ...examineDisk(config), ...outside.flat()];
}

function showFindings(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ state, check, seen, fix }) => [
    `${state.padEnd(4)}  ${check.padEnd(width)}  ${seen}`,
    ...(fix === null ? [] : [`${" ".repeat(width + 8)}-> ${fix}`]),
  ]);
  const counts = (["ok", "warn", "fail"] as const).map(
    (state) => `${findings.filter((finding) => finding.state === state).length} ${state}`,
  );
  return [...lines, "", counts.join(", ")];
}
