// Holds the code to what is declared:
// the numbers that refusals tell and the buckets that it counts in, as GET /api/limits has them.
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Manifest } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";

const ROOT = join(import.meta.dir, "../..");

interface Source {
  path: string;
  text: string;
}

async function readSources(): Promise<Source[]> {
  const paths = await Array.fromAsync(new Bun.Glob("{kernel,plugins,hosts}/**/*.ts").scan(ROOT));
  const own = paths.filter(
    (path) =>
      !/_test\.ts$|^hosts\/(backup|cli|client|command)\/|^kernel\/(config\/|base\/ids|db\/|blobs\/)|\/fixtures\//.test(
        path,
      ),
  );
  return Promise.all(own.map(async (path) => ({ path, text: await Bun.file(join(ROOT, path)).text() })));
}

/** Upper-case names within the words of what is thrown. */
function namesTold(text: string): string[] {
  const thrown = text.match(/(\bthrow |\brefuse(\.\w+)?\(|\bunrenderable\()[^;]*;/g) ?? [];
  return thrown.flatMap((words) =>
    [...words.matchAll(/\$\{[^}]*?\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)].map((match) => match[1] ?? ""),
  );
}

/** Constants that are written out as a number where they stand. */
function literals(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/const ([A-Z][A-Z0-9_]+) = [\d_ *+().A-Z]*\d[\d_ *+().A-Z]*;/g)].map((match) => match[1] ?? ""),
  );
}

test("a number that a refusal tells is one of the manifest's caps or of the kernel's bounds", async () => {
  const sources = await readSources();
  const everywhere = new Set(
    sources.flatMap(({ text }) => [...literals(text)].filter((name) => text.includes(`export const ${name}`))),
  );
  const loose = sources.flatMap(({ path, text }) => {
    const here = literals(text);
    const imported = (name: string) => everywhere.has(name) && new RegExp(`import[^;]*\\b${name}\\b`).test(text);
    return [...new Set(namesTold(text))]
      .filter((name) => here.has(name) || imported(name))
      .map((name) => `${path}: ${name}`);
  });
  expect(loose).toEqual([]);
});

test("what an account does is counted by the declaration of its operation, and not by hand", async () => {
  const quotas: Manifest["quotas"] = manifest.quotas;
  const sources = await readSources();
  const byHand = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/quotas\.take(?:For)?\("(\w+)"/g)]
      .filter((match) => quotas[match[1] ?? ""]?.per === "account")
      .map((match) => `${path}: ${match[1]}`),
  );
  expect(byHand).toEqual([]);
});
