// Inputs of the permission matrix for documents as the content host shows them.
import { document, type Inputs, plain } from "../permission/input.ts";
import { fieldsOf } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "content.robots": plain(),
  "doc.serve": {
    about: "document",
    make: ({ doc }) => ({ params: { slug: doc.slug, path: "" }, headers: { "sec-fetch-dest": "document" } }),
  },
  "doc.frame": document(() => ({ with_cookie: true })),
  "doc.unlock.show": { about: "document", make: ({ doc }) => ({ params: { slug: doc.slug } }) },
  "doc.unlock": {
    about: "document",
    make: ({ doc }) => ({ params: { slug: doc.slug }, form: fieldsOf({ password: "guess" }) }),
  },
};
