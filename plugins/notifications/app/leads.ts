// Where notices lead: to what their plugins say, else to the document or to the page that their kind names.
import type { Asking } from "../../app/port/ask.ts";
import { type NoticeOnPage, noticeLeadsHook } from "../../app/port/notice_leads.ts";
import { documentPath } from "../../app/port/paths.ts";
import { readingAddress } from "../../documents/port/read.ts";
import type { Notice } from "./notice.ts";
import { inboxWords } from "./words.ts";

export interface ShownLead {
  href: string;
  label: string;
}

/** By the notice's id; of what the reader lost there is none. */
export async function leadsOf(call: Asking, notices: readonly Notice[]): Promise<ReadonlyMap<number, ShownLead>> {
  const open = notices.flatMap(({ key, ...one }): NoticeOnPage[] =>
    key === null || one.title === null ? [] : [{ ...one, key }],
  );
  const leads = new Map(open.flatMap((one) => ownLead(call, one)));
  const told = await call.callHook(noticeLeadsHook, { call, notices: open });
  for (const { id, href, label } of told.flat()) leads.set(id, { href, label });
  return leads;
}

function ownLead(call: Asking, { id, doc_id, target }: NoticeOnPage): [number, ShownLead][] {
  const label = inboxWords(call).open;
  if (target.url === null) return [];
  if (doc_id !== null) return [[id, { href: documentPath(doc_id), label }]];
  const base = call.runtime.config.base_url;
  const href = target.url.startsWith(`${base}/`)
    ? target.url.slice(base.length)
    : readingAddress({ url: target.url, visibility: "" });
  return [[id, { href, label }]];
}
