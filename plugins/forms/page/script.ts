// The script of forms' pages as one text:
// built once from its parts, carried inside each page, allowed there by its hash.
import { fileURLToPath } from "node:url";
import { once } from "../../../kernel/plugin.ts";
import { hashOf } from "./made_page.ts";

export interface FormScript {
  text: string;
  /** By which a policy allows it (CSP 3, hash sources), in base64. */
  hash: string;
}

/** The script, made at its first use. */
export const formScript = once(async (): Promise<FormScript> => {
  const entry = fileURLToPath(new URL("../browser/main.ts", import.meta.url));
  const built = await Bun.build({ entrypoints: [entry], target: "browser", format: "iife", minify: true });
  const [output] = built.outputs;
  if (!built.success || !output) throw new Error(`the script of forms cannot be built: ${built.logs.join("\n")}`);
  // Nothing in it may end the element that it stands in.
  const text = (await output.text()).replaceAll("</script", "<\\/script").trim();
  return { text, hash: hashOf(text) };
});
