// Answers that are saved while they are written, and completed: the one address that a form's script speaks to.
import { isJsonObject, type JsonObject, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { addressedForm } from "../answers/gate.ts";
import { isTrapped, missing, readJsonBody, refuseBeside } from "../answers/request.ts";
import { admitValues } from "../respondent/beginning.ts";
import { demandRespondent } from "../respondent/proof.ts";
import { completeAnswer, loadAnswer, pretendedAnswer, saveAnswer } from "../respondent/saving.ts";
import { WORK_BITS } from "../spam.ts";

const Draft = t.Object(
  {
    data: t.Record(t.String(), t.Unknown(), { description: "The form's own fields." }),
    version: t.Integer({ description: "0 while nothing is saved." }),
    status: t.OneOf(["empty", "draft", "complete"]),
  },
  { $id: "FormDraft" },
);

const ACTIONS = ["load", "save", "complete"] as const;

export const draftAnswer = operation({
  id: "form.draft",
  route: "POST /d/{slug}/_draft",
  host: "content",
  summary: "Load, save or complete an answer to a form",
  description: `JSON \`{token, resume_token, action, data, base_version}\`. \`token\` is the ticket that stands in the form's page, \`resume_token\` what goes on with one answer: 43 letters, digits, \`-\` and \`_\`, as the page's script holds it and a private link carries it behind \`#resume=\`. \`save\` changes the fields in \`data\`, null clearing one, from \`base_version\`, 0 for the first time; \`complete\` takes the fields in \`data\` too, holds the answer to all its rules and sends it; refused, it keeps nothing of them. A base that is not the version any more is a 409 with the answer as it is. It needs no cookie and sends none. Where the form asks for work, the first \`save\` of an answer takes \`work\`, a text with which SHA-256 of \`<token>.<work>\` begins with ${WORK_BITS} zero bits, as \`ServiceForm.proof()\` of the page makes one; it buys that answer, and \`complete\` needs it only where no save had it.`,
  anonymous: true,
  permit: addressedForm(),
  quota: "form_draft",
  raw: "page",
  error_format: "form",
  // An answer is for whoever may open the database, which may be everybody.
  publishes: () => "public",
  audit: ["form.draft_created", "form.draft_saved", "form.submitted"],
  answers: { 200: Draft },
  refuses: [400, 403, 404, 409, 410, 413, 422, 429, 503],
  prepare: async (call) => {
    const body = await readJsonBody(call);
    const sent = readDraft(body);
    const respondent = await demandRespondent(call, sent);
    refuseBeside(call.subject.form, Object.keys(body));
    if (sent.action === "load" && Object.keys(sent.data).length > 0) throw refuseUnkept();
    const is_trap = call.subject.form.honeypot && isTrapped(body) && sent.action !== "load";
    if (sent.action === "load" || is_trap || !keeps(sent)) return { ...sent, respondent, is_trap };
    const coming = { ...sent, respondent, form: call.subject.form, is_completing: sent.action === "complete" };
    return { ...sent, respondent: { ...respondent, ...(await admitValues(call, coming)) }, is_trap };
  },
  run: async (call, _input, { respondent, action, data, base_version, is_trap }) => {
    const answer = is_trap
      ? pretendedAnswer(call.subject.form, { data, base_version, is_complete: action === "complete" })
      : action === "load"
        ? await loadAnswer(call, respondent)
        : action === "save"
          ? await saveAnswer(call, respondent, { data, base_version })
          : await completeAnswer(call, respondent, { data, base_version });
    return Response.json(answer, {
      headers: { "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
    });
  },
});

interface SentDraft {
  token: string;
  resume_token: string;
  action: (typeof ACTIONS)[number];
  data: JsonObject;
  base_version: number;
  work: string;
}

/** Throws 422 for members that are not what they have to be, and 400 for values that are none. */
function readDraft({ token, resume_token, action, data: values, base_version = 0, work }: JsonObject): SentDraft {
  if (typeof token !== "string") throw refuse.unprocessable([missing("token", "a text, as the page holds it")]);
  if (typeof resume_token !== "string")
    throw refuse.unprocessable([missing("resume_token", "what goes on with an answer")]);
  const known = ACTIONS.find((one) => one === action);
  if (known === undefined) throw refuse.invalid(`action is none of ${ACTIONS.join(", ")}`);
  // A save says what it changes.
  const data = values === undefined && known !== "save" ? {} : values;
  if (!isJsonObject(data)) throw refuse.unprocessable([missing("data", "an object of values by field key")]);
  if (typeof base_version !== "number" || !Number.isSafeInteger(base_version) || base_version < 0) {
    throw refuse.unprocessable([missing("base_version", "the version that the answer had, 0 for none")]);
  }
  return { token, resume_token, action: known, data, base_version, work: typeof work === "string" ? work : "" };
}

function refuseUnkept(): Error {
  return refuse.invalid("load keeps nothing of the data that is sent with it; send it with save or complete");
}

/** Whether anything is kept of it that was not there: a save of nothing only says what there is. */
function keeps({ action, data }: SentDraft): boolean {
  return action === "complete" || Object.keys(data).length > 0;
}
