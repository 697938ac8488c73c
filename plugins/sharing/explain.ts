// Why somebody holds the level on a document that they hold:
// each rule with what it gives (rules: permission/my_documents, permission/places, permission/grants, permission/visibility).
import { type GrantRow, type Level, showGrant } from "../places/port.ts";

export const RULES = [
  "owner",
  "root_manager",
  "place_list",
  "folder_grant",
  "document_grant",
  "workspace_visibility",
  "narrowed",
  "team_listing",
  "other_visibility",
] as const;

/** One rule, and what it gives the person by itself. The highest of all is their level. */
export interface AppliedRule {
  rule: (typeof RULES)[number];
  gives: Level;
  why: string;
  /** Of the grant that gives it. */
  grant_id?: number;
  subject_label?: string;
  folder?: string;
}

export interface Facts {
  document: {
    owner_id: number;
    visibility: string;
    listing: string;
    /** Null in somebody's My documents. */
    root: { name: string; is_general: boolean; created_by: number | null } | null;
  };
  person: { user_id: number; role: string; group_ids: readonly number[] };
  /** The document's own grants and those of the places whose grants count for it. */
  grants: readonly GrantRow[];
  /** In a root: the folder whose list counts, "" for the root's own. */
  list_folder: string;
  now: Date;
}

/** The rules in their order, each with what it gives, also where that is nothing. */
export function explainLevel(facts: Facts): AppliedRule[] {
  const { document } = facts;
  return [
    ...(document.root ? rootRules(facts, document.root) : ownRules(facts)),
    ...grantRules(facts, {
      rule: "document_grant",
      among: facts.grants.filter((grant) => grant.document_id !== null),
      nothing: "the document is not shared with them, a group of theirs or the workspace",
    }),
    visibilityRule(facts),
  ];
}

function ownRules(facts: Facts): AppliedRule[] {
  const isOwner = facts.document.owner_id === facts.person.user_id;
  return [
    {
      rule: "owner",
      gives: isOwner ? "own" : "none",
      why: isOwner ? "the document is theirs" : "the document lies in somebody else's My documents",
    },
    ...grantRules(facts, {
      rule: "folder_grant",
      among: facts.grants.filter((grant) => grant.place_id !== null),
      nothing: "no folder that it lies in is shared with them",
    }),
  ];
}

function rootRules(facts: Facts, root: NonNullable<Facts["document"]["root"]>): AppliedRule[] {
  const { person, list_folder } = facts;
  const manages = person.role !== "member" || (root.created_by !== null && root.created_by === person.user_id);
  const who = root.is_general ? "workspace owners and admins" : "workspace owners and admins, and who created it";
  const list = list_folder === "" ? `the list of "${root.name}"` : `the list of folder "${list_folder}"`;
  const among = facts.grants.filter((grant) => grant.place_id !== null);
  const nothing = among.length === 0 ? `${list} is empty, which closes the place` : `${list} does not name them`;
  return [
    {
      rule: "root_manager",
      gives: manages ? "own" : "none",
      why: `"${root.name}" is managed by ${who}; they ${manages ? "are" : "are not"} one of them`,
    },
    ...grantRules(facts, { rule: "place_list", among, nothing }).map((rule) => ({ ...rule, folder: list_folder })),
  ];
}

function grantRules(
  { person, now }: Facts,
  of: { rule: AppliedRule["rule"]; among: readonly GrantRow[]; nothing: string },
): AppliedRule[] {
  const { rule, among, nothing } = of;
  const naming = among.filter((grant) => names(grant, person));
  if (naming.length === 0) return [{ rule, gives: "none", why: nothing }];
  return naming.map((grant) => {
    const { subject_label } = showGrant(grant);
    const where = grant.folder === null || grant.folder === "" ? {} : { folder: grant.folder };
    const isOver = grant.expires_at !== null && grant.expires_at <= now;
    const why = reasonOf(grant, isOver);
    return { rule, gives: isOver ? "none" : grant.level, why, grant_id: grant.grant_id, subject_label, ...where };
  });
}

function names(grant: GrantRow, person: Facts["person"]): boolean {
  if (grant.subject_type === "workspace") return true;
  if (grant.subject_type === "user") return grant.subject_id === person.user_id;
  return person.group_ids.includes(grant.subject_id);
}

function reasonOf(grant: GrantRow, isOver: boolean): string {
  const { subject_type, subject_name, level, expires_at } = grant;
  const until = expires_at === null ? "" : ` until ${expires_at.toISOString()}${isOver ? ", which is over" : ""}`;
  if (subject_type === "workspace") return `everybody in the workspace was given ${level}${until}`;
  const who = subject_type === "user" ? "they were" : `their group "${subject_name}" was`;
  return `${who} given ${level}${until}`;
}

function visibilityRule({ document, grants }: Facts): AppliedRule {
  const { visibility, listing } = document;
  if (visibility === "workspace") {
    const isNarrowed = grants.some((grant) => grant.document_id !== null);
    return isNarrowed
      ? {
          rule: "narrowed",
          gives: "none",
          why: "it is a workspace document narrowed to those whom its own grants name",
        }
      : { rule: "workspace_visibility", gives: "view", why: "every member of the workspace may view it" };
  }
  if (visibility === "unlisted" && listing === "team") {
    return {
      rule: "team_listing",
      gives: "view",
      why: "whoever has the link may read it, and it is listed to the team",
    };
  }
  const why =
    visibility === "restricted"
      ? "restricted: being a member of the workspace gives nothing"
      : `${visibility}: the link opens its page, and gives nothing here`;
  return { rule: "other_visibility", gives: "none", why };
}
