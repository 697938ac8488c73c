// The documents of a site as an export needs them: a portion is read while the one before it is written, so that few are held at once.
import { giveBack } from "../../../kernel/mod.ts";
import { cutBody, type PageBody } from "../bodies.ts";
import type { SitePage } from "../model/site.ts";
import { mayHoldAddress } from "../relinking.ts";
import type { Visit } from "../serve.ts";
import { type ExportedFile, readExportedFiles, readExportedPages } from "../store/exported.ts";

export interface ReadDocument {
  page: SitePage;
  /** Null for a page that somebody sent. */
  body: PageBody | null;
  /** None where nothing of the page leads to one; null for a document that was closed meanwhile. */
  files: readonly ExportedFile[] | null;
}

/** Documents that are read by one query. */
const PORTION = 100;

export async function* readPortions(visit: Visit, pages: readonly SitePage[]): AsyncGenerator<readonly ReadDocument[]> {
  let next = readAt(0);
  for (let at = 0; at < pages.length; at += PORTION) {
    const portion = await next;
    next = readAt(at + PORTION);
    // Heard of when it is asked for; who reads no further does not care.
    next.catch(() => {});
    yield portion;
  }

  async function readAt(at: number): Promise<readonly ReadDocument[]> {
    const portion = pages.slice(at, at + PORTION);
    return portion.length === 0 ? [] : readPortion(visit, portion);
  }
}

async function readPortion({ call, reader }: Visit, pages: readonly SitePage[]): Promise<ReadDocument[]> {
  const { database, blobs } = call.house;
  const by = { reader, now: call.now };
  const ids = pages.map((page) => page.document_id);
  const found = await readExportedPages(database.sql, { ...by, ids });
  const bodies = await Promise.all(
    ids.map(async (id) => {
      const file = found.get(id);
      if (!file?.generated) return null;
      const bytes = await blobs.bytes(file.storage_key);
      const body = cutBody(bytes, file.sha256);
      giveBack(bytes);
      return body;
    }),
  );
  const read = pages.map((page, index) => ({ page, body: bodies[index] ?? null }));
  const alone = new Set(read.filter(({ body }) => body !== null && !mayHoldAddress(body.content)));
  const leading = read.filter((one) => found.has(one.page.document_id) && !alone.has(one));
  const files = await readExportedFiles(database.sql, {
    ...by,
    documents: { ids: leading.map(({ page }) => page.document_id) },
  });
  return read.map((one) => ({
    ...one,
    files: files.get(one.page.document_id) ?? (found.has(one.page.document_id) && alone.has(one) ? [] : null),
  }));
}
