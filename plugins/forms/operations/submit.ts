// Whole answers, as a form's page sends them: by a script, or as a plain HTML form.
import { t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { bytesOf, countAnswer, countBytes } from "../answers/cost.ts";
import { inWords } from "../answers/entries.ts";
import { addressedForm, demandTicket } from "../answers/gate.ts";
import { INPUTS, readAnswer, refuseBeside } from "../answers/request.ts";
import { pretendedReceipt, type Receipt, takeAnswer } from "../answers/taking.ts";
import { thanksPage } from "../page/thanks.ts";
import { hasWorked, refuseUnworked, WORK_BITS } from "../spam.ts";

const ReceiptShape = t.Object(
  {
    received: t.Literal(true),
    receipt_id: t.String({ description: "The same for every repeat." }),
    replayed: t.Boolean({ description: "It was in already." }),
  },
  { $id: "FormReceipt" },
);

export const submitForm = operation({
  id: "form.submit",
  route: "POST /d/{slug}/_submit",
  host: "content",
  summary: "Send an answer to a form",
  description: `JSON \`{token, data}\`, with the ticket that stands in the form's page and the values by field key, or a plain HTML form with \`${INPUTS.token}\` and inputs named by field keys, which is thanked for with a page. A ticket takes one answer in 30 minutes: a repeat is told the same receipt. It needs no cookie and sends none. Where the form asks for work, \`work\` (or \`${INPUTS.work}\`) is a text with which SHA-256 of \`<token>.<work>\` begins with ${WORK_BITS} zero bits.`,
  anonymous: true,
  permit: addressedForm(),
  quota: "form_send",
  raw: "page",
  error_format: "form",
  // An answer is for whoever may open the database, which may be everybody.
  publishes: () => "public",
  audit: ["form.submitted"],
  output: ReceiptShape,
  refuses: [400, 403, 404, 409, 410, 413, 415, 422, 429, 503],
  prepare: async (call) => {
    const { form } = call.subject;
    const sent = await readAnswer(call, form);
    // What is refused here costs the form nothing.
    const ticket = await demandTicket(call, call.subject, { kind: "submit", text: sent.token });
    refuseBeside(form, sent.members);
    if (form.pow && !hasWorked(sent.token, sent.work)) throw refuseUnworked();
    const is_trap = form.honeypot && sent.is_trapped;
    if (!is_trap) {
      await countAnswer(call, form);
      await countBytes(call, form, bytesOf(sent.data));
    }
    return { sent, ticket, is_trap };
  },
  run: async (call, _input, { sent, ticket, is_trap }) => {
    const { form } = call.subject;
    const { is_plain } = sent;
    const take = () => takeAnswer(call, sent);
    const receipt = is_trap ? pretendedReceipt(ticket) : await (is_plain ? inWords(form, take) : take());
    return answer(receipt, { is_plain, title: form.title });
  },
});

function answer(receipt: Receipt, { is_plain, title }: { is_plain: boolean; title: string }): Response {
  const headers = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
  return is_plain ? thanksPage({ title }) : Response.json(receipt, { headers });
}
