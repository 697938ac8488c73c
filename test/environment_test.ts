// Keeps .env.example honest: it names the variables that the configuration reads, all of them, with the defaults they have.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { readConfig } from "../kernel/config.ts";
import { LOG_LEVELS } from "../kernel/log.ts";
import { manifest } from "../plugins/manifest.ts";

const ROOT = join(import.meta.dir, "..");
const example = await Bun.file(join(ROOT, ".env.example")).text();
const source = await Bun.file(join(ROOT, "kernel/config.ts")).text();

/** Variables of Postgres' own tools, which the configuration reads only to warn of them. */
const FOREIGN = /^PG/;

function readExample(): Record<string, string> {
  const lines = example.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

function namesInConfig(): string[] {
  const names = [...source.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g)].map((match) => match[1] ?? "");
  return [...new Set(names)].filter((name) => !FOREIGN.test(name));
}

test(".env.example names the variables of kernel/config.ts and the quotas of the manifest, no more and no fewer", () => {
  const quotas = Object.keys(manifest.quotas).map((name) => `QUOTA_${name.toUpperCase()}`);
  expect(Object.keys(readExample()).sort()).toEqual([...namesInConfig(), ...quotas].sort());
});

test(".env.example as it stands configures what an empty environment does", () => {
  const secret = { SECRET: "an example secret of more than 32 characters" };
  expect(readConfig({ ...readExample(), ...secret })).toEqual(readConfig(secret));
});

test(".env.example lists every choice of EDITION and LOG_LEVEL", () => {
  const explanation = (name: string) =>
    example
      .slice(0, example.indexOf(`\n${name}=`))
      .split("\n")
      .at(-1) ?? "";
  for (const edition of Object.keys(manifest.editions)) expect(explanation("EDITION")).toContain(edition);
  for (const level of LOG_LEVELS) expect(explanation("LOG_LEVEL")).toContain(level);
});

test(".env.example explains every variable in the lines above it or its group", () => {
  const groups = example.split(/\n\n/).filter((group) => /^[A-Z]/m.test(group));
  for (const group of groups) expect(group).toStartWith("#");
});
