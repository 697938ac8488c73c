// Every cap is changed, and the code follows:
// the API document tells the other number, or a reading of that name is in the code.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { manifest } from "../plugins/manifest.ts";

const { caps } = manifest;
const names = Object.keys(caps) as (keyof typeof caps)[];

/** Changes the table before anything reads it, each cap to a number of its own, and answers what the API document says then. */
const CHANGING = `
  const { manifest } = await import("./plugins/manifest.ts");
  Object.assign(manifest.caps, JSON.parse(process.env.CHANGED_CAPS));
  const { buildGolden } = await import("./hosts/openapi.ts");
  console.log(JSON.stringify(buildGolden()));
`;

function documentOf(changed: Record<string, number>): Set<string> {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "-e", CHANGING], {
    cwd: new URL("..", import.meta.url).pathname,
    env: { ...process.env, CHANGED_CAPS: JSON.stringify(changed) },
  });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return new Set(
    stdout
      .toString()
      .match(/\d[\d,]*/g)
      ?.map((number) => number.replaceAll(",", "")),
  );
}

/** The code that may read caps, without the tables themselves and what tells of changes. */
function readSources(): string {
  const told = /^plugins\/([a-z_]+\/)?(manifest|changelog)\.ts$/;
  const paths = [...new Bun.Glob("{plugins,kernel,hosts}/**/*.ts").scanSync(new URL("..", import.meta.url).pathname)];
  return paths
    .filter((path) => !path.endsWith("_test.ts") && !told.test(path))
    .map((path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8"))
    .join("\n");
}

test("every cap is read by code: where all are others, the API tells the other number, or code asks for it by its name", () => {
  const before = documentOf({});
  const changed: Record<string, number> = {};
  const taken = new Set([...before, ...Object.values(caps).map(String)]);
  for (const name of names) {
    let other: number = caps[name] + 1;
    while (taken.has(String(other))) other++;
    taken.add(String(other));
    changed[name] = other;
  }
  const after = documentOf(changed);
  const sources = readSources();
  const isHandled = (name: string) =>
    new RegExp(`[cC]ap(Of)?\\([^)]*["']${name}["']`).test(sources) ||
    new RegExp(`[cC]aps\\.${name}\\b`).test(sources) ||
    new RegExp(`\\{[^{}=;]*\\b${name}\\b[^{}=;]*\\}\\s*=\\s*(manifest\\.caps|manifestCaps|caps)\\b`).test(sources);
  expect(names.filter((name) => !after.has(String(changed[name])) && !isHandled(name))).toEqual([]);
  // A number that the API tells is none that somebody wrote beside the table.
  const told = names.filter((name) => after.has(String(changed[name])));
  expect(told.length).toBeGreaterThan(60);
});
