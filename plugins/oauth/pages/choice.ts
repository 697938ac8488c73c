// What a person chose on a form that narrows a connection.
import { OPENNESS, refuse, type TokenLimits } from "../../../kernel/mod.ts";
import { TOOLSETS } from "../toolsets.ts";

export interface ChoiceForm {
  access?: "full" | "read" | undefined;
  tools?: "all" | "some" | undefined;
  toolset?: string[] | undefined;
  max_visibility?: string | undefined;
}

/** Throws 400 for a choice that leaves nothing, or a toolset that there is not. */
export function readChoice(form: ChoiceForm): TokenLimits {
  return {
    read_only: form.access === "read",
    toolsets: form.tools === "some" ? readToolsets(form.toolset ?? []) : null,
    max_visibility: OPENNESS.find((one) => one === form.max_visibility) ?? null,
  };
}

/** Known toolsets, each once, in the manifest's order; all of them are no limit to a person, yet they stay a list. */
export function readToolsets(names: readonly string[]): string[] {
  const unknown = names.find((name) => !TOOLSETS.some((known) => known.name === name));
  const known = TOOLSETS.map((one) => one.name);
  if (unknown !== undefined) throw refuse.invalid(`toolset "${unknown}" is unknown; there are ${known.join(", ")}`);
  const chosen = known.filter((name) => names.includes(name));
  if (chosen.length === 0) throw refuse.invalid("choose at least one kind of tools, or let the connection use all");
  return chosen;
}
