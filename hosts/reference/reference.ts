// Serves what outsiders learn the API from, without a byte from anywhere else:
// its document, the page over it, and the packed client.
import { readFileSync } from "node:fs";
import { Elysia } from "elysia";
import type { RunningServer } from "../../kernel/host.ts";
import { once } from "../../kernel/plugin.ts";
import type { KeptFile } from "../../kernel/ports/plugin.ts";
import { buildOpenApi } from "../../openapi/build.ts";
import { completeReference, REFERENCE_POLICY, referenceSettings } from "../../openapi/reference.ts";
import packageJson from "../../package.json" with { type: "json" };
import { cachedAnswer } from "../answers/cached_answer.ts";
import { packClient } from "./client_package.ts";

/** What the reference reads of a server. */
export interface Described {
  catalogue: Pick<RunningServer["catalogue"], "entries">;
  config: Pick<RunningServer["config"], "base_url" | "content_url">;
  manifest: Pick<RunningServer["manifest"], "plugins" | "gates" | "changelog">;
  quotas: Pick<RunningServer["quotas"], "entry">;
}

const DOCUMENT_PATH = "/api/openapi.json";
const PAGE_PATH = "/docs";
/** The home page tells people to install from here, so that client and server are of one release. */
const CLIENT_PATH = "/docsvc.tgz";

/** What the host does with every answer of its own. */
export interface Surface {
  /** Puts on it what every answer carries. */
  applyCommonHeaders(response: Response, request: Request): Response;
  /** Says that a fault of ours is behind it, and nothing of the inside. */
  answerFault(error: unknown, request: Request): Response;
}

/** Mounts `/api/openapi.json`, `/docs`, the page's script and `/docsvc.tgz` on the app host. */
export function referencePage(runtime: Described, { applyCommonHeaders, answerFault }: Surface) {
  const script = locateScript();
  const swagger = openSwagger(runtime, script.path);
  const answers: Readonly<Record<string, KeptFile>> = {
    [DOCUMENT_PATH]: {
      content_type: "application/json; charset=utf-8",
      cache_control: "no-cache",
      make: async () => new TextEncoder().encode(await swagger(DOCUMENT_PATH)),
    },
    [PAGE_PATH]: {
      content_type: "text/html; charset=utf-8",
      cache_control: "no-cache",
      headers: { "content-security-policy": REFERENCE_POLICY },
      make: async () => new TextEncoder().encode(completeReference(await swagger(PAGE_PATH), DOCUMENT_PATH)),
    },
    [script.path]: scriptContent(script.file),
    [CLIENT_PATH]: { content_type: "application/gzip", cache_control: "no-cache", make: packClient },
  };
  const app = new Elysia({ name: "reference" });
  for (const [path, content] of Object.entries(answers)) {
    const answer = cachedAnswer(content);
    app.get(path, async ({ request }) => {
      const response = await answer(request).catch((error: unknown) => answerFault(error, request));
      return applyCommonHeaders(response, request);
    });
  }
  return app;
}

/**
 * The swagger plugin over our document, in an application of its own: it would add the routes of ours, and what it answers has
 * neither a validator nor a policy. It is loaded when somebody reads the reference.
 */
function openSwagger(runtime: Described, scriptPath: string): (path: string) => Promise<string> {
  const open = once(async () => {
    const { swagger } = await import("@elysiajs/swagger");
    return swagger({
      path: PAGE_PATH,
      specPath: DOCUMENT_PATH,
      // It writes 3.0.3; what our document says of itself comes after that.
      documentation: describeServer(runtime),
      scalarCDN: scriptPath,
      scalarConfig: { ...referenceSettings(DOCUMENT_PATH), spec: { url: DOCUMENT_PATH } },
    });
  });
  return async (path) => {
    const answer = await (await open()).handle(new Request(new URL(path, runtime.config.base_url)));
    return await answer.text();
  };
}

/** The document of what runs here: this edition's plugins, under this server's addresses, with its quotas. */
export function describeServer(runtime: Described) {
  return buildOpenApi(runtime.catalogue.entries, {
    version: packageJson.version,
    base_url: runtime.config.base_url,
    content_url: runtime.config.content_url,
    manifest: runtime.manifest,
    quotaOf: runtime.quotas.entry,
  });
}

/** The script is the package's own build; its address holds the version, so browsers may keep it for good. */
function locateScript(): { path: string; file: URL } {
  // The package exports neither its manifest nor its browser build, but both lie beside its main module.
  const main = import.meta.resolve("@scalar/api-reference");
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", main), "utf8"));
  return { path: `${PAGE_PATH}/scalar-${version}.js`, file: new URL("browser/standalone.js", main) };
}

function scriptContent(file: URL): KeptFile {
  return {
    content_type: "text/javascript; charset=utf-8",
    cache_control: "public, max-age=31536000, immutable",
    make: () => Bun.file(file).bytes(),
  };
}
