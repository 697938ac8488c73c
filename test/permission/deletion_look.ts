// What the preview of a root's deletion says of everybody: as many documents open and close as the model says.
import { level } from "./model.ts";
import type { Server } from "./server.ts";
import type { Ref, Root, World } from "./world.ts";

interface Changed {
  id: number;
  gains: number;
  loses: number;
}

/** Differences between the previews of all roots, into each other root, and the model, in words. */
export async function lookAtDeletions({ world, server }: { world: World; server: Server }): Promise<string[]> {
  const roots = [...world.roots.values()];
  const pairs = roots.flatMap((from) =>
    roots
      .filter((to) => !from.is_general && to !== from && to.workspace === from.workspace)
      .map((to) => lookAtPair({ world, server }, { from, to })),
  );
  return (await Promise.all(pairs)).flat();
}

async function lookAtPair(
  { world, server }: { world: World; server: Server },
  { from, to }: { from: Root; to: Root },
): Promise<string[]> {
  const people = [...world.people.values()].filter((person) => person.workspace === from.workspace);
  const owner = people.find((person) => person.role !== "member");
  if (!owner) return [];
  const said = await server.door.ask(server.people.get(owner.ref)?.user_id ?? 0, "GET /api/roots/{root}/deletion", {
    params: { root: String(server.roots.get(from.ref)?.id) },
    query: { target: String(server.roots.get(to.ref)?.id), limit: 500 },
  });
  if (said.status !== 200) return [`the preview of ${from.ref} into ${to.ref} answers ${said.status}: ${said.value}`];
  const told = new Map<number, Changed>(said.value.people.map((one: Changed) => [one.id, one]));
  const differences = people.flatMap(({ ref }) => {
    const { gains, loses } = told.get(server.people.get(ref)?.user_id ?? 0) ?? { gains: 0, loses: 0 };
    const hoped = changesFor(world, ref, { from: from.ref, to: to.ref });
    if (gains === hoped.gains && loses === hoped.loses) return [];
    const [one, other] = [`${gains} and ${loses}`, `${hoped.gains} and ${hoped.loses}`];
    return [`${from.ref} into ${to.ref} opens and closes to ${ref}: the preview says ${one}, the model ${other}`];
  });
  const gaining = [...told.values()].filter((one) => one.gains > 0).length;
  if (said.value.people_gaining !== gaining)
    differences.push(`${said.value.people_gaining} are said to gain, not ${gaining}`);
  return differences;
}

function changesFor(world: World, person: Ref, { from, to }: { from: Ref; to: Ref }) {
  const moving = [...world.docs.values()].filter((doc) => !doc.deleted && doc.place.root === from);
  const docs = new Map(world.docs);
  for (const doc of moving) docs.set(doc.ref, { ...doc, place: { ...doc.place, root: to } });
  const isOpen = (of: World, doc: Ref) => level(of, person, doc) !== "none";
  const after = { ...world, docs };
  const changed = moving.map(({ ref }) => Number(isOpen(after, ref)) - Number(isOpen(world, ref)));
  return { gains: changed.filter((one) => one > 0).length, loses: changed.filter((one) => one < 0).length };
}
