// Packs the client as a package of its own, as npm installs it:
// one bundled file, the launcher, and Bun as the only dependency.
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };

const LAUNCHER = `#!/usr/bin/env node
// Starts the client of docsvc.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./launch.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
launch(join(folder, "client.js"), { folder });
`;

/** Name of the packed file; the version is that of the server beside it. */
export const CLIENT_PACKAGE_FILE = `${packageJson.name}-${packageJson.version}.tgz`;

/** The bytes of the packed client (a gzipped tar with everything below `package/`). */
export async function packClient(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(import.meta.dir, "../client");
  const built = await Bun.build({ entrypoints: [join(folder, "main.ts")], target: "bun" });
  const [client] = built.outputs;
  if (!client) throw new Error("the client was not built");
  const { name, version, license, description, engines, dependencies } = packageJson;
  const manifest = {
    ...{ name, version, license, description, type: "module" },
    engines: { node: engines.node },
    bin: { docsvc: "docsvc.mjs" },
    dependencies: { bun: dependencies.bun },
  };
  const archive = new Bun.Archive(
    {
      "package/package.json": `${JSON.stringify(manifest, null, 2)}\n`,
      "package/docsvc.mjs": LAUNCHER,
      "package/launch.mjs": await Bun.file(join(folder, "launch.mjs")).bytes(),
      "package/client.js": await client.text(),
      "package/LICENSE": await Bun.file(join(import.meta.dir, "../../LICENSE")).bytes(),
    },
    { compress: "gzip" },
  );
  return new Uint8Array(await archive.bytes());
}
