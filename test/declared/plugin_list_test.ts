// Holds plugins/mod.ts to the manifest,
// from which `npm run renew` writes it before anything is read that imports the plugins.
import { test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { expectGolden } from "../harness/golden.ts";

test("plugins/mod.ts, a golden file, imports the plugins of the manifest", async () => {
  const names = Object.keys(manifest.plugins);
  const imports = [...names].sort().map((name) => `import { ${name} } from "./${name}/plugin.ts";\n`);
  const made = `// The only file that imports every plugin, made from the manifest by \`npm run renew\`;
// the manifest says which of them run.
import type { Plugin } from "../kernel/plugin.ts";
${imports.join("")}
export const plugins: readonly Plugin[] = [
${names.map((name) => `  ${name},\n`).join("")}];
`;
  await expectGolden(new URL("../../plugins/mod.ts", import.meta.url), made);
});
