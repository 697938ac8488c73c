// What a stranger reads first: every link of a README leads somewhere, and every call that one shows is one of the API.
import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import described from "../../openapi/openapi.json" with { type: "json" };

const ROOT = dirname(dirname(import.meta.dir));
const below = new Bun.Glob("{bench,hosts,kernel,openapi,plugins}/**/README.md").scanSync(ROOT);
const files = ["README.md", ...below].map((path) => path.replaceAll("\\", "/")).sort();
const texts = new Map(await Promise.all(files.map(async (file) => [file, await read(file)] as const)));

function read(file: string): Promise<string> {
  return Bun.file(join(ROOT, file)).text();
}

test("every link within the repository leads to a file that is there, and to a heading of it", async () => {
  const broken: string[] = [];
  expect(files).toContain("plugins/sites/README.md");
  for (const [file, text] of texts) {
    for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path = "", heading] = link.split("#");
      const target = path === "" ? file : normalize(join(dirname(file), path));
      const isThere = await Bun.file(join(ROOT, target)).exists();
      if (!isThere || (heading !== undefined && !anchorsOf(await read(target)).includes(heading)))
        broken.push(`${file}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

/** As they are made of headings where repositories are shown. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
const paths: Record<string, Record<string, Operation>> = JSON.parse(JSON.stringify(described.paths));
const schemas: Record<string, Schema> = JSON.parse(JSON.stringify(described.components.schemas));
const routes = Object.entries(paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]*\}/g, "[^/]+")}$`),
  operations,
  names: path.split("{").length,
}));

test("every call that a README shows has a route, takes its query and its members, and sends JSON that can be read", () => {
  const wrong: string[] = [];
  let calls = 0;
  for (const [file, text] of texts) {
    for (const line of commandsOf(text)) {
      const call = callOf(line);
      if (!call) continue;
      calls += 1;
      const fault = faultOf(call);
      if (fault) wrong.push(`${file}: ${fault}: ${line}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(80);
});

/** Lines of shell, each whole. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .replace(/\\\n\s*/g, "")
      .replace(/\n +(?=[{"])/g, " ")
      .split("\n"),
  );
}

interface ShownCall {
  method: string;
  path: string;
  query: string[];
  json: string | null;
}

function callOf(line: string): ShownCall | null {
  const address = /^(?:api|scim|curl) .*?(?:\$URL|http:\/\/localhost:3000)(\/[^\s"]*)/.exec(line)?.[1];
  if (address === undefined) return null;
  const json = /--json '([\s\S]*?)' /.exec(`${line} `)?.[1] ?? null;
  const sends = json !== null || / (?:--json|-d) /.test(line) ? "POST" : / -T /.test(line) ? "PUT" : "GET";
  const { pathname, searchParams } = new URL(address.replace(/\$\w+/g, "1"), "http://localhost");
  return { method: / -X (\w+)/.exec(line)?.[1] ?? sends, path: pathname, query: [...searchParams.keys()], json };
}

function faultOf({ method, path, query, json }: ShownCall): string | null {
  const found = routes.filter(({ pattern, operations }) => pattern.test(path) && operations[method.toLowerCase()]);
  const [nearest] = found.sort((a, b) => a.names - b.names);
  const operation = nearest?.operations[method.toLowerCase()];
  if (!operation) return `no ${method} ${path}`;
  const known = (operation.parameters ?? []).map(({ name }) => name);
  const stray = query.find((name) => !known.includes(name));
  if (stray !== undefined) return `no ${stray} in the query`;
  if (json === null) return null;
  const members = membersOf(operation.requestBody?.content["application/json"]?.schema ?? {});
  const unknown = Object.keys(JSON.parse(json)).find((name) => !members.includes(name));
  return unknown === undefined ? null : `no member ${unknown}`;
}

function membersOf({ $ref, properties = {}, anyOf = [] }: Schema): string[] {
  const named = $ref === undefined ? undefined : schemas[$ref.slice($ref.lastIndexOf("/") + 1)];
  return [...Object.keys(properties), ...anyOf.flatMap(membersOf), ...(named ? membersOf(named) : [])];
}
