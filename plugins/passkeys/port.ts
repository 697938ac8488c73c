// What others may fill into the page of the ways to sign in.
import { type Html, hook } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";

/** A part of the page. */
export interface WayPart {
  /** Below the passkeys, the lowest first. */
  order: number;
  id: string;
  heading: string;
  body: Html;
}

/** What the page knows of whoever looks at it. */
export interface WaysPageAsking {
  call: Asking;
  /** They signed in within the last 10 minutes, and may change how they do. */
  is_fresh: boolean;
  /** The workspace whose provider alone signs them in; null where there is none. */
  company: string | null;
}

/** Null for a way that is not open on this server. */
export const wayPartHook = hook<WaysPageAsking, WayPart | null>("passkeys.ways_page");
