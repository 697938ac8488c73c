// Where notices of requests lead: who asks is decided on the page of who may open the document.
import type { LeadsAsked, NoticeLead } from "../../app/port/notice_leads.ts";
import { documentPath } from "../../app/port/paths.ts";
import { shareWords } from "./words.ts";

export function leadsOfRequests({ call, notices }: LeadsAsked): NoticeLead[] {
  return notices.flatMap(({ id, kind, doc_id }) =>
    kind === "access.requested" && doc_id !== null
      ? [{ id, href: `${documentPath(doc_id, "share")}#requests`, label: shareWords(call).share_crumb }]
      : [],
  );
}
