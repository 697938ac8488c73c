// Spaces among what somebody goes to by its name.
import { ask } from "../../app/port/ask.ts";
import { type Finding, type Found, hasWords } from "../../app/port/find.ts";
import { placePath } from "../../app/port/paths.ts";
import { readRoots } from "../operations/roots.ts";
import { rootWords } from "./words.ts";

export async function spacesNamed({ call, q }: Finding): Promise<Found[]> {
  if (q === "") return [];
  const words = rootWords(call);
  const { roots } = await ask(call, readRoots, { query: {} });
  const spaces = [
    { slug: null, name: words.mine, icon: "lock" },
    ...roots.map(({ slug, name }) => ({ slug, name, icon: "space" })),
  ];
  return spaces
    .filter(({ name }) => hasWords(name, q))
    .map(({ slug, name, icon }) => ({
      kind: "place",
      label: name,
      hint: slug === null ? null : words.space,
      href: placePath(slug, ""),
      icon,
    }));
}
