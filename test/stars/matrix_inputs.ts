// Inputs of the permission matrix for stars.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "star.list": plain(),
  "star.places": plain(),
  "star.create": {
    about: "document",
    make: ({ doc }) => ({ json: { doc_id: doc.doc_id } }),
    in_folder: [({ root, folder }) => ({ json: { root, folder } })],
  },
  "star.delete": {
    make: async ({ h, people, doc }, caller) => {
      if (caller === "stranger") return { params: { star_id: 1 } };
      const star = await h.call("POST /api/stars", { as: people[caller], json: { doc_id: doc.doc_id } });
      return { params: { star_id: star.body.id ?? 1 } };
    },
  },
};
