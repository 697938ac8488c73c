// Whose access would change with a list (rules: places/nearest_list):
// whoever manages the root asks before it is changed.
import { nextCursor, type Permit, paging, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import {
  findAccessLists,
  findGrant,
  findSubject,
  GRANTED_LEVELS,
  managedRoot,
  parseFolder,
  sharing,
} from "../../places/port.ts";
import { refuseFixedList } from "../lists.ts";
import { root } from "../schemas.ts";
import { CHANGED_LEVELS, type ListChange, readListChange } from "../store/list_changes.ts";

const Level = t.Nullable(t.OneOf(GRANTED_LEVELS));

const RootAccessChange = t.Object(
  {
    root: t.String(),
    folder: t.String(),
    people_gaining: t.Integer({ description: "People who may do nothing at the place by its list now." }),
    people_losing: t.Integer({ description: "People who could do nothing by it then." }),
    people_changing: t.Integer({ description: "People who could do more or less than now." }),
    people: t.Array(
      t.Object({
        id: t.Integer(),
        email: t.String(),
        name: t.Nullable(t.String()),
        was: Level,
        becomes: Level,
      }),
      { description: "Active members for whom something would change." },
    ),
    ...nextCursor,
  },
  { $id: "RootAccessChange" },
);

const query = t.Object({
  folder: t.Optional(
    t.String({
      maxLength: 1024,
      description: 'A folder of the root; "", or nothing, is its top.',
      examples: ["Plans"],
    }),
  ),
  subject_type: t.Optional(sharing.subject_type),
  subject: t.Optional(
    t.Nullable(t.String({ maxLength: 320 }), { description: "A person's e-mail address or a group's slug." }),
  ),
  level: sharing.level,
  grant_id: t.Optional(t.Id({ description: "The entry that would go." })),
  inherit: t.Optional(t.Boolean({ description: "True where it would inherit.", examples: [true] })),
  ...paging({ maximum: 500 }),
});

interface Asked {
  folder?: string | undefined;
  subject_type?: "user" | "group" | "workspace" | undefined;
  subject?: string | null | undefined;
  level?: "view" | "comment" | "edit" | undefined;
  grant_id?: number | undefined;
  inherit?: boolean | undefined;
}

export const previewAccess = operation({
  id: "root.access.preview",
  route: "GET /api/roots/{root}/access/preview",
  tool: {
    name: "preview_root_access",
    wording: "Show whose access share_root, unshare_root or inherit_root_access would change.",
    idempotent: true,
  },
  summary: "See whose access a change of a list would change",
  description:
    "Send a subject that would be given a level, or grant_id of an entry that would go, or inherit. It tells what the list of the place gives; grants on documents and what lies below a list of its own stay what they are. Nothing changes.",
  params: t.Object({ root }),
  query,
  output: RootAccessChange,
  rules: ({ query: asked }) => checkAsked(asked),
  permit: ({ params, query: asked }) => changedList(params.root, asked),
  connection_limit: "places",
  run: async ({ subject: change, sql, actor }, { query: asked }) => {
    const { totals, people } = await readListChange(sql, { actor, ...change, ...CHANGED_LEVELS.options(asked) });
    const { rows, next } = CHANGED_LEVELS.page(people, asked);
    return {
      root: change.root.slug,
      folder: parseFolder(asked.folder ?? ""),
      ...totals,
      people: rows.map(({ user_id: id, ...person }) => ({ id, ...person })),
      ...next,
    };
  },
});

function checkAsked({ folder, subject_type, subject, grant_id, inherit }: Asked): void {
  const said = [subject_type !== undefined, grant_id !== undefined, inherit === true].filter(Boolean);
  if (said.length !== 1)
    throw refuse.invalid("say what would change: send subject_type, grant_id or inherit, one of them");
  if (folder) parseFolder(folder);
  if (inherit && parseFolder(folder ?? "") === "")
    throw refuse.invalid("the top of a root has nothing above it to inherit from");
  if (subject_type !== undefined && subject_type !== "workspace" && !subject)
    throw refuse.invalid(`subject is required with subject_type ${subject_type}`);
}

/** The list at a place of a root that the caller manages, now and as it would be. Throws 404 for a subject or an entry that is not there. */
function changedList(ref: string, asked: Asked): Permit<ListChange> {
  const managed = managedRoot(ref);
  return {
    needs: managed.needs,
    check: async (call, input) => {
      const root = await managed.check(call, input);
      const path = parseFolder(asked.folder ?? "");
      refuseFixedList({ root, path });
      const { own, above } = await findAccessLists(call.sql, root, path);
      const now_by = (own ?? above)?.place_id ?? null;
      const change = { root, now_by, without: null, given: null };
      if (asked.inherit) return { ...change, then_by: above?.place_id ?? now_by };
      // The first entry of a folder begins a list of its own, in which nothing of the one above counts.
      const then_by = own?.place_id ?? null;
      if (asked.subject_type !== undefined) {
        const named = await findSubject(call, { subject_type: asked.subject_type, subject: asked.subject ?? null });
        return { ...change, then_by, given: { ...named, level: asked.level ?? "view" } };
      }
      const grant_id = asked.grant_id ?? 0;
      const row = await findGrant(call.sql, { workspace_id: root.workspace_id, grant_id });
      if (!row || row.root_id !== root.root_id || row.folder !== path) throw refuse.notFound("grant not found");
      return { ...change, then_by, without: grant_id };
    },
  };
}
