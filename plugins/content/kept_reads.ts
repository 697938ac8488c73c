// What everybody with the link gets alike and is in memory already, for the host, which sends it ahead of the pipeline.

import { Refusal, type Runtime } from "../../kernel/plugin.ts";
import { networkHook } from "../../kernel/ports/access.ts";
import type { ContentHost } from "../../kernel/ports/http.ts";
import type { KeptReads, PlainRead } from "../../kernel/ports/plugin.ts";
import { documentReadHook } from "../documents/port/hooks.ts";
import { countedAs } from "./counted.ts";
import { isKnown, type ReadyAnswer, type ReadyForm, sendReady } from "./ready.ts";
import { servedPort } from "./served_port.ts";

interface Found {
  answer: ReadyAnswer;
  form: ReadyForm;
  /** That it stands for, as the metrics name it. */
  operation: string;
}

/** The operation that answers of documents stand for. */
export const SERVE_OPERATION = "doc.serve";
const DOCUMENTS = "/d/";

/** Reads below `prefix` of what `find` remembers; each that shows or gives a document is told as a reading of it. */
export function keptReads(
  runtime: Runtime,
  { prefix, find }: { prefix: string; find: (host: ContentHost, read: PlainRead) => Found | null },
): KeptReads {
  const isCounted = runtime.isHandled(documentReadHook);

  function tellReading({ workspace_id, document_id, is_page }: ReadyAnswer, read: PlainRead, status: number): void {
    const { method, headers, ip, now } = read;
    const kind = isCounted && document_id !== null ? countedAs({ method, headers, status, is_page }) : null;
    if (kind === null || document_id === null) return;
    const reader = { ip, headers, proven: false };
    runtime.callHookAtOnce(documentReadHook, { workspace_id, document_id, kind, reader, via: "web", at: now });
  }

  return {
    prefix,
    answer: (host, read) => {
      const found = find(host, read);
      if (!found) return null;
      const { answer, form, operation } = found;
      const { method, headers } = read;
      // A range counts only for what has changed (RFC 9110, 13.2.2).
      if (headers.has("range") && !isKnown(answer, headers)) return null;
      const response = sendReady(answer, { form, method, headers });
      tellReading(answer, read, response.status);
      return { response, operation };
    },
  };
}

/** Those of public documents and their files. */
export function keptDocuments(runtime: Runtime): KeptReads {
  const documents = runtime.use(servedPort);
  return keptReads(runtime, {
    prefix: DOCUMENTS,
    find: (host, { path, headers, ip, now }) => {
      const cut = path.indexOf("/", DOCUMENTS.length);
      if (cut < 0) return null;
      const accepted = headers.get("accept-encoding");
      const [slug, encodedPath] = [path.slice(DOCUMENTS.length, cut), path.slice(cut + 1)];
      const found = documents.recall(host, { slug, encodedPath, accepted, now });
      if (!found || !isOpenAtOnce(runtime, found.answer, { ip, now })) return null;
      return { ...found, operation: SERVE_OPERATION };
    },
  });
}

/** Whether nobody's rule about networks stands in the way, or would have to be waited for; the long way finds out what it says. */
function isOpenAtOnce(
  runtime: Runtime,
  { workspace_id }: Pick<ReadyAnswer, "workspace_id">,
  { ip, now }: { ip: () => string; now: Date },
): boolean {
  if (!runtime.isHandled(networkHook)) return true;
  try {
    const readers = "unlisted";
    const question = {
      ...({ workspace_id, host: "content", readers, actor: null, now } as const),
      // Whoever has a rule for those with the link asks for it; nobody else has to know the peer.
      get ip() {
        return ip();
      },
    };
    return runtime.callHookAtOnce(networkHook, question).every(isGiven);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function isGiven(answer: unknown): boolean {
  if (!(answer instanceof Promise)) return true;
  // What it comes to is asked for again on the long way.
  answer.catch(() => {});
  return false;
}
