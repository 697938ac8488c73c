// Where notices of proposals lead: to the page on which they are decided.
import type { LeadsAsked, NoticeLead } from "../app/port/notice_leads.ts";
import { languageOf } from "../app/port/words.ts";

const LABEL = { en: "Review", de: "Prüfen" };

export function leadsOfProposals({ call, notices }: LeadsAsked): NoticeLead[] {
  const path = call.runtime.pathOf("agent.page.proposal");
  if (path === null) return [];
  return notices.flatMap(({ id, kind, key }) => {
    const proposal = /^brain\.(?:propose|decide):(\d+)$/.exec(key)?.[1];
    if (!kind.startsWith("proposal.") || proposal === undefined || !path.includes("{id}")) return [];
    return [{ id, href: path.replace("{id}", proposal), label: LABEL[languageOf(call.request)] }];
  });
}
