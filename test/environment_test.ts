// Keeps .env.example and the README honest: they name the variables that the kernel and the plugins read, with their defaults.
import { expect, test } from "bun:test";
import { describeForEnv, describeForReadme } from "../hosts/settings_text.ts";
import { readConfig } from "../kernel/config.ts";
import { LOG_LEVELS } from "../kernel/log.ts";
import { readSettings } from "../kernel/settings.ts";
import { manifest } from "../plugins/manifest.ts";
import { plugins } from "../plugins/mod.ts";
import { expectGolden } from "./golden.ts";

const EXAMPLE = new URL("../.env.example", import.meta.url);
const README = new URL("../README.md", import.meta.url);
const example = await Bun.file(EXAMPLE).text();
const source = await Bun.file(new URL("../kernel/config.ts", import.meta.url)).text();

/** Variables of Postgres' own tools, which the configuration reads only to warn of them. */
const FOREIGN = /^PG/;
const declared = plugins.flatMap((plugin) => plugin.settings ?? []);

function readExample(): Record<string, string> {
  const lines = example.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

function namesInConfig(): string[] {
  const names = [...source.matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g)].map((match) => match[1] ?? "");
  return [...new Set(names)].filter((name) => !FOREIGN.test(name));
}

/** The text with what stands between two lines replaced. */
function replaceBetween(text: string, [first, last]: readonly [string, string], made: string): string {
  const [start, end] = [text.indexOf(first), text.indexOf(last)];
  if (start < 0 || end < start) throw new Error(`the text has no "${first}" with "${last}" after it`);
  return `${text.slice(0, start)}${first}\n${made}${text.slice(end)}`;
}

test("golden: .env.example and the README show what plugins declare to be configured by", async () => {
  const marks = ["# What plugins are configured by,", "# Limits within each quota's"] as const;
  const heading = example.slice(example.indexOf(marks[0])).split("\n")[0] ?? "";
  await expectGolden(EXAMPLE, replaceBetween(example, [heading, marks[1]], `\n${describeForEnv(plugins)}\n`));
  const readme = await Bun.file(README).text();
  const between = ["<!-- settings of plugins -->", "<!-- end of settings -->"] as const;
  await expectGolden(README, replaceBetween(readme, between, `\n${describeForReadme(plugins)}\n`));
});

test(".env.example names the variables of kernel/config.ts, the plugins' and the quotas, no more and no fewer", () => {
  const quotas = Object.keys(manifest.quotas).map((name) => `QUOTA_${name.toUpperCase()}`);
  const settings = declared.flatMap(({ schema }) => Object.keys(schema.properties));
  expect(settings.length).toBeGreaterThan(0);
  expect(new Set(settings).size).toBe(settings.length);
  expect(Object.keys(readExample()).sort()).toEqual([...namesInConfig(), ...settings, ...quotas].sort());
});

test(".env.example as it stands configures what an empty environment does", () => {
  const secret = { SECRET: "an example secret of more than 32 characters" };
  const { env: _example, ...asShown } = readConfig({ ...readExample(), ...secret });
  const { env: _empty, ...asEmpty } = readConfig(secret);
  expect(asShown).toEqual(asEmpty);
  for (const one of declared) expect(readSettings(one, readExample())).toEqual(readSettings(one, {}));
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
