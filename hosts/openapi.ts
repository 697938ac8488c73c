// Writes openapi/openapi.json and the client's types from all plugins, or with --check says whether they are fresh.
import { fileURLToPath } from "node:url";
import { buildCatalogue } from "../kernel/host.ts";
import type { Plugin } from "../kernel/plugin.ts";
import { buildOpenApi } from "../openapi/build.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import packageJson from "../package.json" with { type: "json" };
import { manifest } from "../plugins/manifest.ts";
import { plugins } from "../plugins/mod.ts";

/** The generated files by path, and what belongs in them. */
export async function generateOpenApiFiles(): Promise<Map<string, string>> {
  // Only this command needs the generator, which no installed server has.
  const { generateClientTypes } = await import("../openapi/client_types.ts");
  const document = buildGolden();
  return new Map([
    [fileURLToPath(import.meta.resolve("../openapi/openapi.json")), `${JSON.stringify(document, null, 2)}\n`],
    [fileURLToPath(import.meta.resolve("../openapi/client/schema.ts")), await generateClientTypes(document)],
  ]);
}

/** The document of every plugin there is, under the default addresses: the same on every machine and in every edition. */
export function buildGolden(): OpenApiDocument {
  const names = Object.keys(manifest.plugins);
  const inOrder = names.flatMap((name): Plugin[] => plugins.filter((plugin) => plugin.name === name));
  return buildOpenApi(buildCatalogue(inOrder, manifest).entries, {
    version: packageJson.version,
    base_url: "http://localhost:3000",
    content_url: "http://127.0.0.1:3000",
    manifest,
    quotaOf: (name) => {
      const entry = Object.entries(manifest.quotas).find(([known]) => known === name)?.[1];
      if (!entry) throw new Error(`quota "${name}" is not in the manifest`);
      return entry;
    },
  });
}

async function main(args: readonly string[]): Promise<number> {
  const stale: string[] = [];
  for (const [path, content] of await generateOpenApiFiles()) {
    const file = Bun.file(path);
    if ((await file.exists()) && (await file.text()) === content) continue;
    stale.push(path.split("/").slice(-2).join("/"));
    if (!args.includes("--check")) await Bun.write(path, content);
  }
  if (!args.includes("--check")) {
    console.log(stale.length > 0 ? `wrote ${stale.join(", ")}` : "openapi/openapi.json and its client are fresh");
    return 0;
  }
  if (stale.length > 0) console.error(`${stale.join(", ")} no longer matches the operations: run "bun run openapi"`);
  return stale.length > 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
