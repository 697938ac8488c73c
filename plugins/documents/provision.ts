// What this plugin lays behind its port: documents as the caller may see them, in one query each.
import type { House } from "../../kernel/mod.ts";
import type { Level } from "../places/port.ts";
import { normaliseTag } from "./model/paths.ts";
import { type DocumentRow, type ListedDocument, showDocument } from "./model/rows.ts";
import type { Documents } from "./port/read.ts";
import { trashAccount } from "./store/account_end.ts";
import { countTrashedWithAccount, untrashAccount } from "./store/account_return.ts";
import { findNamed, findSlug } from "./store/aliases.ts";
import { findOwner, findViewers, holdDocument } from "./store/by_key.ts";
import { countByRoot } from "./store/counts.ts";
import { findOpen } from "./store/documents.ts";
import { claimExpiring, keepDocument } from "./store/expiry.ts";
import {
  countAt,
  countFor,
  countTeam,
  holdDocumentsAt,
  listAt,
  listOpenAt,
  listTeamAt,
  relocate,
} from "./store/folders.ts";
import { clearIcon } from "./store/icons.ts";
import { listInbound, listOutbound } from "./store/links.ts";
import { listDocuments } from "./store/lists.ts";
import { renewLinking } from "./store/pages.ts";
import { holdDocumentsOf, moveRoot, tellRootRenamed } from "./store/root_moves.ts";
import { findVersionAuthor } from "./store/versions.ts";
import { changeAlias, changeIcon } from "./write/names.ts";

export function provideDocuments(house: House): Documents {
  const show = (row: DocumentRow & { level: Level }) => showDocument(row, { house, now: house.clock.now() });
  return {
    findMany: async (sql, actor, docIds) => {
      const rows = await findOpen(sql, { actor, doc_ids: docIds, now: house.clock.now() });
      return new Map(rows.map((row) => [row.doc_id, show(row)]));
    },
    findManyOwned: async (sql, actor, docIds) => {
      const rows = await findOpen(sql, { actor, doc_ids: docIds, now: house.clock.now() });
      const owned = ({ owner_email, owner_id }: ListedDocument) => ({ owner_email, mine: owner_id === actor.user_id });
      return new Map(rows.map((row) => [row.doc_id, { ...show(row), ...owned(row) }]));
    },
    listOwn: async (sql, actor, { limit }) => {
      const whole = { view: "mine" as const, folder: null, recursive: true, tag: null, after: null };
      return (await listDocuments(sql, { ...whole, actor, now: house.clock.now(), limit })).map(show);
    },
    listTagged: async (sql, actor, { tag, limit }) => {
      const tagged = { view: "all" as const, folder: null, recursive: true, tag: normaliseTag(tag), after: null };
      return (await listDocuments(sql, { ...tagged, actor, now: house.clock.now(), limit })).map(show);
    },
    countByRoot,
    moveRoot,
    holdOfRoot: holdDocumentsOf,
    tellRootRenamed,
    trashAccount,
    countTrashedWithAccount: (sql, deletion) => countTrashedWithAccount({ sql, house }, deletion),
    untrashAccount,
    findOwner,
    findViewers,
    claimExpiring,
    keep: (call, options) => keepDocument(call, options, options),
    findAuthor: findVersionAuthor,
    hold: holdDocument,
    holdAt: holdDocumentsAt,
    countAt,
    countFor,
    countTeam,
    listAt,
    listTeamAt,
    listOpenAt: async (sql, options) => (await listOpenAt(sql, options)).map(show),
    relocate,
    setAlias: changeAlias,
    setIcon: changeIcon,
    clearIcon,
    findNamed: async (sql, actor, named) => {
      const rows = await findNamed(sql, { actor, named, now: house.clock.now() });
      return new Map([...rows].map(([key, row]) => [key, show(row)]));
    },
    findSlug,
    listOutbound,
    listInbound,
    renewLinking,
  };
}
