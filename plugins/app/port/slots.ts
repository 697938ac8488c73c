// What plugins fill into the frame: each handles these hooks, and one that is off leaves not one word.
import { type Html, hook } from "../../../kernel/plugin.ts";
import type { Asking } from "./ask.ts";

/** A line of the rail: where it leads, its icon and its words. */
export interface Place {
  href: string;
  icon: string;
  label: string;
  /** Beside it, such as what is unread; nothing for 0. */
  count?: number;
  /** What lies in it, folded; `open` where it is unfolded. */
  inside?: readonly Place[];
  open?: boolean;
  /** More lies in it than is shown here. */
  has_more?: boolean;
}

/** A part of the rail. */
export interface RailPart {
  /** Where it stands: `top` and `end` have no heading. */
  at: "top" | "middle" | "end";
  /** Parts of one place are in the order of this number. */
  order: number;
  heading?: string;
  /** Beside the heading, to make one more. */
  more?: { href: string; label: string };
  places: readonly Place[];
}

/** Asked for every page of the app that somebody is signed in to. */
export const railHook = hook<Asking, RailPart[]>("app.rail");

/** A line of the settings' one menu. */
export interface SettingsLine {
  group: "me" | "people" | "space" | "data" | "company" | "agents" | "server";
  order: number;
  href: string;
  icon: string;
  label: string;
}

/** What of the settings this person may open. */
export const settingsHook = hook<Asking, SettingsLine[]>("app.settings");

/** What can be made, for the page of what is new. */
export interface NewKind {
  order: number;
  href: string;
  icon: string;
  label: string;
  hint: string;
}

export const newKindsHook = hook<Asking, NewKind[]>("app.new_kinds");

/** A part of somebody's home. */
export interface HomePart {
  order: number;
  id: string;
  heading: string;
  /** Leads to all of it. */
  all?: { href: string; label: string };
  body: Html;
}

/** Null for a part of which there is nothing to show. */
export const homeHook = hook<Asking, HomePart | null>("app.home");
