// What refusals name as the way out is there:
// each route, tool and command in their words, wherever in the sources they stand.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();
const { catalogue } = h.runtime;
const ROOT = new URL("../../", import.meta.url).pathname;
/** The words of a refusal, as a call that makes one has them. */
const SAID =
  /\b(?:refuse\.\w+|refuse[A-Z]\w*|new SourceError|new CommandError)\(\s*(`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*")/g;

async function sayings(): Promise<{ file: string; words: string }[]> {
  const found = [];
  for (const file of new Bun.Glob("{plugins,kernel,hosts}/**/*.ts").scanSync(ROOT)) {
    if (file.endsWith("_test.ts")) continue;
    const source = await Bun.file(ROOT + file).text();
    for (const [, words = ""] of source.matchAll(SAID)) found.push({ file, words });
  }
  return found;
}

const said = await sayings();

/** A path with anything in the place of each parameter. */
const shapeOf = (path: string) => path.replace(/\$\{[^}]*\}|\{[^}]*\}|\$\{.*$/g, "*").replace(/[.,;]$/, "");

test("every route that a refusal names is served under that method", () => {
  const routes = new Set(catalogue.entries.map(({ method, path }) => `${method} ${shapeOf(path ?? "")}`));
  const named = said.flatMap(({ file, words }) =>
    [...words.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/(?:[^\s;,"'`)$]|\$\{[^}]*\})+)/g)].map(
      ([, method, path = ""]) => ({
        file,
        route: `${method} ${shapeOf(path)}`,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter(({ route }) => !routes.has(route))).toEqual([]);
});

test("every tool that a refusal names is one", () => {
  const tools = new Set(catalogue.tools.keys());
  const verbs = new Set([...tools].map((name) => name.split("_")[0]));
  const members = JSON.stringify(
    catalogue.entries.map(({ params, query, body, form, output }) => [params, query, body, form, output]),
  );
  const named = said.flatMap(({ file, words }) =>
    [...words.replace(/\$\{[^}]*\}/g, "").matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([tool]) => ({ file, tool })),
  );
  const unknown = named.filter(
    ({ tool }) => verbs.has(tool.split("_")[0] ?? "") && !tools.has(tool) && !members.includes(`"${tool}"`),
  );
  expect(named.filter(({ tool }) => tools.has(tool)).length).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});
