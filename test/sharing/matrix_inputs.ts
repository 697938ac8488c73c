// Inputs of the permission matrix for access lists and access requests.
import { DAY_MS } from "../../kernel/plugin.ts";
import { reviewLink } from "../../plugins/sharing/requests/ticket.ts";
import { document, type Inputs, plain } from "../permission/input.ts";
import { type Caller, fieldsOf, made, type Stage } from "../permission/stage.ts";

const EVERYBODY = { subject_type: "workspace", level: "view" };

export const INPUTS: Inputs = {
  "access.page": document(() => ({ with_cookie: true })),
  "access.page.why": document(({ spare }) => ({ query: { user: spare.email }, with_cookie: true })),
  "access.page.mine": plain({ with_cookie: true }),
  "access.shared": plain(),
  "access.strength_script": plain(),
  "access.list": document(),
  "access.grant": document(() => ({ json: EVERYBODY })),
  "access_request.waiting": plain(),
  "access.explain": document(({ spare }) => ({ query: { user: spare.email } })),
  "access.revoke": {
    about: "document",
    make: async (stage) => {
      const as = stage.people[stage.where === "My documents" ? "owner" : "root manager"];
      const grant = await made(stage.h.call(`POST /api/docs/${stage.doc.doc_id}/access`, { as, json: EVERYBODY }));
      return { params: { grant_id: grant.id } };
    },
  },
  "access.leave": document(),
  "access.folder.leave": {
    make: ({ people }) => ({ query: { owner_id: String(people.owner.user_id), path: "mine" } }),
  },
  // Every caller asks for a folder of their own My documents.
  "access.folder.list": { make: async (stage, caller) => ({ query: { path: await ownFolder(stage, caller) } }) },
  "access.folder.grant": {
    make: async (stage, caller) => ({ query: { path: await ownFolder(stage, caller) }, json: EVERYBODY }),
  },
  "access.folder.revoke": {
    make: async (stage, caller) => {
      if (caller === "stranger") return { query: { grant_id: "1" } };
      const as = stage.people[caller];
      const path = await ownFolder(stage, caller);
      const grant = await made(stage.h.call(`POST /api/folders/access?path=${path}`, { as, json: EVERYBODY }));
      return { query: { grant_id: String(grant.id) } };
    },
  },
  "access_request.create": {
    about: "document",
    make: ({ doc }) => ({ json: { slug: doc.slug } }),
    naming: ({ doc }) => ({ json: { doc_id: doc.doc_id } }),
  },
  "access_request.status": {
    about: "document",
    make: ({ doc }) => ({ query: { slug: doc.slug } }),
    naming: ({ doc }) => ({ query: { doc_id: doc.doc_id } }),
  },
  "access_request.list": document(),
  "access_request.decide": {
    about: "document",
    make: async (stage) => ({ params: { request_id: await requestOf(stage) }, json: { decision: "approve" } }),
  },
  "access_request.page": { about: "document", make: ({ doc }) => ({ params: { slug: doc.slug }, with_cookie: true }) },
  "access_request.page.send": {
    about: "document",
    make: ({ doc }) => ({ params: { slug: doc.slug }, form: fieldsOf({ message: "" }), with_cookie: true }),
  },
  "access_request.script": plain(),
  // The link is in a mail to whoever may decide; here everybody is sent one of their own.
  "access_request.review.show": {
    about: "document",
    make: async (stage, caller) => ({ params: { ticket: await reviewTicket(stage, caller) }, with_cookie: true }),
  },
  "access_request.review": {
    about: "document",
    make: async (stage, caller) => ({
      params: { ticket: await reviewTicket(stage, caller) },
      form: fieldsOf({ decision: "approve" }),
      with_cookie: true,
    }),
  },
};

async function ownFolder({ h, people }: Stage, caller: Caller): Promise<string> {
  const json = { html: "<p>mine</p>", folder: "mine" };
  if (caller !== "stranger") await made(h.call("POST /api/docs", { as: people[caller], json }));
  return "mine";
}

/** A request of somebody to whom the document is closed. */
async function requestOf({ h, spare, doc }: Stage): Promise<number> {
  await made(h.call("POST /api/access-requests", { as: spare, json: { slug: doc.slug } }));
  const [row] = await h.runtime.database.sql<{ id: number }[]>`
    select request_id as id from access_requests order by request_id desc limit 1`;
  return row?.id ?? 0;
}

async function reviewTicket(stage: Stage, caller: Caller): Promise<string> {
  const request_id = await requestOf(stage);
  const { runtime, clock } = stage.h;
  const user_id = caller === "stranger" ? 0 : stage.people[caller].user_id;
  const link = reviewLink(runtime, { request_id, user_id }, new Date(clock.now().getTime() + DAY_MS));
  return link.slice(link.lastIndexOf("/") + 1);
}
