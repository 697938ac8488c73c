// Going somewhere or doing something by its name: documents, places, people, settings and commands in one answer.
import { signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import type { Asking } from "../port/ask.ts";
import { commandsHook, FOUND_KINDS, type Found, findHook, hasWords } from "../port/find.ts";
import { settingsGroups } from "../port/settings.ts";

/** Of one kind; whoever wants more writes another letter. */
const SHOWN_MAX = 6;
const Q_MAX = 100;

export const find = operation({
  id: "app.find",
  route: "GET /api/find",
  planned_each_time: true,
  summary: "Find what to go to or to do by its name",
  description:
    "Documents, places, people, settings and commands that you may open, a few of each. Without words, what you opened last. Words behind `>` find only what can be done.",
  query: t.Object({
    q: t.Optional(t.String({ maxLength: Q_MAX, description: "The words, the last one perhaps begun." })),
  }),
  output: t.Object({
    found: t.Array(
      t.Object({
        kind: t.OneOf(FOUND_KINDS),
        label: t.String(),
        hint: t.Nullable(t.String({ description: "What it is, or where it lies." })),
        href: t.String({ description: "Its page in the app." }),
        icon: t.String({ description: "The name of its drawing." }),
      }),
    ),
  }),
  permit: signedIn(),
  connection_limit: "places",
  refuses: [429, 503],
  run: async (call, { query }) => {
    const typed = (query.q ?? "").trim();
    const isCommand = typed.startsWith(">");
    const q = isCommand ? typed.slice(1).trim() : typed;
    const [things, commands] = await Promise.all([
      isCommand ? [] : findThings(call, q),
      call.runtime.callHook(commandsHook, call),
    ]);
    const all: Found[] = [
      ...things,
      ...commands
        .flat()
        .filter(({ label }) => hasWords(label, q))
        .map((command) => ({ kind: "command" as const, ...command })),
    ];
    return { found: FOUND_KINDS.flatMap((kind) => all.filter((one) => one.kind === kind).slice(0, SHOWN_MAX)) };
  },
});

async function findThings(call: Asking, q: string): Promise<Found[]> {
  const [things, settings] = await Promise.all([
    call.callHook(findHook, { call, q }),
    q === "" ? [] : settingsNamed(call, q),
  ]);
  return [...things.flat(), ...settings];
}

async function settingsNamed(call: Asking, q: string): Promise<Found[]> {
  const groups = await settingsGroups(call);
  return groups.flatMap(({ heading, lines }) =>
    lines
      .filter(({ label }) => hasWords(`${label} ${heading}`, q))
      .map(({ href, icon, label }) => ({ kind: "settings" as const, label, hint: heading, href, icon })),
  );
}
