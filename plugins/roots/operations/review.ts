// Who may open what in a root, for whoever manages it: as a list, and as a file for a spreadsheet.

import { nextCursor, type Permit, paging, type Sql, t } from "../../../kernel/plugin.ts";
import { csvLine, csvResponse } from "../../../kernel/ports/http.ts";
import { operation } from "../../operation.ts";
import { findSubject, LEVELS, managedRoot, type RootRow } from "../../places/port.ts";
import { root } from "../schemas.ts";
import { type AccessRow, AUDIENCES, listWays, REVIEW, WAYS } from "../store/review.ts";

const AccessWay = t.Object(
  {
    folder: t.String({ description: 'The folder whose list it is, or in which the document lies; "" is the top.' }),
    doc_id: t.Nullable(t.String(), { description: "Null where a whole list is meant." }),
    title: t.Nullable(t.String()),
    docs: t.Integer({ description: "How many documents the list decides on; 1 for a document." }),
    way: t.OneOf(WAYS, {
      description: "Which rule lets them in; link and password are for reading at the link alone.",
    }),
    level: t.OneOf(LEVELS),
    audience: t.OneOf(AUDIENCES, {
      description: "One person, a group that is empty, everybody in the workspace, or whoever has the link.",
    }),
    person: t.Nullable(
      t.Object({
        id: t.Integer(),
        email: t.String(),
        name: t.Nullable(t.String()),
        disabled: t.Boolean({ description: "Switched off, so that nothing opens to them now." }),
      }),
    ),
    group: t.Nullable(t.Object({ id: t.Integer(), slug: t.String(), name: t.String() }), {
      description: "The group by which they are let in.",
    }),
    grant_id: t.Nullable(t.Integer()),
    expires_at: t.Nullable(t.Instant()),
  },
  { $id: "AccessWay" },
);

const of = {
  user: t.Optional(
    t.String({ minLength: 1, maxLength: 320, description: "A member's e-mail address: only what lets them in." }),
  ),
};

export const reviewAccess = operation({
  id: "root.access.review",
  route: "GET /api/roots/{root}/access/review",
  tool: {
    name: "review_root_access",
    wording: "List who may open what in a root that you manage, and by which entry.",
    idempotent: true,
  },
  summary: "Review who may open what in a root",
  description:
    "Every way into the root, folder by folder: its managers, the entries of each list with the people of their groups, grants on documents, and what visibility opens. What is highest of what applies to a document is somebody's level on it; of lists the nearest one above a document counts. Grants that are over are left out.",
  params: t.Object({ root }),
  query: t.Object({ ...of, ...paging({ maximum: 500 }) }),
  output: t.Object({ root: t.String(), ways: t.Array(AccessWay), ...nextCursor }),
  permit: ({ params, query }) => reviewed(params.root, query.user),
  connection_limit: "places",
  run: async ({ subject, sql, actor, now }, { query }) => {
    const { rows, next } = REVIEW.page(
      await listWays(sql, { actor, now, ...subject, ...REVIEW.options(query) }),
      query,
    );
    return { root: subject.root.slug, ways: rows.map(showWay), ...next };
  },
});

/** Every read reckons the whole review anew to find where to go on: as few as memory allows, and what is sent in small pieces. */
const ROWS_A_READ = 10_000;
const ROWS_A_PIECE = 500;
const COLUMNS = ["folder", "doc_id", "title", "docs", "way", "level", "audience", "email", "name", "disabled", "group"];

export const exportReview = operation({
  id: "root.access.review.export",
  route: "GET /api/roots/{root}/access/review.csv",
  summary: "Download the review of a root's access as CSV",
  description:
    "The same rows as RFC 4180 in UTF-8. A cell that a spreadsheet would take for a formula begins with an apostrophe.",
  params: t.Object({ root }),
  query: t.Object(of),
  raw: "download",
  permit: ({ params, query }) => reviewed(params.root, query.user),
  connection_limit: "places",
  quota: "access_review_export",
  records: "export.access",
  run: async (call, { query }) => {
    const { subject, actor, runtime, now } = call;
    const { root_id, slug } = subject.root;
    const meta = { root: slug, ...(query.user !== undefined && { user: query.user }) };
    await call.record({ target_type: "root", target_id: root_id, meta });
    return csvResponse(`access-${slug}.csv`, linesOf(runtime.database.sql, { actor, now, ...subject }));
  },
});

/** No transaction stays open while a slow client reads: each read goes on behind the last row of the one before. */
async function* linesOf(
  sql: Sql,
  wanted: Omit<Parameters<typeof listWays>[1], "after" | "limit">,
): AsyncGenerator<string> {
  yield csvLine([...COLUMNS, "grant_id", "expires_at"]);
  for (let after: AccessRow | null = null; ; ) {
    const rows: AccessRow[] = await listWays(sql, { ...wanted, after, limit: ROWS_A_READ });
    for (let from = 0; from < rows.length; from += ROWS_A_PIECE) {
      yield rows
        .slice(from, from + ROWS_A_PIECE)
        .map(lineOf)
        .join("");
    }
    after = rows.at(-1) ?? null;
    if (rows.length < ROWS_A_READ) return;
  }
}

function lineOf(row: AccessRow): string {
  const { folder, doc_id, title, docs, way, level, audience, person, group, grant_id, expires_at } = showWay(row);
  const who = [person?.email ?? null, person?.name ?? null, person === null ? null : person.disabled ? "yes" : "no"];
  const what = [folder, doc_id, title, docs, way, level, audience];
  return csvLine([...what, ...who, group?.slug ?? null, grant_id, expires_at]);
}

function showWay(row: AccessRow) {
  const { folder, doc_id, title, docs, way, level, audience, user_id, email, name, disabled } = row;
  const { group_id, group_slug, group_name, grant_id, expires_at } = row;
  return {
    ...{ folder, doc_id, title, docs, way, level, audience },
    person: user_id === 0 ? null : { id: user_id, email: email ?? "", name, disabled },
    group: group_id === null ? null : { id: group_id, slug: group_slug ?? "", name: group_name ?? "" },
    grant_id: grant_id === 0 ? null : grant_id,
    expires_at: expires_at?.toISOString() ?? null,
  };
}

/** A root that the caller manages, and whom they ask about. Throws 404 for a person who is not in the workspace. */
function reviewed(ref: string, user: string | undefined): Permit<{ root: RootRow; user_id: number | null }> {
  const managed = managedRoot(ref);
  return {
    needs: managed.needs,
    check: async (call, input) => {
      const root = await managed.check(call, input);
      const person = user === undefined ? null : await findSubject(call, { subject_type: "user", subject: user });
      return { root, user_id: person?.id ?? null };
    },
  };
}
