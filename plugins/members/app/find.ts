// People among what somebody goes to by its name, and what can be done about them.
import { isManager } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import type { Command, Finding, Found } from "../../app/port/find.ts";
import { personPath } from "../../app/port/paths.ts";
import { readMembers } from "../operations/member_list.ts";
import { peoplePath } from "./tabs.ts";
import { peopleWords } from "./words.ts";

const SHOWN_MAX = 4;

export async function peopleNamed({ call, q }: Finding): Promise<Found[]> {
  if (q === "") return [];
  const { members } = await ask(call, readMembers, { query: { q, limit: SHOWN_MAX } });
  return members.map(({ id, name, email }) => ({
    kind: "person",
    label: name ?? email,
    hint: name === null ? null : email,
    // The page of one person is for who manages people; others find them on the list.
    href: isManager(call.actor) ? personPath(id) : `${peoplePath()}?q=${encodeURIComponent(email)}`,
    icon: "user",
  }));
}

export function peopleCommands(call: Asking): Command[] {
  if (!isManager(call.actor)) return [];
  return [{ label: peopleWords(call).invite_somebody, hint: null, href: peoplePath(), icon: "plus" }];
}
