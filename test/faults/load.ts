// Writers that publish and replace files without pause and remember what they were promised,
// so that a crash can be held to it.
import { expect } from "bun:test";
import { createHash } from "node:crypto";

/** A file of a document whose write was answered with success. */
export interface Written {
  doc_id: string;
  path: string;
  sha256: string;
}

export interface Load {
  kept: Written[];
  /** Every status of a write that was none of success. */
  others: Set<number>;
  /** Resolves after this many more promises; throws when they do not come within two minutes. */
  untilWritten(more: number): Promise<void>;
  /** Lets the last requests end. */
  stop(): Promise<void>;
}

export interface Target {
  base_url: string;
  token: string;
}

const WRITERS = 8;
const PATIENCE_MS = 120_000;

/** Begins to write; what was kept by an earlier load may be handed on. */
export function startLoad(target: Target, kept: Written[] = []): Load {
  const stopping = new AbortController();
  const others = new Set<number>();
  const writers = Array.from({ length: WRITERS }, () => writeOn(target, { stop: stopping.signal, kept, others }));
  return {
    kept,
    others,
    untilWritten: async (more) => {
      const wanted = kept.length + more;
      const until = performance.now() + PATIENCE_MS;
      while (kept.length < wanted) {
        if (performance.now() > until) throw new Error(`${more} writes were not answered within ${PATIENCE_MS} ms`);
        await Bun.sleep(10);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(writers);
    },
  };
}

async function writeOn(
  target: Target,
  into: { stop: AbortSignal; kept: Written[]; others: Set<number> },
): Promise<void> {
  while (!into.stop.aborted) {
    try {
      const text = makeContent();
      const isMarkdown = Math.random() < 0.3;
      const links = isMarkdown ? "[[a-name]] [beside](other.md)\n\n" : "";
      const content = links + text;
      const key = Math.random() < 0.3 ? { idempotency_key: crypto.randomUUID() } : {};
      const made = await send(target, "POST /api/docs", { [isMarkdown ? "markdown" : "html"]: content, ...key });
      if (made.status !== 201) {
        into.others.add(made.status);
        continue;
      }
      const { doc_id } = made.body;
      into.kept.push({ doc_id, path: isMarkdown ? "source.md" : "index.html", sha256: sha256(content) });
      if (Math.random() < 0.5) continue;
      const data = makeContent();
      const put = await send(target, `PUT /api/docs/${doc_id}/files/data.txt`, { content: data });
      if (put.status === 200) into.kept.push({ doc_id, path: "data.txt", sha256: sha256(data) });
      else into.others.add(put.status);
    } catch {
      // The connection died with the server: no answer, no promise.
      await Bun.sleep(20);
    }
  }
}

/** Some lie in a row and some in the store. */
function makeContent(): string {
  return `<h1>${crypto.randomUUID()}</h1>${Math.random() < 0.3 ? "<p>large</p>".repeat(2000) : ""}`;
}

async function send(target: Target, route: string, json: object) {
  const [method = "", path = ""] = route.split(" ");
  const headers = { ...headersOf(target), "content-type": "application/json" };
  const response = await fetch(target.base_url + path, { method, headers, body: JSON.stringify(json) });
  return { status: response.status, body: await response.json() };
}

/** Reads back everything that was promised. */
export async function expectAll(target: Target, kept: readonly Written[]): Promise<void> {
  for (const written of kept) {
    const response = await fetch(`${target.base_url}/api/docs/${written.doc_id}/files/${written.path}`, {
      headers: headersOf(target),
    });
    expect(response.status).toBe(200);
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(written.sha256);
  }
}

function headersOf({ token }: Target) {
  return { authorization: `Bearer ${token}` };
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
