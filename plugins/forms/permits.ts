// Who may make, see and change a form: whoever may edit, or see, the database that its answers go to.
import { demandActor, type Permit, type PermitCall, refuse } from "../../kernel/plugin.ts";
import { database, type LoadedDatabase, type LoadedTable, table } from "../databases/port.ts";
import { publishTarget, type Target } from "../documents/port/create.ts";
import { documentNamed, type LoadedDocument, readLoaded } from "../documents/port/read.ts";
import { findFormOf } from "./store/forms.ts";
import type { FormRow } from "./store/rows.ts";

/** A form that the caller may reach, with its database and its page as they hold them. */
export interface HeldForm {
  database: LoadedDatabase;
  form: FormRow;
  page: LoadedDocument;
}

/** The form that a path names as `form_id` below its database. Throws 404 for one of another database. */
export function form(needed: "view" | "edit"): Permit<HeldForm> {
  return {
    needs: `${needed} on the database`,
    check: async (call, input) => {
      const held = await database(needed).check(call, input);
      const doc_id = String(input.params["form_id"]);
      const found = await findFormOf(call.sql, { database_id: held.document_id, doc_id });
      const page = found && (await readLoaded(call.sql, found.document_id, demandActor(call.actor)));
      // Whoever only reads the database is told of the forms alone that they may open.
      if (!found || !page || found.deleted_at || (needed === "view" && !isShown(held, page)))
        throw refuseMissingForm(doc_id);
      return { database: held, form: found, page };
    },
  };
}

/** Whether somebody who may see the database is told of the form: who may change it, and who may open its page anyway. */
export function isShown(held: Pick<LoadedDatabase, "level">, page: Pick<LoadedDocument, "level">): boolean {
  return held.level === "edit" || held.level === "own" || page.level !== "none";
}

export function refuseMissingForm(docId: string): Error {
  return refuse.notFound(`form "${docId.slice(0, 80)}" is not found in this database; get_database lists its forms`);
}

/** A table that somebody may write in, and where its form is to be: a new document beside the database, or one that is there. */
export interface FormTarget {
  table: LoadedTable;
  place: Target | null;
  page: LoadedDocument | null;
}

/** The table that the body of `POST .../forms` names, and the place or the document of the new form. */
export function formTarget({ table_id, doc_id }: { table_id: number; doc_id?: string }): Permit<FormTarget> {
  return {
    needs: "edit on the database, and on its folder or on the document that becomes the form",
    check: async (call, input) => {
      const held = await table("edit").check(call, { ...input, params: { ...input.params, table_id } });
      if (doc_id !== undefined) return { table: held, place: null, page: await loadPage(call, doc_id) };
      return { table: held, place: await loadFolder(call, held), page: null };
    },
  };
}

async function loadPage(call: PermitCall, doc_id: string): Promise<LoadedDocument> {
  const page = await documentNamed("edit", doc_id).check(call, NOTHING);
  if (page.kind === "html") return page;
  throw refuse.invalid(`"${page.doc_id}" is of kind ${page.kind}; a form's page is an html document`);
}

async function loadFolder(call: PermitCall, held: LoadedTable): Promise<Target> {
  const { root_id, root_slug, owner_id, folder } = held;
  if (root_id === null && owner_id !== demandActor(call.actor).user_id) {
    throw refuse.forbidden(
      "the database lies in somebody's My documents, where its owner alone makes documents; publish the page where you may, and connect it with doc_id",
    );
  }
  return publishTarget({ root: root_slug, folder }).check(call, NOTHING);
}

const NOTHING = { params: {}, query: {}, body: undefined, form: undefined };
