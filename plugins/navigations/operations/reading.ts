// The operations that read a navigation: as its editor, as a reader, and what it reaches without naming it.
import {
  type Actor,
  actorOf,
  findPersonByEmail,
  nextCursor,
  paging,
  type Runtime,
  refuse,
  type Sql,
  t,
} from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { managedNavigation, navigationNamed } from "../permits.ts";
import { readerOf } from "../reader.ts";
import { previewFor, readNavigation } from "../reading.ts";
import { LinkedDocumentShape, NavigationTree, navigationId, ReaderNavigation } from "../schemas.ts";
import { answerTree, showEntries, showLinked } from "../showing.ts";
import { listOrphans, ORPHANS } from "../store/entries.ts";
import { tagOf } from "../versions.ts";

const ORPHANS_MAX = manifest.caps.navigation_orphans;

export const getNavigation = operation({
  id: "nav.get",
  route: "GET /api/navigations/{id}",
  tool: {
    name: "get_navigation",
    wording: "Show a navigation's tree with its version, for editing.",
    gives: ["id", "slug", "version", "entries", "orphans"],
    idempotent: true,
  },
  summary: "Show a navigation as its editor",
  description:
    "Every entry; folders and tags with the documents that they show. Who may not edit the navigation gets the entries that they may see.",
  params: t.Object({ id: navigationId }),
  query: t.Object({ expand: t.Optional(t.Boolean({ description: "False leaves folders and tags closed." })) }),
  output: NavigationTree,
  permit: ({ params }) => navigationNamed(params.id),
  run: async (call, { query }) => {
    const tree = await answerTree(call, call.subject, { expand: query.expand ?? true });
    call.reply.headers.set("etag", tagOf(tree.version));
    return tree;
  },
});

export const previewNavigation = operation({
  id: "nav.preview",
  route: "GET /api/navigations/{id}/preview",
  tool: {
    name: "preview_navigation",
    wording: "Show a navigation as you read it, as somebody who is not signed in does, or as a member by e-mail.",
    gives: ["slug", "version", "sign_in_hint", "entries"],
    idempotent: true,
  },
  summary: "Show a navigation as a reader",
  description:
    "Without what is hidden from the reader and what leads nowhere. Owners and admins may look through a member's eyes; documents that they may not open themselves are left out of that.",
  params: t.Object({ id: navigationId }),
  query: t.Object({
    anonymous: t.Optional(t.Boolean({ description: "True for somebody who is not signed in." })),
    user: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 320,
        description: "A member's e-mail address, in place of `anonymous`: what they see.",
        examples: ["ann@example.com"],
      }),
    ),
  }),
  output: ReaderNavigation,
  rules: ({ query }) => {
    if (query.anonymous && query.user !== undefined)
      throw refuse.invalid("`anonymous` and `user` name two readers: send one of them");
  },
  permit: ({ params, query }) => (query.user === undefined ? navigationNamed(params.id) : managedNavigation(params.id)),
  run: async ({ subject, sql, actor, now, runtime }, { query }) => {
    const { navigation_id, workspace_id, name, slug, icon, version } = subject;
    const self = readerOf(workspace_id, query.anonymous ? null : actor);
    const { entries, sign_in_hint } =
      query.user === undefined
        ? await readNavigation(sql, { navigation_id, reader: self, now })
        : await previewFor(sql, {
            ...{ navigation_id, now, viewer: self },
            reader: readerOf(workspace_id, await demandMemberNamed({ sql, runtime, workspace_id }, query.user)),
          });
    return {
      ...{ id: navigation_id, name, slug, icon, version, sign_in_hint },
      entries: showEntries(entries, { runtime, workspace_id }),
    };
  },
});

/** Throws 404 for who is no member. */
async function demandMemberNamed(
  { sql, runtime, workspace_id }: { sql: Sql; runtime: Pick<Runtime, "clock">; workspace_id: number },
  email: string,
): Promise<Actor> {
  const person = await findPersonByEmail(sql, email);
  if (person?.workspace.id !== workspace_id || person.disabled)
    throw refuse.notFound(`"${email}" is not a member of this workspace`);
  return actorOf(person, runtime);
}

export const readOrphans = operation({
  id: "nav.orphans",
  route: "GET /api/navigations/{id}/orphans",
  tool: {
    name: "list_navigation_orphans",
    wording: "List documents that a navigation's folders and tags reach and no entry names.",
    idempotent: true,
  },
  summary: "List what a navigation reaches and does not name",
  description: "Documents that a folder or a tag of it shows you and that no entry leads to, by title.",
  params: t.Object({ id: navigationId }),
  query: t.Object({ ...paging({ maximum: ORPHANS_MAX, default: ORPHANS_MAX }) }),
  output: t.Object({
    navigation: t.String({ description: "Its slug." }),
    orphans: t.Array(LinkedDocumentShape),
    ...nextCursor,
  }),
  permit: ({ params }) => managedNavigation(params.id),
  run: async ({ subject, sql, actor, now, runtime }, { query }) => {
    const { navigation_id, workspace_id, slug } = subject;
    const read = { navigation_id, reader: readerOf(workspace_id, actor), now, whole: true };
    const { rows, next } = ORPHANS.page(await listOrphans(sql, { ...read, ...ORPHANS.options(query) }), query);
    return { navigation: slug, orphans: rows.map((doc) => showLinked(doc, { runtime, workspace_id })), ...next };
  },
});
