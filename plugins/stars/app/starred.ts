// What somebody starred, in the rail and on their home.
import { html } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { placePath } from "../../app/port/paths.ts";
import type { HomePart, Place, RailPart } from "../../app/port/slots.ts";
import { addressOf, iconOf } from "../../documents/port/rows.ts";
import { readStarred } from "../starred.ts";
import { starWords } from "./words.ts";

const SHOWN_MAX = 20;

/** Asked once for a page, by whichever part comes first. */
async function starredPlaces(call: Asking): Promise<Place[]> {
  const { starred } = await ask(call, readStarred, { query: { limit: SHOWN_MAX } });
  return starred.map(placeOf);
}

function placeOf({ doc, folder, root }: AnswerOf<typeof readStarred>["starred"][number]): Place {
  if (doc) return { href: addressOf(doc), icon: iconOf(doc), label: doc.title };
  const path = folder ?? "";
  const name = path === "" ? (root?.name ?? "") : path.slice(path.lastIndexOf("/") + 1);
  return { href: placePath(root?.slug ?? null, path), icon: path === "" ? "space" : "folder", label: name };
}

export async function railOfStars(call: Asking): Promise<RailPart[]> {
  const places = await starredPlaces(call);
  return [{ at: "middle", order: 10, heading: starWords(call).starred, places }];
}

export async function starredAtHome(call: Asking): Promise<HomePart | null> {
  const places = await starredPlaces(call);
  if (places.length === 0) return null;
  const body = html`<ul class="rows">${places.map(({ href, icon: drawn, label }) => html`<li>${icon(drawn)}<div class="main"><a class="name cut" href="${href}" dir="auto" title="${label}">${label}</a></div></li>`)}</ul>`;
  return { order: 20, id: "starred", heading: starWords(call).starred, body };
}
