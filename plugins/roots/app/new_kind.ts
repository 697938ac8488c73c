// A new space among what can be made, for whoever may make one.
import { type Asking, ask } from "../../app/port/ask.ts";
import type { NewKind } from "../../app/port/slots.ts";
import { readRoots } from "../operations/roots.ts";
import { makeForm } from "./spaces_page.ts";
import { rootWords } from "./words.ts";

export async function newSpaceKind(call: Asking): Promise<NewKind[]> {
  const { can_create } = await ask(call, readRoots, { query: {} });
  if (!can_create) return [];
  const { space, space_told } = rootWords(call);
  return [{ id: "space", order: 90, icon: "space", label: space, hint: space_told, form: () => makeForm(call) }];
}
