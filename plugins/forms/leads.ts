// Where notices of answers lead: to the record that the answer made, in its table.
import type { LeadsAsked, NoticeLead } from "../app/port/notice_leads.ts";
import { languageOf } from "../app/port/words.ts";

const LABEL = { en: "Look at it", de: "Ansehen" };
/** The action, the form, the record, and its table, which notices of former days do not name. */
const KEY = /^form\.[a-z_.]+:[^:]+:(\d+):(\d+)$/;

export function leadsOfAnswers({ call, notices }: LeadsAsked): NoticeLead[] {
  return notices.flatMap(({ id, key, target }) => {
    const [, record, table] = KEY.exec(key) ?? [];
    if (record === undefined || table === undefined || target.url === null) return [];
    const search = new URLSearchParams({ table, record }).toString();
    return [{ id, href: `${target.url}?${search}`, label: LABEL[languageOf(call.request)] }];
  });
}
