// The one door of forms: it performs any JSON operation by its own names,
// and sends the browser back to a page of the app.
import {
  type Actor,
  anyone,
  html,
  type JsonValue,
  type Operation,
  Refusal,
  type RequestFacts,
  refuse,
  type Surface,
  seeOther,
} from "../../../kernel/plugin.ts";
import { askNetwork } from "../../../kernel/ports/access.ts";

import { STATUS } from "../../../kernel/ports/http.ts";
import { isForm, readForm } from "../../../kernel/ports/input.ts";
import { answerDocument } from "../../../kernel/ports/pages.ts";
import { databaseRefusal } from "../../../kernel/ports/pipeline.ts";
import type { Entry } from "../../../kernel/ports/plugin.ts";
import { capOf, operation } from "../../operation.ts";
import { signInPath } from "../../pages.ts";
import { surfacePort } from "../port/ask.ts";
import { markKept, markRefused, sentenceOf, type Typed } from "../port/refused.ts";
import { languageOf } from "../port/words.ts";
import { renderBare } from "../shell/bare.ts";
import { appWords } from "../words.ts";
import { pathInApp } from "./back.ts";
import { fillPath, performEach, saidBy } from "./each.ts";
import { chosenFiles, performFiles } from "./files.ts";
import { performOnce, type Sent } from "./once.ts";
import { type Door, showPage } from "./page.ts";
import { passIn, passOn } from "./passing.ts";
import { withTogether } from "./together.ts";

export const doForm = operation({
  id: "app.do",
  route: "POST /app/do/{operation}",
  summary: "Perform an operation by a form of the app",
  description:
    "Takes the names of the operation's own schema, with values inside values named by dots, and leads back to a page of the app; a refusal shows that page again, filled.",
  raw: "page",
  status: 303,
  also: [200],
  effect: "read",
  // Whoever is signed out is answered with what they typed, in place of a page of sign-in that has lost it.
  anonymous: true,
  permit: anyone(),
  refuses: [400, 401, 402, 403, 404, 409, 410, 413, 415, 422, 423, 429],
  run: async (call, { params }) => {
    const surface = call.use(surfacePort);
    const entry = openEntry(surface, params.operation);
    if (!isForm(call.request.headers))
      throw refuse.unsupported("send a form: application/x-www-form-urlencoded or multipart/form-data");
    const size_max = capOf(call.runtime, call.actor ? "body_bytes" : "anonymous_body_bytes");
    const { headers, body: stream } = call.request;
    const form = await readForm({ headers, stream, size_max, field_bytes_max: capOf(call.runtime, "form_text_bytes") });
    // Asked again, since the body may have been long under way.
    const actor = await identified(call);
    if (!actor) return answerSignedOut(call, entry, form.fields);
    await askNetwork(call.runtime, { actor, request: call.request, now: call.now });
    return perform(call, { surface, entry, actor, typed: withTogether(form.fields), files: chosenFiles(form.files) });
  },
});

/** Throws 404 for what takes no form here: what is not there, is read by its address alone, is a page's or a stream's, or is asked by programs. */
function openEntry(surface: Surface, id: string): Entry {
  const entry = surface.catalogue.byId.get(id);
  const isOpen =
    entry?.path?.startsWith("/api/") &&
    (entry.effect === "write" || entry.method === "POST") &&
    entry.raw === null &&
    entry.host === "app";
  if (!entry || !isOpen) throw refuse.notFound("no form is taken at this address");
  return entry;
}

async function identified({ runtime, request, now }: Door): Promise<Actor | null> {
  const actor = await runtime.identifier.identify(request.headers, now).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  return actor?.credential === "session" ? actor : null;
}

async function perform(door: Door, sent: Sent): Promise<Response> {
  const { surface, entry, actor, typed, files } = sent;
  const { runtime } = door;
  const back = pathInApp(typed.get("~back")?.at(-1), runtime.config.base_url);
  try {
    const each = typed.get("~each")?.at(-1);
    // One file is as a form without `~each`: it leads on to what came of it.
    const count = each === undefined ? 0 : (files.get(each)?.length ?? 0);
    if (each !== undefined && count > 1) return await performFiles(door, { ...sent, back, each });
    if (each !== undefined && count === 0) return await performEach(door, { ...sent, back, each });
    const { value, headers } = await performOnce(door, sent);
    const stays = entry.effect === "read" || typed.get(`~stay.${entry.id}`)?.at(-1) === "true";
    const here = stays && (await stay(door, { ...sent, back, value }));
    if (here) return here;
    const then = typed.get("~then")?.at(-1);
    const to = then === undefined ? back : pathInApp(fillPath(then, value), runtime.config.base_url);
    const passed = { user_id: actor.user_id, said: saidBy(typed, entry, value), once: keptOnce(entry, value) };
    const cookie = passOn(runtime, passed);
    // What no cookie holds, such as the links of fifty invites, is shown by this answer itself and kept nowhere: a reload
    // sends the form again, and the operation says of each what it has done already.
    if (cookie === null && passed.once) {
      const shown = await showPage(door, { surface, actor, path: to, before: (page) => passIn(page, passed) });
      if (shown) return shown;
    }
    const answer = seeOther(to);
    if (cookie) answer.headers.append("set-cookie", cookie);
    // Such as the session that goes on where all others of the person end.
    for (const set of headers.getSetCookie()) answer.headers.append("set-cookie", set);
    return answer;
  } catch (error) {
    const refusal = databaseRefusal(runtime, error, entry.id);
    if (!(refusal instanceof Refusal)) throw error;
    return showAgain(door, { surface, actor, back, form: { operation: entry.id, typed, refusal } });
  }
}

/** The page of the form once more, with what was typed, and what was answered to it; null where it is gone by now. */
function stay(
  door: Door,
  { surface, actor, back, typed, entry, value }: Sent & { back: string; value: unknown },
): Promise<Response | null> {
  const said = saidBy(typed, entry, value);
  return showPage(door, {
    ...{ surface, actor, path: back },
    before: (page) => {
      markKept(page, { operation: entry.id, typed, value });
      if (said) passIn(page, { user_id: actor.user_id, said, once: null });
    },
  });
}

function keptOnce({ id, unrepeatable }: Operation, value: unknown) {
  return unrepeatable === null
    ? null
    : { operation: id, value: JSON.parse(JSON.stringify(value ?? null)) as JsonValue };
}

interface Again {
  surface: Surface;
  actor: Actor;
  back: string;
  form: { operation: string; typed: Typed; refusal: Refusal };
}

/** The page whose form was refused, at the operation's own status; a page that is gone or closed by now says the refusal alone. */
async function showAgain(door: Door, { surface, actor, back, form }: Again): Promise<Response> {
  const before = (facts: RequestFacts) => markRefused(facts, form);
  const shown = await showPage(door, { surface, actor, path: back, before });
  const status = STATUS[form.refusal.kind];
  if (shown) return new Response(shown.body, { status, headers: shown.headers });
  const words = appWords(door);
  const body = html`<h1>${words.did_not_work}</h1><p>${sentenceOf(form.refusal.said)}</p><p class="line"><a class="btn primary" href="${back}">${words.back}</a></p>`;
  const language = languageOf(door.request);
  return answerDocument(renderBare({ title: words.did_not_work, body, language }), { status });
}

/** What was typed stays on a page that sends it once more, when somebody has signed in again in another tab. */
function answerSignedOut({ request, runtime }: Door, entry: Entry, typed: Typed): Response {
  const kept = [...typed].flatMap(([name, values]) => (isSecret(name) ? [] : values.map((value) => ({ name, value }))));
  const back = pathInApp(typed.get("~back")?.at(-1), runtime.config.base_url);
  const words = appWords({ request });
  const body = html`<h1>${words.signed_out}</h1>
<p>${words.signed_out_told}</p>
<p class="line"><a class="btn" href="${signInPath(back)}" target="_blank">${words.sign_in_there}</a></p>
<form method="post" action="${request.url.pathname}" enctype="multipart/form-data">${kept.map(({ name, value }) => html`<textarea hidden name="${name}">${"\n"}${value}</textarea>`)}
<button class="btn primary">${words.send_again}</button></form>
<p class="fine" lang="en">${entry.summary}</p>`;
  const language = languageOf(request);
  return answerDocument(renderBare({ title: words.signed_out, body, language }), { status: 401 });
}

/** Never written into a page again. */
function isSecret(name: string): boolean {
  return /password|secret|token/i.test(name);
}
