// The page that thanks for an answer that came as a plain HTML form.
import { answerPage, html } from "../../../kernel/plugin.ts";

export function thanksPage({ title }: { title: string }): Response {
  return answerPage({ title, body: html`<h1>${title}</h1><p>Your answer is in. Thank you.</p>`, home: null });
}
