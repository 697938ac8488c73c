// One document among what somebody shares: a line for each way by which others come in, with what takes it back.
import { type Html, html, isManager } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { documentPath } from "../../app/port/paths.ts";
import { when } from "../../app/port/when.ts";
import { patchDoc } from "../../documents/port/operations.ts";
import { addressOf, iconOf } from "../../documents/port/rows.ts";
import { revoke, shareDocument } from "../operations/documents.ts";
import { shareFolder } from "../operations/folders.ts";
import type { readShared } from "../operations/shared.ts";
import { endWords, type Grant, lastDay, nameOf, subjectOf } from "./grant_words.ts";
import { shareWords } from "./words.ts";

type Shared = AnswerOf<typeof readShared>["shared"][number];

/** `seen` holds the names of the spaces that this person sees, by slug. */
export function sharedRow(call: Asking, shared: Shared, seen: ReadonlyMap<string, string>): Html {
  const words = shareWords(call);
  const { doc, grants, has_more_grants } = shared;
  const { doc_id, title, root, folder, updated_at } = doc;
  const top = root ? (seen.get(root.slug) ?? words.in_other) : words.in_mine;
  const place = folder === "" || (root && !seen.has(root.slug)) ? top : `${top} / ${folder.replaceAll("/", " / ")}`;
  const share = documentPath(doc_id, "share");
  return html`<li>${icon(iconOf(doc))}<div class="main"><a class="name" href="${addressOf(doc)}" dir="auto">${title}</a><span class="what"><bdi>${place}</bdi> · ${when(call, updated_at)}</span>
<ul class="ways" aria-label="${words.ways_of(title)}">${opened(call, shared)}${grants.map((grant) => given(call, shared, grant))}${has_more_grants && html`<li><a href="${share}">${words.more_grants}</a></li>`}</ul></div><div class="acts"><a class="btn small quiet" href="${share}" aria-label="${words.change_it_of(title)}">${words.change_it}</a></div></li>`;
}

/** What the visibility opens, and the button that closes it. */
function opened(call: Asking, { doc, opens, can_close }: Shared): Html | null {
  if (opens === null) return null;
  const words = shareWords(call);
  const { doc_id, title } = doc;
  const who = {
    link: words.unlisted,
    password: words.password,
    workspace: words.everybody_in(call.actor.workspace.name),
  }[opens];
  const before = { link: "unlisted", workspace: "workspace", password: null }[opens];
  const close = buttonFor(call, patchDoc, {
    fixed: { doc_id, visibility: "restricted" },
    button: words.close,
    name: words.close_of(who, title),
    kind: "btn small quiet",
    done: words.closed(title),
    // A password that is gone is nobody's to bring back.
    ...(before !== null && { undo: { operation: patchDoc.id, fixed: { doc_id, visibility: before } } }),
  });
  return html`<li><span class="line one">${icon({ link: "globe", password: "key", workspace: "building" }[opens])}<bdi>${who}</bdi></span>${can_close && folded(words.close_of(who, title), close)}</li>`;
}

/** Taking something back is never one tap. */
function folded(label: string, button: Html): Html {
  return html`<details class="fold"><summary class="btn small quiet icon-only">${icon("more")}<span class="only">${label}</span></summary>${button}</details>`;
}

function given(call: Asking, shared: Shared, grant: Grant): Html {
  const words = shareWords(call);
  const { subject_type, level, folder, inherited } = grant;
  const name = nameOf(call, grant);
  const drawn = { user: "user", group: "users", workspace: "building" }[subject_type];
  const by = inherited && folder !== null && words.by_folder(folder);
  const ends = endWords(call, grant);
  return html`<li><span class="line one">${icon(drawn)}<span><bdi>${name}</bdi> ${words[level]}${ends && html`, ${ends}`}${by && html`, <bdi>${by}</bdi>`}</span></span>${mayTake(call, shared, grant) && takeAway(call, shared, grant)}</li>`;
}

/** Its document's manager, who gave it, and owners and admins (rules: sharing/taking_away). */
function mayTake({ actor }: Asking, { can_share }: Shared, { created_by }: Grant): boolean {
  return can_share || created_by === actor.user_id || isManager(actor);
}

function takeAway(call: Asking, { doc: { doc_id } }: Shared, grant: Grant): Html {
  const words = shareWords(call);
  const { id, folder, inherited, level } = grant;
  const name = nameOf(call, grant);
  const day = lastDay(grant);
  const back = { ...subjectOf(grant), level, ...(day !== "" && { expires_at: day }) };
  const isOfFolder = inherited && folder !== null;
  const label = isOfFolder ? words.take_from_folder_of(name, folder) : words.take_away_of(name);
  const button = buttonFor(call, revoke, {
    fixed: { grant_id: id },
    button: isOfFolder ? words.take_from_folder : words.take_away,
    name: label,
    kind: "btn small quiet",
    done: words.taken_away(name),
    undo: isOfFolder
      ? { operation: shareFolder.id, fixed: { path: folder, ...back } }
      : { operation: shareDocument.id, fixed: { doc_id, ...back } },
  });
  return folded(label, button);
}
