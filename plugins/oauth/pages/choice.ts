// What a person chose on a form that narrows a connection.
import { refuse, type TokenLimits, t, VISIBILITY_LIMITS } from "../../../kernel/plugin.ts";
import { type OfferedRoot, readRoots } from "../roots.ts";
import { TOOLSETS } from "../toolsets.ts";

/** The fields of `limitFields`, for the operations that take such a form. */
export const choiceFields = {
  access: t.Optional(t.OneOf(["full", "read"], { description: "Whether it may change anything." })),
  places: t.Optional(t.OneOf(["all", "some"], { description: "Whether it is limited to `root`." })),
  root: t.Optional(
    t.Array(t.String({ maxLength: 100 }), {
      maxItems: 400,
      description: "The roots that it reaches, by id; ~ is My documents.",
    }),
  ),
  tools: t.Optional(t.OneOf(["all", "some"], { description: "Whether it is limited to `toolset`." })),
  toolset: t.Optional(t.Array(t.String({ maxLength: 40 }), { maxItems: 40, description: "The toolsets it may use." })),
  max_visibility: t.Optional(
    t.OneOf(["any", ...VISIBILITY_LIMITS], { description: "The widest visibility it may publish at." }),
  ),
};

export interface ChoiceForm {
  access?: "full" | "read" | undefined;
  places?: "all" | "some" | undefined;
  root?: string[] | undefined;
  tools?: "all" | "some" | undefined;
  toolset?: string[] | undefined;
  max_visibility?: string | undefined;
}

/** Throws 400 for a choice that leaves nothing or a toolset that there is not, and 404 for a root that is not on offer. */
export function readChoice(form: ChoiceForm, offered: readonly OfferedRoot[]): TokenLimits {
  return {
    read_only: form.access === "read",
    toolsets: form.tools === "some" ? readToolsets(form.toolset ?? []) : null,
    max_visibility: VISIBILITY_LIMITS.find((one) => one === form.max_visibility) ?? null,
    roots: form.places === "some" ? readRoots(form.root ?? [], offered) : null,
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
