// Inputs of the permission matrix for publishing, reading, changing and starring documents.

import { keepLink } from "../../plugins/retention/ticket.ts";
import { expiryOfDownload, signDownload } from "../../plugins/uploads/tickets/download_ticket.ts";
import type { Input, Inputs, Made } from "./input.ts";
import { type Caller, fieldsOf, fileOf, made, type Stage } from "./stage.ts";

const SNIPPET = { route: "POST /api/snippets", json: { content: "print(1)\n", language: "python" } };
const FILE = { route: "POST /api/files" };

export const DOCUMENT_INPUTS: Inputs = {
  "doc.publish": place((stage) => ({ json: { html: "<p>new</p>", ...target(stage) } })),
  "doc.publish_snippet": place((stage) => ({ json: { content: "1\n", ...target(stage) } })),
  "doc.publish_file": place((stage) => ({ form: fileOf("file", target(stage)) })),
  "doc.publish_file_content": place((stage) => ({ json: { filename: "note.txt", content: "text", ...target(stage) } })),
  "doc.upload": {
    ...place((stage) => ({ query: { filename: "page.html", ...target(stage) }, body: "<p>new</p>" })),
    naming: (stage) => ({
      query: { filename: "page.html", ...replaced(stage), base_version: "1" },
      body: "<p>new</p>",
    }),
  },
  "upload.create": {
    ...place((stage) => ({ json: { filename: "page.html", ...target(stage) } })),
    naming: (stage) => ({ json: { filename: "page.html", ...replaced(stage), base_version: 1 } }),
  },
  "upload.get": {
    make: async (stage, caller) => ({ params: { ticket_id: (await ticketOf(stage, caller)).ticket_id } }),
  },
  "upload.page": { make: async (stage, caller) => ({ params: { ticket: (await ticketOf(stage, caller)).ticket } }) },
  "upload.put": {
    make: async (stage, caller) => ({ params: { ticket: (await ticketOf(stage, caller)).ticket }, body: "<p>new</p>" }),
  },
  "doc.list": place((stage) => ({ query: { ...rootOf(stage), view: "all" } })),
  "doc.trash": place((stage) => ({ query: rootOf(stage) })),
  "doc.trash.empty": place((stage) => ({ query: rootOf(stage) })),
  "doc.keep": document(),
  "doc.keep_link.show": { about: "document", make: keepTicket },
  "doc.keep_link.use": { about: "document", make: keepTicket },
  "doc.tags": place(() => ({ query: { include_team: "true" } })),
  "doc.get": document(),
  "doc.update": document(() => ({ json: { title: "Another" } })),
  "doc.delete": document(),
  "doc.undelete": document(async (stage) => {
    await made(stage.h.call(`DELETE /api/docs/${stage.doc.doc_id}`, { as: stage.people.owner }));
    return {};
  }),
  "doc.manifest": document(),
  "doc.file.get": document(() => ({ params: { path: "index.html" } })),
  "doc.file.read": document(() => ({ query: { path: "index.html" } })),
  "doc.download.create": document(() => ({ json: {} })),
  "doc.download.use": {
    about: "document",
    make: (stage, caller) => ({ params: { ticket: downloadOf(stage, caller) } }),
  },
  "doc.resource.list": { make: () => ({}) },
  "doc.resource.read": document(() => ({ query: { path: "index.html" } })),
  "doc.file.put": document(() => ({ params: { path: "style.css" }, json: { content: "p {}" } })),
  "doc.files.add": document(() => ({ form: fileOf("file", {}) })),
  "doc.files.remove": document(async (stage) => {
    const at = `PUT /api/docs/${stage.doc.doc_id}/files/style.css`;
    await made(stage.h.call(at, { as: stage.people.owner, json: { content: "p {}" } }));
    return { query: { path: "style.css" } };
  }),
  "doc.update_snippet": { ...document(() => ({ json: { content: "print(2)\n" } })), document: SNIPPET },
  "doc.update_file": { ...document(() => ({ json: { content: "other" } })), document: FILE },
  "doc.versions": document(),
  "doc.restore": document(() => ({ params: { version: 1 } })),
  "doc.serve": {
    about: "document",
    make: ({ doc }) => ({ params: { slug: doc.slug, path: "" }, headers: { "sec-fetch-dest": "document" } }),
  },
  "doc.unlock.show": { about: "document", make: ({ doc }) => ({ params: { slug: doc.slug } }) },
  "doc.unlock": {
    about: "document",
    make: ({ doc }) => ({ params: { slug: doc.slug }, form: fieldsOf({ password: "guess" }) }),
  },
  "viewer.authorize": {
    about: "document",
    make: ({ doc }) => ({ query: { slug: doc.slug, nonce: "a".repeat(43) }, with_cookie: true }),
  },
  "star.list": { make: () => ({}) },
  "star.create": { about: "document", make: ({ doc }) => ({ json: { doc_id: doc.doc_id } }) },
  "star.delete": {
    make: async ({ h, people, doc }, caller) => {
      if (caller === "stranger") return { params: { star_id: 1 } };
      const star = await h.call("POST /api/stars", { as: people[caller], json: { doc_id: doc.doc_id } });
      return { params: { star_id: star.body.id ?? 1 } };
    },
  },
};

/** An operation on `{doc_id}`. */
export function document(rest: (stage: Stage) => Made | Promise<Made> = () => ({})): Input {
  return {
    about: "document",
    make: async (stage) => {
      const { params, ...other } = await rest(stage);
      return { ...other, params: { doc_id: stage.doc.doc_id, ...params } };
    },
  };
}

/** An operation at the place of the document. */
export function place(make: (stage: Stage) => Made): Input {
  return { about: "document", make };
}

function target(stage: Stage): Record<string, string> {
  return { folder: "plans", ...rootOf(stage) };
}

function replaced({ doc }: Stage): { doc_id: string; path: string } {
  return { doc_id: doc.doc_id, path: "index.html" };
}

function rootOf(stage: Stage): Record<string, string> {
  return stage.where === "a shared root" ? { root: stage.root.slug } : {};
}

/** A ticket of the caller's own. */
async function ticketOf({ h, people }: Stage, caller: Caller): Promise<{ ticket_id: number; ticket: string }> {
  if (caller === "stranger") return { ticket_id: 1, ticket: "unknown" };
  const body = await made(h.call("POST /api/uploads", { as: people[caller], json: { filename: "page.html" } }));
  return { ticket_id: body.ticket_id, ticket: body.upload_url.split("/u/")[1] };
}

/** A genuine ticket of the caller's, as if they had been let in when it was made. */
function downloadOf({ h, people, doc }: Stage, caller: Caller): string {
  if (caller === "stranger") return "unknown";
  const { user_id, workspace_id } = people[caller];
  const claims = { user_id, workspace_id, token_id: null, doc_id: doc.doc_id, path: "index.html", version: 1 };
  return signDownload(h, claims, expiryOfDownload(h.clock.now()));
}

/** The link of a warning that went to the caller, whether or not they may still keep the document. */
async function keepTicket({ h, people, doc }: Stage, caller: Caller): Promise<Made> {
  const at = `PATCH /api/docs/${doc.doc_id}`;
  const { expires_at } = await made(h.call(at, { as: people.owner, json: { retention_days: 10 } }));
  const [row] = await h.house.database.sql`select document_id from documents where doc_id = ${doc.doc_id}`;
  const user_id = caller === "stranger" ? 0 : people[caller].user_id;
  const ticket = { document_id: Number(row?.["document_id"]), user_id, expires_at: new Date(expires_at) };
  const link = keepLink(h.house, ticket);
  return { params: { token: link.slice(link.lastIndexOf("/") + 1) } };
}
