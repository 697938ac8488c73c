// Watching a document and muting it, from its page.
import { html } from "../../../kernel/plugin.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import type { DocumentAction, DocumentAsking } from "../../app/port/slots.ts";
import { unwatch, watch } from "../operations/watches.ts";
import { inboxWords } from "./words.ts";

export function watchActions({ call, document }: DocumentAsking): DocumentAction[] {
  const words = inboxWords(call);
  const fixed = { target: `doc:${document.doc_id}` };
  const look = { kind: "place" };
  return [
    {
      order: 70,
      at: "menu",
      form: buttonFor(call, watch, {
        fixed,
        button: html`${icon("bell")}${words.watch}`,
        ...look,
        done: words.watched,
        undo: { operation: unwatch.id, fixed },
      }),
    },
    {
      order: 71,
      at: "menu",
      form: buttonFor(call, unwatch, {
        fixed,
        button: html`${icon("x")}${words.mute_short}`,
        ...look,
        done: words.muted,
        undo: { operation: watch.id, fixed },
      }),
    },
  ];
}
