// Inputs of the permission matrix for icons.
import { type Inputs, place, plain, rootOf } from "../permission/input.ts";
import { made } from "../permission/stage.ts";

let drawings = 0;

export const INPUTS: Inputs = {
  "icon.list": plain(),
  "icon.upload": { make: () => ({ json: newDrawing() }) },
  "icon.delete": {
    make: async ({ h, people }) => {
      const { id } = await made(h.call("POST /api/icons", { as: people.owner, json: newDrawing() }));
      return { params: { icon_id: id } };
    },
  },
  "icon.set": {
    ...place(({ doc }) => ({ json: { target: `doc:${doc.doc_id}`, icon: "lucide:rocket" } })),
    in_folder: [({ root, folder }) => ({ json: { target: `folder:${folder}`, icon: "lucide:rocket", root } })],
  },
  "icon.clear": {
    ...place(({ doc }) => ({ query: { target: `doc:${doc.doc_id}` } })),
    in_folder: [({ root, folder }) => ({ query: { target: `folder:${folder}`, root } })],
  },
  "icon.describe": {
    ...place((stage) => ({ json: { target: "tag:x", description: "y", ...rootOf(stage) } })),
    in_folder: [({ root, folder }) => ({ json: { target: `folder:${folder}`, description: "x", root } })],
  },
  "icon.serve": { make: () => ({ params: { workspace_slug: "nobody", icon_id: 1 } }) },
};

/** The library keeps one of each drawing, under the name of whoever brought it first. */
function newDrawing(): { name: string; svg: string } {
  drawings += 1;
  return { name: "Dot", svg: `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 ${drawings}"/></svg>` };
}
