// Inputs of the permission matrix for icons.
import { type Inputs, place, plain, rootOf } from "../permission/input.ts";
import { made } from "../permission/stage.ts";

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';

export const INPUTS: Inputs = {
  "icon.list": plain(),
  "icon.upload": { make: () => ({ json: { name: "Dot", svg: DRAWING } }) },
  "icon.delete": {
    make: async ({ h, people }) => {
      const { id } = await made(h.call("POST /api/icons", { as: people.owner, json: { name: "Dot", svg: DRAWING } }));
      return { params: { icon_id: id } };
    },
  },
  "icon.set": place(({ doc }) => ({ json: { target: `doc:${doc.doc_id}`, icon: "lucide:rocket" } })),
  "icon.clear": place(({ doc }) => ({ query: { target: `doc:${doc.doc_id}` } })),
  "icon.describe": place((stage) => ({ json: { target: "tag:x", description: "y", ...rootOf(stage) } })),
  "icon.serve": { make: () => ({ params: { workspace_slug: "nobody", icon_id: 1 } }) },
};
