// The server's program in few files, for tests that start it in a process of its own:
// the sources as they are, parsed once for all starts.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import packageJson from "../../package.json" with { type: "json" };

const ROOT = new URL("../../", import.meta.url).pathname;
const ENTRY = join(ROOT, "hosts/docsvc.ts");
/** Below the packages, which the program takes from where it lies. */
const KEPT = join(ROOT, "node_modules/.cache/docsvc-test-server");
/** A program of other sources is kept for so long, since a run beside this one may start it. */
const KEPT_MS = 24 * 60 * 60_000;

let made: Promise<string> | null = null;

/**
 * The path of a program that does what `hosts/docsvc.ts` does. Most of what a start costs is to find, read and translate 1,500 files of
 * our own: this is the half of it. Packages stay where they are, and so does whatever a file reads or starts beside itself.
 */
export function serverProgram(): Promise<string> {
  made ??= make();
  return made;
}

async function make(): Promise<string> {
  const folder = join(KEPT, await hashSources());
  const program = join(folder, "docsvc.js");
  if (existsSync(program)) return program;
  sweep();
  // Whole at once, since another process of the run may make the same.
  const unfinished = `${folder}.${process.pid}`;
  await Bun.build({
    entrypoints: [ENTRY],
    outdir: unfinished,
    target: "bun",
    packages: "external",
    splitting: true,
    sourcemap: "linked",
    plugins: [{ name: "places", setup: keepPlaces }],
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(program)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return program;
}

/** Of every file that the program may hold, of the places that they name, and of Bun, whose work it is. */
async function hashSources(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256").update(`${ROOT} ${Bun.revision} ${JSON.stringify(packageJson)}`);
  const files = ["hosts", "kernel", "openapi", "plugins"].flatMap((name) =>
    [...new Bun.Glob("**/*.{ts,json}").scanSync(join(ROOT, name))].sort().map((file) => join(name, file)),
  );
  hash.update(await Bun.file(import.meta.path).bytes());
  for (const file of files) {
    if (file.endsWith("_test.ts")) continue;
    hash.update(`\n${file}\n`).update(await Bun.file(join(ROOT, file)).bytes());
  }
  return hash.digest("hex").slice(0, 16);
}

/** What a file finds beside itself it finds there still, though its code has moved. */
function keepPlaces(build: Bun.PluginBuilder): void {
  build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const source = await Bun.file(path).text();
    if (!source.includes("import.meta") || path.includes("/node_modules/")) return undefined;
    const folder = JSON.stringify(dirname(path));
    // By the syntax, since the client's launcher is a text that holds such code too.
    const transpiler = new Bun.Transpiler({
      loader: "ts",
      target: "bun",
      define: {
        "import.meta.url": JSON.stringify(pathToFileURL(path).href),
        "import.meta.dir": folder,
        "import.meta.resolve": "resolveBeside",
      },
    });
    const code = transpiler.transformSync(source);
    if (!code.includes("resolveBeside")) return { contents: code, loader: "js" };
    // Another process of the server is one of this program.
    const resolve = `const resolveBeside = (name) => name === "../docsvc.ts"
      ? new URL("./docsvc.js", import.meta.url).href
      : Bun.pathToFileURL(Bun.resolveSync(name, ${folder})).href;`;
    return { contents: `${resolve}\n${code}`, loader: "js" };
  });
}

function sweep(): void {
  mkdirSync(KEPT, { recursive: true });
  for (const name of readdirSync(KEPT)) {
    const folder = join(KEPT, name);
    // Another process may give what it has made its name meanwhile.
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
