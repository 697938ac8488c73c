// The documents of a site as an export needs them:
// a portion is read while the one before it is written, so that few are held at once.
import { giveBack } from "../../../kernel/ports/base.ts";
import { cutBody, type PageBody } from "../bodies.ts";
import type { SitePage } from "../model/site.ts";
import { mayHoldAddress } from "../relinking.ts";
import type { Visit } from "../serve.ts";
import { type ExportedFile, readExportedFiles, readExportedPages } from "../store/exported.ts";

export interface ReadDocument {
  page: SitePage;
  /** Null for a page that somebody sent. */
  body: PageBody | null;
  /** The body holds addresses that lead out of its page. */
  leads: boolean;
  /** None where nothing of the page leads to one; null for a document that was closed meanwhile. */
  files: readonly ExportedFile[] | null;
}

/** Documents that are asked for by one query. */
const PORTION = 100;
/** So much of their pages is held at once, and as much again of those that are read ahead; one page is taken whatever its size. */
const BYTES_MAX = 8 * 1024 * 1024;

/** The first portion is asked for at once. */
export function readPortions(visit: Visit, pages: readonly SitePage[]): AsyncGenerator<readonly ReadDocument[]> {
  const portions = portionsOf(visit, pages);
  const ahead = () => {
    const next = portions.next();
    // Heard of when it is asked for; who reads no further does not care.
    next.catch(() => {});
    return next;
  };
  return onePortionAhead(ahead(), ahead);
}

async function* onePortionAhead<T>(
  first: Promise<IteratorResult<T, void>>,
  ahead: () => Promise<IteratorResult<T, void>>,
): AsyncGenerator<T> {
  for (let next = first; ; ) {
    const { done, value } = await next;
    if (done) return;
    next = ahead();
    yield value;
  }
}

async function* portionsOf(visit: Visit, pages: readonly SitePage[]): AsyncGenerator<readonly ReadDocument[], void> {
  const by = { reader: visit.reader, now: visit.call.now };
  for (let at = 0; at < pages.length; at += PORTION) {
    const asked = pages.slice(at, at + PORTION);
    const ids = asked.map((page) => page.document_id);
    const found = await readExportedPages(visit.call.runtime.database.sql, { ...by, ids });
    const sizeOf = ({ document_id }: SitePage) => found.get(document_id)?.size_bytes ?? 0;
    for (const portion of inRuns(asked, sizeOf, BYTES_MAX)) yield await readPortion(visit, portion, found);
  }
}

/** `all` in order, in runs of at most `most` together; what is larger by itself is a run of its own. */
export function* inRuns<T>(all: readonly T[], sizeOf: (one: T) => number, most: number): Generator<T[]> {
  let run: T[] = [];
  let size = 0;
  for (const one of all) {
    if (run.length > 0 && size + sizeOf(one) > most) {
      yield run;
      run = [];
      size = 0;
    }
    run.push(one);
    size += sizeOf(one);
  }
  if (run.length > 0) yield run;
}

async function readPortion(
  { call, reader }: Visit,
  pages: readonly SitePage[],
  found: Awaited<ReturnType<typeof readExportedPages>>,
): Promise<ReadDocument[]> {
  const { database, blobs } = call.runtime;
  const bodies = await Promise.all(
    pages.map(async ({ document_id }) => {
      const file = found.get(document_id);
      if (!file?.generated) return null;
      const bytes = await blobs.bytes(file.storage_key);
      const body = cutBody(bytes, file.sha256);
      giveBack(bytes);
      return body;
    }),
  );
  const read = pages.map((page, index) => {
    const body = bodies[index] ?? null;
    return { page, body, leads: body === null || mayHoldAddress(body.content) };
  });
  const open = read.filter(({ page }) => found.has(page.document_id));
  const files = await readExportedFiles(database.sql, {
    ...{ reader, now: call.now },
    documents: { ids: open.filter(({ leads }) => leads).map(({ page }) => page.document_id) },
  });
  return read.map((one) => ({
    ...one,
    files: files.get(one.page.document_id) ?? (found.has(one.page.document_id) && !one.leads ? [] : null),
  }));
}
