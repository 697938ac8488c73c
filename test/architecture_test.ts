// Enforces how the server stands: who may import whom, and what every file looks like.
// Each rule is one test that names what breaks it.
import { expect, test } from "bun:test";
import packageJson from "../package.json" with { type: "json" };
import { manifest } from "../plugins/manifest.ts";
import { findCircles, findFolderCircles, folderOf } from "./architecture/circles.ts";
import { findUnused, readUsers } from "./architecture/doors.ts";
import {
  CLIENT,
  COMMAND_LINE,
  clientMayImport,
  findBreaches,
  hostMayImport,
  isDoor,
  isElysia,
  isInKernel,
  isPluginDoor,
  mayImportElysia,
  type Needs,
  openapiMayImport,
  pluginMayImport,
  pluginOf,
} from "./architecture/layers.ts";
import { citationsOf, findNumbered, readSections } from "./architecture/rules.ts";
import { type Import, readSourceFiles, type SourceFile } from "./architecture/source_files.ts";

const LINES_MAX = 400;
const FILES_MAX = 25;
const FIRST_LINE_MAX = 120;
const NAMES_MAX = 200;
/** By which plugins/operation.ts binds operations and caps to the manifest, and what an operation is. */
const BOUND_ONCE = ["Operation", "capsFor", "operationFor"];
/** The service error format is one of the error shapes that the server speaks. */
const NAMED_BY_THE_DESIGN = ["hosts/formats/service.ts"];
const VAGUE_NAMES = /(^|\/)(utils?|helpers?|common|managers?|services?|types?|misc)(\/|\.)/;
const files = await readSourceFiles();
const needs: Needs = Object.fromEntries(Object.entries(manifest.plugins).map(([name, entry]) => [name, entry.needs]));

function pathsWhere(broken: (file: SourceFile) => boolean): string[] {
  return files.filter((file) => !file.generated && broken(file)).map((file) => file.path);
}

test("the rules see every folder of the server", () => {
  for (const folder of ["kernel", "plugins", "hosts", "openapi", "test"]) {
    expect(files.filter((file) => file.path.startsWith(`${folder}/`))).not.toBeEmpty();
  }
});

test("kernel imports nothing of plugins, hosts or openapi", () => {
  const rule = "the kernel knows the platform, its libraries and itself";
  expect(findBreaches(files, { within: /^kernel\//, rule, allowed: isInKernel })).toEqual([]);
});

test("a plugin imports its own files, kernel/plugin.ts and kernel/ports/ (never kernel/host.ts), plugins/operation.ts, plugins/pages.ts, the manifest and the ports it needs", () => {
  const breaches = findBreaches(files, {
    within: /^plugins\/[^/]+\//,
    rule: "another plugin is reached through its port.ts, and only when plugins/manifest.ts lists it in needs",
    allowed: (found, file) => pluginMayImport(found, { file, needs }),
  });
  expect(breaches).toEqual([]);
});

test("every plugin folder is in plugins/manifest.ts and the other way round", () => {
  const folders = new Set(files.map((file) => pluginOf(file.path)).filter((name) => name !== null));
  expect([...folders].sort()).toEqual(Object.keys(manifest.plugins).sort());
});

test("plugins/manifest.ts imports the plugins' manifests and the tables beside it, and those a type and the table beside them", () => {
  const rule = "the manifest is pure data, so that everything may read it";
  const tables = /^plugins\/(changelog|editions|kinds|plans|toolsets)\.ts$/;
  const folded = /^plugins\/[^/]+\/manifest\.ts$/;
  const allowed = (found: Import, { path }: SourceFile) => {
    if (path === "plugins/manifest.ts") return folded.test(found.file ?? "") || tables.test(found.file ?? "");
    if (!folded.test(path)) return false;
    return (
      (found.file === "kernel/plugin.ts" && found.type_only) || found.file === path.replace("manifest", "changelog")
    );
  };
  const within = /^plugins\/([^/]+\/)?(manifest|changelog)\.ts$|^plugins\/(editions|kinds|plans|toolsets)\.ts$/;
  expect(findBreaches(files, { within, rule, allowed })).toEqual([]);
});

test("a plugin's code reads the tables of the fold, never its own manifest beside it", () => {
  const isOwn = (path: string | null) => /^plugins\/[^/]+\/(manifest|changelog)\.ts$/.test(path ?? "");
  const rule = "what a test or an edition changes in the fold holds everywhere";
  const allowed = (found: Import, { path }: SourceFile) =>
    !isOwn(found.file) || isOwn(path) || path === "plugins/manifest.ts";
  expect(findBreaches(files, { within: /^/, rule, allowed })).toEqual([]);
});

test("plugins/operation.ts imports the kernel and the manifest alone", () => {
  const rule = "it binds kernel/plugin.ts to plugins/manifest.ts";
  const allowed = ["kernel/plugin.ts", "plugins/manifest.ts"];
  const within = /^plugins\/operation\.ts$/;
  expect(findBreaches(files, { within, rule, allowed: ({ file }) => allowed.includes(file ?? "") })).toEqual([]);
});

test("plugins/pages.ts imports the kernel and the operation builder alone", () => {
  const rule = "it is below every plugin";
  const allowed = ["kernel/plugin.ts", "kernel/ports/pages.ts", "plugins/operation.ts"];
  const within = /^plugins\/pages\.ts$/;
  expect(findBreaches(files, { within, rule, allowed: ({ file }) => allowed.includes(file ?? "") })).toEqual([]);
});

test("plugins/mod.ts imports the kernel and each plugin's plugin.ts alone", () => {
  const breaches = findBreaches(files, {
    within: /^plugins\/mod\.ts$/,
    rule: "the list of plugins takes each one by its plugin.ts",
    allowed: ({ file }) => file === "kernel/plugin.ts" || /^plugins\/[^/]+\/plugin\.ts$/.test(file ?? ""),
  });
  expect(breaches).toEqual([]);
});

test("every name of the kernel's doors is taken by somebody, and no name is in two", () => {
  const isOutside = (path: string) => !path.startsWith("kernel/");
  const doors = files.map(({ path }) => path).filter((path) => isPluginDoor(path) || path === "kernel/host.ts");
  const names = doors.flatMap((door) => [...readUsers(files, door, isOutside).keys()]);
  const unused = doors.flatMap((door) => findUnused(readUsers(files, door, isOutside)));
  expect(unused).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test(`the kernel's door for plugins has under ${NAMES_MAX} names, by folder, each taken by two files that are no tests`, () => {
  const isUser = (path: string) => /^(plugins|hosts|openapi)\//.test(path) && !path.endsWith("_test.ts");
  const users = readUsers(files, "kernel/plugin.ts", isUser);
  expect(users.size).toBeLessThan(NAMES_MAX);
  const rare = [...users].filter(([name, paths]) => paths.length < 2 && !BOUND_ONCE.includes(name));
  expect(rare.map(([name]) => name)).toEqual([]);
  const folders = files
    .find(({ path }) => path === "kernel/plugin.ts")
    ?.imports.map(({ file }) => folderOf(file ?? ""));
  expect(folders).toEqual([...(folders ?? [])].sort());
});

test("the kernel comes through none of its own doors, and a door by subject hands on one folder", () => {
  const isDoorPath = (path: string) => isPluginDoor(path) || path === "kernel/host.ts";
  const inside = files.filter(({ path, is_test }) => path.startsWith("kernel/") && !is_test && !isDoorPath(path));
  const rule = "doors are for those outside";
  expect(findBreaches(inside, { within: /^/, rule, allowed: ({ file }) => !isDoorPath(file ?? "") })).toEqual([]);
  const subjects = files.filter(({ path }) => path.startsWith("kernel/ports/"));
  const folder = "one folder of the kernel by its name";
  const allowed = (found: Import, { path }: SourceFile) =>
    found.file?.startsWith(path.replace("ports/", "").replace(/\.ts$/, "/")) ?? false;
  expect(findBreaches(subjects, { within: /^/, rule: folder, allowed })).toEqual([]);
});

test("every name that a plugin's door hands on is taken beyond the plugin; DOORS=1 prints by whom", () => {
  const unused: string[] = [];
  for (const { path } of files.filter((file) => isDoor(file.path))) {
    const users = readUsers(files, path, (other) => pluginOf(other) !== pluginOf(path));
    if (process.env["DOORS"] === "1")
      for (const [name, paths] of users) console.log(`${path} ${name}: ${paths.join(" ")}`);
    unused.push(...findUnused(users).map((name) => `${path} ${name}`));
  }
  expect(unused).toEqual([]);
});

test("openapi imports the kernel's doors and its own files alone", () => {
  const rule = "it is given operations as values, so it needs neither plugins nor hosts";
  expect(findBreaches(files, { within: /^openapi\//, rule, allowed: openapiMayImport })).toEqual([]);
});

test("hosts import the kernel's doors, openapi, plugins/mod.ts, the manifest and what pages share, and the command line ports", () => {
  const rule = "a host takes the plugins as a list, and what one of them adds to it by a hook of the kernel";
  expect(findBreaches(files, { within: /^hosts\//, rule, allowed: hostMayImport })).toEqual([]);
});

test("hosts ask for no plugin by its name, but the command line", () => {
  const names = Object.keys(manifest.plugins).join("|");
  const asks = new RegExp(
    `plugins\\s*\\.\\s*(includes|has|indexOf)\\(|plugins\\.some\\(|plugin\\s*[!=]==\\s*"(${names})"`,
  );
  const isHost = ({ path }: SourceFile) => path.startsWith("hosts/") && !COMMAND_LINE.test(path);
  expect(pathsWhere((file) => isHost(file) && asks.test(file.text))).toEqual([]);
});

test("the client imports its own files, the shape of a command and the API client, and no package of the server's", () => {
  const rule = "the client is installed alone, without the server's code and packages";
  expect(findBreaches(files, { within: CLIENT, rule, allowed: clientMayImport })).toEqual([]);
});

test("elysia is imported where operations are mounted and nowhere else", () => {
  const breaches = findBreaches(files, {
    within: /./,
    rule: "only the files of hosts/ that mount operations know the HTTP framework",
    allowed: (found, file) => !isElysia(found) || mayImportElysia(file),
  });
  expect(breaches).toEqual([]);
});

test("no file imports a test", () => {
  const rule = "what two tests share lives in a file that does not end in _test.ts";
  expect(findBreaches(files, { within: /./, rule, allowed: ({ file }) => !file?.endsWith("_test.ts") })).toEqual([]);
});

test("code that is shipped imports only packages that are shipped", () => {
  const shipped = Object.keys(packageJson.dependencies);
  const breaches = findBreaches(files, {
    within: /^(kernel|plugins|hosts|openapi)\/(?!client_types\.ts$)/,
    rule: "move the package from devDependencies to dependencies, or import its types alone",
    allowed: (found, file) => file.is_test || found.type_only || !found.library || shipped.includes(found.library),
  });
  expect(breaches).toEqual([]);
});

test("what is shipped depends on no package that only tests use, and nothing on one that nobody uses", () => {
  const { dependencies, devDependencies, scripts } = packageJson;
  const shipped = files.filter((file) => !file.is_test && /^(kernel|plugins|hosts|openapi)\//.test(file.path));
  // Some are found by their names, without an import.
  const names = (library: string) => (file: SourceFile) => new RegExp(`[/"'\`]${library}["'\`/]`).test(file.text);
  const runs = (library: string) => Object.values(scripts).some((script) => script.includes(library));
  const isUnused = (library: string, by: readonly SourceFile[]) => !by.some(names(library)) && !runs(library);
  expect(Object.keys(dependencies).filter((library) => isUnused(library, shipped))).toEqual([]);
  const tools = /^(@types\/|@biomejs\/biome$)/;
  expect(Object.keys(devDependencies).filter((one) => !tools.test(one) && isUnused(one, files))).toEqual([]);
});

test("no files name each other in a circle, be it for types alone", () => {
  expect(findCircles(files).map((paths) => paths.join(" <-> "))).toEqual([]);
});

test("no folders of the kernel or of the hosts name each other in a circle, be it for types alone", () => {
  for (const room of ["kernel/", "hosts/"])
    expect(findFolderCircles(files.filter((file) => file.path.startsWith(room)))).toEqual([]);
});

test("no folder of the kernel or of the hosts holds more than 25 files beside tests", () => {
  const counts = new Map<string, number>();
  for (const file of files.filter(
    (one) => /^(kernel|hosts)\//.test(one.path) && !one.is_test && !one.path.endsWith(".sql"),
  ))
    counts.set(folderOf(file.path), (counts.get(folderOf(file.path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > FILES_MAX)).toEqual([]);
});

test(`no file that a person wrote has more than ${LINES_MAX} lines`, () => {
  expect(pathsWhere((file) => file.text.trimEnd().split("\n").length > LINES_MAX)).toEqual([]);
});

test(`every file begins with a comment that says why it exists, in whole sentences, and its first line has at most ${FIRST_LINE_MAX} characters`, () => {
  const sentence = /^(\/\/|--|\/\*) .{10,}[.:](?: \*\/)?$/;
  const isSaid = (file: SourceFile) => {
    const lines = file.text.replace(/^#!.*\n/, "").split("\n");
    const [first = ""] = lines;
    // A migration that ran never changes.
    if (!/\.(ts|mjs)$/.test(file.path)) return sentence.test(first);
    const end = lines.findIndex((line) => !line.startsWith("//"));
    return first.length <= FIRST_LINE_MAX && sentence.test(lines.slice(0, end).join(" "));
  };
  expect(pathsWhere((file) => !isSaid(file))).toEqual([]);
});

test("files and folders are named in snake_case", () => {
  expect(pathsWhere((file) => !/^[a-z0-9_]+(\/[a-z0-9_]+)*(\.d)?\.[a-z]+$/.test(file.path))).toEqual([]);
});

test("no file or folder is named utils, helpers, common, manager, service, types or misc", () => {
  expect(pathsWhere(({ path }) => VAGUE_NAMES.test(path) && !NAMED_BY_THE_DESIGN.includes(path))).toEqual([]);
});

test("a file with tests ends in _test.ts, and a file of that name has tests", () => {
  const declares = /import \{[^}]*\b(test|it|describe)\b[^}]*\} from "bun:test"/;
  expect(pathsWhere((file) => declares.test(file.text) !== file.is_test)).toEqual([]);
});

test("no test gives itself less time than test/preload.ts gives each, which only ends what stands still", () => {
  const own = /^( {2})?\}, \d[\d_]*\);$|^ *\},\n +\d[\d_]*,\n *\);$|\.waitFor\w*\([^;]*\btimeout: /m;
  expect(pathsWhere(({ path, text }) => isInTests(path) && own.test(text))).toEqual([]);

  function isInTests(path: string): boolean {
    return path.startsWith("test/") || path.endsWith("_test.ts");
  }
});

test("there is no default export", () => {
  expect(pathsWhere((file) => /^export (default\b|\{[^}]*\bas default\b)/m.test(file.text))).toEqual([]);
});

test("whether a document lives is asked of SQL in one place", () => {
  const asks = /expires_at is null or|deleted_at is null\s+and \(?[a-z.]*expires_at\s*>/;
  const own = ({ path }: SourceFile) => path.startsWith("plugins/") && path !== "plugins/documents/model/live.ts";
  // The warning asks for those that live and end soon.
  const warning = "plugins/documents/store/life/expiry.ts";
  expect(pathsWhere((file) => own(file) && asks.test(file.text))).toEqual([warning]);
});

test("the host of a document's address is chosen in one place; who else names a content host says here for what", () => {
  const names = /content_url|\b(contentHosts|hosts)\.(shared|originOf)\b/;
  const others = {
    "plugins/content/frame_code.ts": "a frame shows a document where its workspace gives it out, or at the shared host",
    "plugins/documents/model/address.ts": "the one place",
    "plugins/history/operations/render.ts": "addresses without a host in a document's text are made whole",
    "plugins/icons/operations/library.ts": "pictures are given out at the shared host",
    "plugins/sharing/operations/ask_page.ts": "where its form may lead, and a slug of somebody else's document",
    "plugins/signin/operations/viewer.ts": "back to the host that asked",
    "plugins/signin/readers_origins.ts": "where a form of sign-in may lead",
    "plugins/uploads/tickets/download_ticket.ts": "programs fetch from the shared host, whatever becomes of a domain",
    "plugins/wiki/site.ts": "a wiki is at the domain that was chosen for it, or at the shared host",
  };
  // They keep the hosts themselves.
  const isKeeper = (path: string) => /^plugins\/(certificates|domains)\//.test(path);
  const found = pathsWhere(({ path, text }) => path.startsWith("plugins/") && !isKeeper(path) && names.test(text));
  expect(found).toEqual(Object.keys(others));
});

/** Texts that a pattern holds to ASCII, what is compared before a text takes its normal form, and budgets of our own answers. */
const COUNTED_OTHERWISE = [
  "kernel/input/repeat_key.ts",
  "plugins/databases/fields/definitions.ts",
  "plugins/databases/fields/texts.ts",
  "plugins/mcp/tools/tool_result.ts",
  "plugins/navigations/targets.ts",
  "plugins/rendering/wiki.ts",
  "plugins/workflows/references.ts",
];

test("no bound in characters that clients are told of is compared with a length in halves of pairs", () => {
  const faults = files.flatMap(({ path, text, is_test }) => {
    if (is_test || COUNTED_OTHERWISE.includes(path)) return [];
    const names = [
      ...text.matchAll(/\b[a-z_]+_chars: ([A-Z_]+)\b/g),
      ...text.matchAll(/const ([A-Z_]+|most) = (?:manifest\.caps|capOf|BOUNDS|caps)[.(][^;]*_chars/g),
    ].map(([, name]) => name);
    const compared = names.filter((name) => new RegExp(`\\.length [<>]=? ${name}\\b`).test(text));
    return compared.map((name) => `${path} holds a length against ${name}; take isLongerThan`);
  });
  expect(faults).toEqual([]);
});

test("nothing silences the compiler or is left for later", () => {
  const marks = new RegExp(["@ts-(ignore|nocheck|expect-error)", "\\bTO" + "DO\\b", "\\bFIX" + "ME\\b"].join("|"));
  expect(pathsWhere((file) => marks.test(file.text))).toEqual([]);
});

test("no section of plugins/rules.md comes twice, no rule of a section, and nothing in it is no rule", async () => {
  const sections = await readSections();
  const names = sections.map((section) => section.name);
  expect(names).toEqual([...new Set(names)]);
  for (const { name, rules } of sections) expect({ name, rules }).toEqual({ name, rules: [...new Set(rules)] });
  expect(sections.every((section) => section.rules.length > 0)).toBe(true);
  expect(await findNumbered()).toEqual([]);
});

test("every rule that a comment cites is one of plugins/rules.md", async () => {
  const known = (await readSections()).flatMap(({ name, rules }) => rules.map((rule) => `${name}/${rule}`));
  // A migration that ran never changes, so neither do its comments.
  const cited = files
    .filter(({ path }) => !path.endsWith(".sql"))
    .flatMap((file) => citationsOf(file).map((rule) => ({ path: file.path, rule })));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ rule }) => !known.includes(rule))).toEqual([]);
});

test("no comment cites by number a specification that is not in the repository", () => {
  // A migration that ran never changes, so neither do its comments.
  const isChangeable = ({ path }: SourceFile) => !path.endsWith(".sql");
  expect(pathsWhere((file) => isChangeable(file) && /\bpart [1-5]\b/i.test(file.text))).toEqual([]);
});

test("the migrations of each folder are numbered from 1 without a gap or a twin", async () => {
  const numbers = new Map<string, number[]>();
  for (const path of [...new Bun.Glob("{kernel,plugins}/**/migrations/*.sql").scanSync(".")].sort()) {
    const [, folder = "", number = ""] = /^(.*)\/(\d{4})_[a-z0-9_]+\.sql$/.exec(path) ?? [];
    numbers.set(folder, [...(numbers.get(folder) ?? []), Number(number)]);
  }
  expect(numbers.size).toBeGreaterThan(1);
  for (const [folder, found] of numbers) expect([folder, found]).toEqual([folder, found.map((_one, at) => at + 1)]);
});
