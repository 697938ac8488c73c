// Keeps .env.example and the README honest:
// they are made from what the kernel and the plugins declare to be configured by.
import { expect, test } from "bun:test";
import { describeForEnv, describeForReadme } from "../../hosts/reference/settings_text.ts";
import { LOG_LEVELS } from "../../kernel/base/log.ts";
import { KERNEL_SETTINGS, quotaSettings, readConfig, readSettings } from "../../kernel/host.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { expectGolden } from "../harness/golden.ts";

const EXAMPLE = new URL("../../.env.example", import.meta.url);
const README = new URL("../../README.md", import.meta.url);
const example = await Bun.file(EXAMPLE).text();

const HEAD = `# Every setting of docsvc with its default, made from the declarations by \`npm run renew\`. Copy to .env, or set the variables in the
# environment; an empty value means the default. A value that cannot be used stops the start with one line that names the variable and the fix.
`;

const declared = [...KERNEL_SETTINGS, ...plugins.flatMap((plugin) => plugin.settings ?? [])];
const namesOf = (some: typeof declared) => some.flatMap(({ schema }) => Object.keys(schema.properties));

function readExample(): Record<string, string> {
  const lines = example.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** The text with what stands between two lines replaced. */
function replaceBetween(text: string, [first, last]: readonly [string, string], made: string): string {
  const [start, end] = [text.indexOf(first), text.indexOf(last)];
  if (start < 0 || end < start) throw new Error(`the text has no "${first}" with "${last}" after it`);
  return `${text.slice(0, start)}${first}\n${made}${text.slice(end)}`;
}

test("golden: .env.example and the README show what the kernel and plugins declare to be configured by", async () => {
  const all = [...declared, quotaSettings(Object.keys(manifest.quotas))];
  await expectGolden(EXAMPLE, `${HEAD}\n${describeForEnv(all)}`);
  const readme = await Bun.file(README).text();
  const between = ["<!-- settings -->", "<!-- end of settings -->"] as const;
  await expectGolden(README, replaceBetween(readme, between, `\n${describeForReadme(declared)}\n`));
});

test("no two declarations name the same variable, and each but the quotas' is explained", () => {
  const names = namesOf(declared);
  expect(new Set(names).size).toBe(names.length);
  for (const { schema } of declared) {
    for (const [name, { description }] of Object.entries(schema.properties))
      expect([name, description]).toEqual([name, expect.stringMatching(/\w/)]);
  }
});

test("kernel/config/config.ts reads no variable by hand but those of Postgres' own tools, to warn of them", async () => {
  const source = await Bun.file(new URL("../../kernel/config/config.ts", import.meta.url)).text();
  const quoted = [...source.matchAll(/(?:\benv(?:\.|\[")|")([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b"?/g)].map(
    (match) => match[1],
  );
  expect(quoted.length).toBeGreaterThan(0);
  expect(quoted.filter((name) => !name?.startsWith("PG"))).toEqual([]);
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
