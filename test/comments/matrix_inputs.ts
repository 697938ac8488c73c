// Inputs of the permission matrix for comments.
import { document, type Inputs, type Made } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "comment.list": document(),
  "comment.create": document(() => ({ json: { body: "Good." } })),
  "comment.update": {
    about: "document",
    make: async (stage) => ({ ...(await onComment(stage)), json: { resolved: true } }),
  },
  "comment.delete": { about: "document", make: onComment },
};

/** A comment of the commenter. */
async function onComment({ h, people, doc }: Stage): Promise<Made> {
  const json = { body: "Good." };
  const comment = await made(h.call(`POST /api/docs/${doc.doc_id}/comments`, { as: people.commenter, json }));
  return { params: { id: comment.id } };
}
