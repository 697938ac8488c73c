// Where a notice leads: to what is to be done about it, which the plugin knows that told it.
import { hook } from "../../../kernel/plugin.ts";
import type { Asking } from "./ask.ts";

/** A notice as its reader may see it; nothing is asked about one that they lost. */
export interface NoticeOnPage {
  id: number;
  kind: string;
  /** What it tells of, such as `access_request:12`. */
  key: string;
  doc_id: string | null;
  target: { type: string; id: string | null; url: string | null };
}

/** A page of ours or of the content host, and the word that says what is done there. */
export interface NoticeLead {
  id: number;
  href: string;
  label: string;
}

export interface LeadsAsked {
  call: Asking;
  notices: readonly NoticeOnPage[];
}

/** Asked once for a page of notices: each plugin answers those of its own kinds, without asking anything for each. */
export const noticeLeadsHook = hook<LeadsAsked, NoticeLead[]>("app.notice_leads");
