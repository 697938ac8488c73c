// The one door of forms: it performs any JSON operation by its own names,
// and sends the browser back to a page of the app.
import {
  type Actor,
  anyone,
  html,
  isJsonObject,
  type JsonValue,
  KERNEL_BOUNDS,
  type Operation,
  Refusal,
  type RequestFacts,
  refuse,
  type Surface,
  seeOther,
} from "../../../kernel/plugin.ts";
import { askNetwork } from "../../../kernel/ports/access.ts";

import { STATUS } from "../../../kernel/ports/http.ts";
import { isForm, readForm, takesKey } from "../../../kernel/ports/input.ts";
import { answerDocument } from "../../../kernel/ports/pages.ts";
import { checkInput, databaseRefusal } from "../../../kernel/ports/pipeline.ts";
import type { Entry } from "../../../kernel/ports/plugin.ts";
import { capOf, operation } from "../../operation.ts";
import { signInPath } from "../../pages.ts";
import { surfacePort } from "../port/ask.ts";
import { markKept, markRefused, sentenceOf, type Typed } from "../port/refused.ts";
import { formSentHook } from "../port/sent.ts";
import { languageOf } from "../port/words.ts";
import { renderBare } from "../shell/bare.ts";
import { appWords } from "../words.ts";
import { pathInApp } from "./back.ts";
import { type Door, showPage } from "./page.ts";
import { passIn, passOn, type Said } from "./passing.ts";
import { withTogether } from "./together.ts";
import { readValues } from "./values.ts";

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
    return perform(call, { surface, entry, actor, typed: withTogether(form.fields) });
  },
});

/** Throws 404 for what takes no form here: what is not there, is read by its address alone, is a page's or a stream's, or is asked by programs. */
function openEntry(surface: Surface, id: string): Entry {
  const entry = surface.catalogue.byId.get(id);
  const isOpen =
    entry?.path?.startsWith("/api/") &&
    (entry.effect === "write" || entry.method === "POST") &&
    entry.raw === null &&
    entry.host === "app" &&
    (entry.body !== null || entry.form === null);
  if (!entry || !isOpen) throw refuse.notFound("no form is taken at this address");
  return entry;
}

const BEFORE = "~before.";

/** `~before.path` stands before what was typed as `path`, such as the folder in which a new one is made. */
function withBefore(typed: Typed): Typed {
  const all = new Map(typed);
  for (const [name, [before = ""]] of typed) {
    const [text] = name.startsWith(BEFORE) ? (typed.get(name.slice(BEFORE.length)) ?? []) : [];
    if (text) all.set(name.slice(BEFORE.length), [before + text]);
  }
  return all;
}

async function identified({ runtime, request, now }: Door): Promise<Actor | null> {
  const actor = await runtime.identifier.identify(request.headers, now).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  return actor?.credential === "session" ? actor : null;
}

interface Sent {
  surface: Surface;
  entry: Entry;
  actor: Actor;
  typed: Typed;
}

async function perform(door: Door, { surface, entry, actor, typed }: Sent): Promise<Response> {
  const { runtime } = door;
  const back = pathInApp(typed.get("~back")?.at(-1), runtime.config.base_url);
  try {
    const each = typed.get("~each")?.at(-1);
    if (each !== undefined) return await performEach(door, { surface, entry, actor, typed, back, each });
    const { value, headers } = await performOnce(door, { surface, entry, actor, typed });
    const stays = entry.effect === "read" || typed.get(`~stay.${entry.id}`)?.at(-1) === "true";
    const here = stays && (await stay(door, { surface, actor, back, typed, entry, value }));
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

async function performOnce(door: Door, { surface, entry, actor, typed }: Sent) {
  const { request: facts, now } = door;
  const read = readValues(entry, withBefore(typed));
  const handled = await door.runtime.callHook(formSentHook, {
    ...{ call: { ...door, actor }, operation: entry.id },
    ...{ typed, input: read },
  });
  const sent = handled.find((one) => one !== null) ?? read;
  const input = await checkInput(entry, { ...sent, form: undefined });
  const key = typed.get("~key")?.at(-1);
  const idempotency_key = key && takesKey(entry) ? key.slice(0, KERNEL_BOUNDS.idempotency_key_chars) : null;
  return surface.perform({ entry, facts, actor, via: "web", input, idempotency_key, now });
}

/**
 * A form with several values of one control performs the operation once for each, every one by its own rights and in a write of
 * its own. What is refused stays as it was and is counted in what is said; where nothing was done, the first refusal is shown.
 */
async function performEach(
  door: Door,
  { each, back, ...sent }: Sent & { each: string; back: string },
): Promise<Response> {
  const words = appWords(door);
  const values = [...new Set(sent.typed.get(each) ?? [])];
  if (values.length === 0) throw refuse.invalid(words.nothing_chosen);
  const each_max = capOf(door.runtime, "rows_per_form");
  if (values.length > each_max) throw refuse.invalid(words.too_many(values.length, each_max));
  const done: string[] = [];
  const refusals: Refusal[] = [];
  for (const value of values) {
    try {
      await performOnce(door, { ...sent, typed: new Map([...sent.typed, [each, [value]]]) });
      done.push(value);
    } catch (error) {
      const refusal = databaseRefusal(door.runtime, error, sent.entry.id);
      if (!(refusal instanceof Refusal)) throw error;
      refusals.push(refusal);
    }
  }
  const [first] = refusals;
  if (first && done.length === 0) throw first;
  const answer = seeOther(back);
  const said = saidOfEach(door, sent.typed, { entry: sent.entry, each, done, refusals });
  const user_id = sent.actor.user_id;
  // What takes back very many does not fit into what the next page is handed.
  const cookie =
    passOn(door.runtime, { user_id, said, once: null }) ??
    passOn(door.runtime, { user_id, said: said && { ...said, undo: null }, once: null });
  if (cookie) answer.headers.append("set-cookie", cookie);
  return answer;
}

function saidOfEach(
  door: Door,
  typed: Typed,
  {
    entry,
    each,
    done,
    refusals,
  }: { entry: Entry; each: string; done: readonly string[]; refusals: readonly Refusal[] },
): Said | null {
  const said = saidBy(typed, entry);
  if (!said) return null;
  const taken = new URLSearchParams([["~each", each], ...done.map((value) => [each, value])]);
  const undo = said.undo && `${said.undo}${said.undo.includes("?") ? "&" : "?"}${taken}`;
  const [first] = refusals;
  const rest = first ? ` ${appWords(door).rest(refusals.length, sentenceOf(first.said))}` : "";
  return { words: said.words.replace("{count}", String(done.length)) + rest, undo };
}

/** `{doc_id}` in where a form leads to is what the operation answered under that name, `{path...}` a path of several parts. */
function fillPath(then: string, value: unknown): string {
  return then.replace(/\{([a-z_]+)(\.\.\.)?\}/g, (whole, name, isPath) => {
    const member = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof member !== "string" && typeof member !== "number") return whole;
    return isPath ? String(member).split("/").map(encodeURIComponent).join("/") : encodeURIComponent(member);
  });
}

const WORDS_MAX = 300;

/** A form whose buttons lead to several operations says it for each, as `~done.doc.delete`. */
function saidBy(typed: Typed, { id }: Entry, value: unknown = null): Said | null {
  const said = (name: string) => typed.get(`${name}.${id}`)?.at(-1) ?? typed.get(name)?.at(-1);
  const isUnchanged = isJsonObject(value) && value["changed"] === false;
  const words = (isUnchanged ? said("~unchanged") : undefined) ?? said("~done");
  if (!words) return null;
  return { words: words.slice(0, WORDS_MAX).toWellFormed(), undo: said("~undo") ?? null };
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
