// Inputs of the permission matrix for navigations.
import { type Inputs, type Made, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

let names = 0;

export const INPUTS: Inputs = {
  "nav.list": plain(),
  "nav.create": { make: () => ({ json: { name: `Handbook ${++names}` } }) },
  "nav.get": onNavigation(() => ({})),
  "nav.preview": onNavigation(() => ({})),
  "nav.orphans": onNavigation(() => ({})),
  "nav.tree": onNavigation(() => ({ json: { version: 1, entries: [{ label: "Start" }] } })),
  "nav.update": onNavigation(() => ({ json: { icon: "lucide:book" } })),
  "nav.delete": onNavigation(() => ({})),
  // A section of the My documents of whoever manages the navigation names that person.
  "nav.entry.create": onNavigation(() => ({ json: { target: "folder:guides" } })),
  "nav.entry.update": onEntry({ json: { label: "Begin" } }),
  "nav.entry.move": onEntry({ json: { parent_id: null, position: 0 } }),
  "nav.entry.delete": onEntry({}),
};

async function navigation({ h, people }: Stage): Promise<{ id: number }> {
  return made(h.call("POST /api/navigations", { as: people["workspace owner"], json: { name: `Guide ${++names}` } }));
}

function onNavigation(rest: () => Made) {
  return { make: async (stage: Stage) => ({ ...rest(), params: { id: (await navigation(stage)).id } }) };
}

function onEntry(rest: Made) {
  return {
    make: async (stage: Stage) => {
      const { id } = await navigation(stage);
      const as = stage.people["workspace owner"];
      const entry = await made(stage.h.call(`POST /api/navigations/${id}/entries`, { as, json: { label: "Start" } }));
      return { ...rest, params: { id, entry_id: entry.id } };
    },
  };
}
