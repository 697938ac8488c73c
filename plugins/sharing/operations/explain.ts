// Why a person may open a document, or may not, for whoever shares it.
import { actorOf, findPerson, refuse, t } from "../../../kernel/plugin.ts";
import { readLoaded } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { listGrants } from "../../places/port.ts";
import { explainLevel } from "../explain.ts";
import { sharable } from "../permits.ts";
import { AccessExplained, docId } from "../schemas.ts";
import { findGuards, findList } from "../store/access.ts";

export const explainAccess = operation({
  id: "access.explain",
  route: "GET /api/docs/{doc_id}/access/explain",
  tool: {
    name: "explain_access",
    wording: "Say why a member may open a document that you may share, or may not: every rule in order.",
    idempotent: true,
  },
  summary: "Why a person holds the level that they hold",
  params: t.Object(docId),
  query: t.Object({ user: t.String({ minLength: 1, maxLength: 320, description: "The person's e-mail address." }) }),
  output: AccessExplained,
  permit: ({ query }) => sharable({ subject_type: "user", subject: query.user }),
  connection_limit: "places",
  run: async ({ subject, sql, runtime, now }) => {
    const { document, named } = subject;
    const { doc_id, document_id, workspace_id } = document;
    const [person, place_ids, list] = await Promise.all([
      findPerson(sql, named.id),
      findGuards(sql, document),
      findList(sql, document),
    ]);
    if (!person) throw refuse.notFound("the person is not a member of this workspace any more");
    const [access, grants] = await Promise.all([
      readLoaded(sql, document_id, actorOf(person, runtime)),
      listGrants(sql, { workspace_id, document_id, place_ids }),
    ]);
    const root = list && { name: document.root_name ?? "", ...list };
    const rules = explainLevel({ document: { ...document, root }, person, grants, list_folder: list?.path ?? "", now });
    return { doc_id, user: { id: person.user_id, email: person.email }, level: access?.level ?? "none", rules };
  },
});
