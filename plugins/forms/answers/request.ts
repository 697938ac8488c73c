// Reads what a form's page sends: JSON from its script, or the fields of a plain HTML form.

import { isJsonObject, type JsonObject, type PrepareCall, refuse } from "../../../kernel/plugin.ts";
import { isForm, parseBody, readBytes, readForm, type SentForm } from "../../../kernel/ports/input.ts";
import type { Field } from "../../databases/port.ts";
import { capOf } from "../../operation.ts";
import { askedFields, type FormRow } from "../store/rows.ts";

/** The names of inputs that are ours, as they stand in a page. */
export const INPUTS = { token: "_service_token", trap: "_service_website", work: "_service_work" } as const;

/** An answer as it was sent. */
export interface SentAnswer {
  token: string;
  data: Readonly<Record<string, unknown>>;
  /** What the browser computed, where the form asks for that. */
  work: string;
  /** Something filled in what people do not see. */
  is_trapped: boolean;
  /** A browser sent a plain form, and shows the answer as a page. */
  is_plain: boolean;
  /** The names of what was sent as JSON. */
  members: readonly string[];
}

type Reading = Pick<PrepareCall<unknown, true>, "request" | "runtime">;

/** Reads a JSON body of so much as a form may send. Throws 413, and 422 for what is no JSON object. */
export async function readJsonBody({ request, runtime }: Reading): Promise<JsonObject> {
  const bytes = await readBytes(bodyOf({ request, runtime }));
  const owner = `network:${request.network}`;
  const parsed = await parseBody(bytes, { owner, signal: request.signal });
  if ("value" in parsed && isJsonObject(parsed.value)) return parsed.value;
  const why = "costs" in parsed ? parsed.costs : "loses" in parsed ? parsed.loses : "is no JSON object in UTF-8";
  throw refuse.unprocessable([{ loc: ["body"], msg: `the body ${why}`, type: "json_invalid" }]);
}

/** The same of an answer that comes whole, however it comes. */
export async function readAnswer(call: Reading, form: FormRow): Promise<SentAnswer> {
  if (!isForm(call.request.headers)) return answerOf(await readJsonBody(call));
  const sent = await readForm(bodyOf(call));
  const first = (name: string) => sent.fields.get(name)?.[0] ?? "";
  return {
    token: first(INPUTS.token),
    data: dataOf(sent, askedFields(form)),
    work: first(INPUTS.work),
    is_trapped: first(INPUTS.trap) !== "",
    is_plain: true,
    members: [],
  };
}

/** Throws 422 for members that are not what they have to be. */
function answerOf(body: JsonObject): SentAnswer {
  const { token, data, work } = body;
  if (typeof token !== "string") throw refuse.unprocessable([missing("token", "a text, as the page holds it")]);
  if (!isJsonObject(data)) throw refuse.unprocessable([missing("data", "an object of values by field key")]);
  const is_trapped = isTrapped(body);
  return {
    token,
    data,
    work: typeof work === "string" ? work : "",
    is_trapped,
    is_plain: false,
    members: Object.keys(body),
  };
}

/** Whether something filled in what people do not see. */
export function isTrapped(body: JsonObject): boolean {
  const trap = body[INPUTS.trap];
  return trap !== undefined && trap !== null && trap !== "";
}

/**
 * Throws 400 for values that stand beside the `data` that they belong in: no answer is taken without what was sent for it. Asked behind
 * the ticket, since it tells what the form asks for.
 */
export function refuseBeside({ fields }: Pick<FormRow, "fields">, members: readonly string[]): void {
  const beside = members.find((name) => fields.includes(name) && !OURS.includes(name));
  if (beside === undefined) return;
  throw refuse.invalid(`"${beside}" stands beside data, where no answer is read from; send it inside data`);
}

const OURS: readonly string[] = ["token", "resume_token", "action", "data", "base_version", "work", INPUTS.trap];

export function missing(name: string, what: string) {
  return { loc: ["body", name], msg: `${name} is required: ${what}`, type: "missing" };
}

/** The values of a plain form by field key. What is named otherwise, as a button may be, is none of its answers. */
function dataOf(sent: SentForm, fields: readonly Field[]): Record<string, unknown> {
  for (const { key, label } of fields) {
    if (sent.files.get(key)?.some((file) => file.bytes.byteLength > 0)) {
      throw refuse.unsupported(
        `"${label}" takes files only from a page with script; reload the page and send them there`,
      );
    }
  }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueIn(field, sent.fields.get(field.key));
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}

/** A browser leaves out a box that is not ticked, and sends nothing else for it. */
function valueIn({ type }: Field, texts: readonly string[] | undefined): unknown {
  if (type === "checkbox") return texts !== undefined && !/^(|0|off|false)$/i.test(texts.at(-1) ?? "");
  if (texts === undefined) return undefined;
  if (type === "multi_select") return texts.filter((text) => text !== "");
  if (type === "attachment" || type === "review") return parsedList(texts.at(-1) ?? "");
  // A text area's lines end as HTTP has them, which is none of the answer.
  return (texts.at(-1) ?? "").replaceAll("\r\n", "\n");
}

/** What a page's script keeps in a hidden input; anything else is told what a list looks like. */
function parsedList(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function bodyOf({ request, runtime }: Reading) {
  return {
    headers: request.headers,
    stream: request.body,
    whole: request.whole,
    size_max: capOf(runtime, "form_request_bytes"),
  };
}
