// A screen of the app: a GET operation spreads `screen`, asks operations, and ends in `answerScreen`.

import { html } from "../../../kernel/plugin.ts";
import { answerDocument, type PageAnswer } from "../../../kernel/ports/pages.ts";
import { signedInPage } from "../../pages.ts";
import { readPassing } from "../door/passing.ts";
import { type Level, renderFrame, type Screen } from "../shell/frame.ts";
import type { Asking } from "./ask.ts";
import { refusedForm, untoldWords } from "./refused.ts";
import { dropHook, railHook } from "./slots.ts";

export type { Level };

/** Of an operation that is a screen: whoever is signed out signs in first, and comes back to it. */
export const screen = signedInPage;

/** The answer that shows a screen in the frame. */
export async function answerScreen(call: Asking, shown: Screen, answer: PageAnswer = {}): Promise<Response> {
  const [rail, islands] = await Promise.all([
    call.runtime.callHook(railHook, call),
    shown.into ? call.runtime.callHook(dropHook, { call, place: shown.into }) : [],
  ]);
  const passing = readPassing(call);
  const document = renderFrame(call, {
    ...shown,
    body: html`${shown.body}${islands.map(({ body }) => body)}`,
    scripts: [...(shown.scripts ?? []), ...islands.flatMap(({ scripts }) => scripts)],
    styles: [...(shown.styles ?? []), ...islands.flatMap(({ styles }) => styles)],
    parts: rail.flat(),
    shows: [...(answer.frames ?? []), ...(answer.media ?? [])],
    passing: passing?.said ?? null,
    is_refused: refusedForm(call.request) !== null,
    untold: untoldWords(call.request),
  });
  const response = answerDocument(document, { holds_no_secret: !passing?.once, ...answer });
  if (passing) response.headers.append("set-cookie", passing.over);
  return response;
}
