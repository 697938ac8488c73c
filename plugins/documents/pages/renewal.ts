// Makes pages anew that an older renderer made or that were marked,
// so that what they show is right without a new version.

import { HOUR_MS, type JobDefinition, MINUTE_MS, Refusal, type Runtime } from "../../../kernel/plugin.ts";
import { isCutShort } from "../../../kernel/ports/base.ts";
import { discardBytes } from "../../../kernel/ports/blobs.ts";
import type { DocumentRow, FileRow } from "../model/rows.ts";
import { keepLinks, linkingSources } from "../store/names/links.ts";
import { lockDocument } from "../store/reading/documents.ts";
import { findOutdated, RENEWAL_KIND, RENEWAL_NOW_KIND, swapPage } from "../store/writing/pages.ts";
import type { ContentFile } from "../write/content_file.ts";
import { currentStamps, makePage, sameNaming, sourceOf } from "../write/page.ts";
import { documentsShownHook } from "../write/showing.ts";

const BATCH = 50;

/** Comes round for pages that an older renderer made, and comes at once for those that were marked. */
export function renewalJobs(runtime: Runtime): JobDefinition[] {
  return [
    { ...renewal(runtime), kind: RENEWAL_KIND, every_ms: HOUR_MS },
    { ...renewal(runtime), kind: RENEWAL_NOW_KIND },
  ];
}

function renewal(runtime: Runtime): Omit<JobDefinition, "kind"> {
  return {
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    run: async (_job, { signal }) => {
      const stamps = currentStamps(runtime);
      for (let after = 0; !signal.aborted; ) {
        const outdated = await findOutdated(runtime, { stamps, after, limit: BATCH });
        for (const document of outdated) await renew(runtime, document);
        if (outdated.length < BATCH) return;
        after = outdated.at(-1)?.document_id ?? after;
      }
    },
  };
}

async function renew(runtime: Runtime, document: DocumentRow & { files: FileRow[] }): Promise<void> {
  const page = await pageOf(runtime, document);
  if (!page) return;
  const seen = document.files.find((file) => file.path === page.path)?.renderer;
  const surplus = await runtime.database.withTransaction(async (sql) => {
    const current = await lockDocument(sql, document.document_id);
    // Whoever wrote in the meantime rendered with what they wrote; a page of the old source must not follow it.
    const same = current && current.version === document.version && sameNaming(current, document);
    if (!same) return [page.stored.key];
    const sources = linkingSources([page], document.files);
    await keepLinks(sql, document.workspace_id, { sources, anew: true });
    return swapPage(sql, { document, page, seen, now: runtime.clock.now() });
  });
  await discardBytes(runtime.blobs, { keys: surplus, log: runtime.log });
  await runtime.callHook(documentsShownHook, { slugs: [document.slug] });
}

/** Null for a source that its maker refuses, or whose maker does not run: the page that is there stays. */
async function pageOf(runtime: Runtime, document: DocumentRow & { files: FileRow[] }): Promise<ContentFile | null> {
  const { sql } = runtime.database;
  try {
    const source = sourceOf({ sql, runtime }, document);
    return await makePage({ store: (bytes) => runtime.blobs.put(bytes), runtime }, document, source);
  } catch (error) {
    if (!(error instanceof Refusal) || isCutShort(error)) throw error;
    runtime.log.warn({ doc_id: document.doc_id, reason: error.message }, "a page could not be made anew");
    return null;
  }
}
