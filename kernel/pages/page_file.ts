// Scripts and stylesheets of the app's pages as files:
// read once, named by their hash, sent again only when they changed.
import { sha256Hex } from "../base/digest.ts";
import { matchesEtag } from "../input/ranges.ts";

/** A file that pages load from the app host. */
export interface PageFile {
  content_type: string;
  text: string;
  etag: string;
}

/** A stylesheet's text as a file. */
export function pageStyle(text: string): PageFile {
  return pageFile("text/css; charset=utf-8", text);
}

/**
 * A browser's script with its types taken off, as one file with all that it imports by relative paths; as source it is checked with
 * everything else. Throws for a file that cannot be put together.
 */
export async function pageScript(source: URL): Promise<PageFile> {
  const made = await Bun.build({
    entrypoints: [Bun.fileURLToPath(source)],
    target: "browser",
    format: "esm",
    // Else it names each file by where it lies on this machine.
    minify: { whitespace: true },
  });
  const [script] = made.outputs;
  if (!script) throw new Error(`${source.href} makes no script`);
  return pageFile("text/javascript; charset=utf-8", await script.text());
}

/** Answers the file, or 304 when the browser has it (RFC 9110, 13.1.2). */
export function answerPageFile(file: PageFile, headers: Headers): Response {
  const sent = { etag: file.etag, "cache-control": "no-cache" };
  if (matchesEtag(headers.get("if-none-match") ?? "", file.etag))
    return new Response(null, { status: 304, headers: sent });
  return new Response(file.text, { headers: { ...sent, "content-type": file.content_type } });
}

function pageFile(contentType: string, text: string): PageFile {
  return { content_type: contentType, text, etag: `"${sha256Hex(text).slice(0, 32)}"` };
}
