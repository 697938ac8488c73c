// Inputs of the permission matrix for forms.
import type { ParsedBody } from "../harness/harness.ts";
import { type Input, type Inputs, type Made, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";
import { slugOf, ticketFor } from "./tickets.ts";

const DATABASE = { route: "POST /api/databases", json: { title: "Orders" } };
const FIELDS = [{ key: "name", type: "text" }];

async function addTable({ h, people, doc }: Stage): Promise<number> {
  const json = { name: `Orders ${Math.random()}`, fields: FIELDS };
  return (await made(h.call(`POST /api/databases/${doc.doc_id}/tables`, { as: people.owner, json }))).id;
}

/** An operation on `{database_id}`, which has a table. */
function database(rest: (stage: Stage, table_id: number) => Made | Promise<Made>): Input {
  return {
    about: "document",
    document: DATABASE,
    make: async (stage) => {
      const { params, ...other } = await rest(stage, await addTable(stage));
      return { ...other, params: { database_id: stage.doc.doc_id, ...params } };
    },
  };
}

async function addForm({ h, people, doc }: Stage, table_id: number): Promise<ParsedBody> {
  const json = { table_id, title: "Register", fields: ["name"], visibility: "workspace" };
  return made(h.call(`POST /api/databases/${doc.doc_id}/forms`, { as: people.owner, json }));
}

/** The same on one of its forms. */
function form(rest: Made = {}): Input {
  return database(async (stage, table_id) => ({
    ...rest,
    params: { form_id: (await addForm(stage, table_id)).doc_id },
  }));
}

/** What goes on with an answer; any that is well formed does. */
const RESUME = "A".repeat(43);

/** Something that the page of a form sends, by the ticket of one of its readers. */
function answering(json: (token: string) => object): Input {
  return {
    document: DATABASE,
    make: async (stage) => {
      const made = await addForm(stage, await addTable(stage));
      const slug = slugOf(made.url);
      const token = await ticketFor(stage.h, { slug, user_id: stage.people.owner.user_id });
      return { params: { slug }, json: json(token) };
    },
  };
}

export const INPUTS: Inputs = {
  "form.create": database((_stage, table_id) => ({
    json: { table_id, title: "Register", fields: ["name"], visibility: "workspace" },
  })),
  "form.list": database(() => ({})),
  "form.read": form(),
  "form.update": form({ json: { notify_drafts: true } }),
  "form.delete": form(),
  "form.submit": answering((token) => ({ token, data: { name: "Ann" } })),
  "form.draft": answering((token) => ({ token, resume_token: RESUME, action: "save", data: { name: "Ann" } })),
  "form.media": answering((token) => ({ token, resume_token: RESUME, files: [] })),
  "form.media.show": plain({ params: { slug: "none", ticket: "none" } }),
  "form.upload": plain({ params: { slug: "none", field: "none" }, body: "bytes" }),
};
