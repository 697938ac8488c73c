// What the bench of costly texts sends: each text with the way it takes.
import { HONEST } from "../test/faults/honest_texts.ts";
import { HOSTILE_MARKDOWN, type HostileText } from "../test/faults/hostile_texts.ts";
import {
  compare,
  grep,
  type Outcome,
  publishSnippet,
  type Sender,
  WAYS,
  type Way,
} from "../test/faults/hostile_ways.ts";
import { HOSTILE_CODE, HOSTILE_PAIRS, HOSTILE_PATTERNS } from "../test/faults/hostile_work.ts";

const MIB = 1024 * 1024;
/** So much of a text of any kind. */
const BYTES = { markdown: 2 * MIB, code: 255 * 1024, text: MIB };

export interface Task {
  kind: string;
  name: string;
  /** The answers of the costly steps; several that the server does one after the other. */
  run(sender: Sender): Promise<Outcome[]>;
}

/** In the order in which texts take them; one of them renders a text twice, which tells nothing about either time. */
const IN_TURN = WAYS.filter(({ name }) => name !== "shown as rendered");
const RENDERED = WAYS.filter(({ name }) => name === "rendered");

function sent(
  kind: string,
  name: string,
  { ways, turn, make }: { ways: readonly Way[]; turn: number } & Pick<HostileText, "make">,
): Task {
  const way = ways[turn % ways.length];
  const bytes = Math.min(kind === "honest" ? 1.9 * MIB : BYTES.markdown, way?.bytes_max ?? Number.POSITIVE_INFINITY);
  return {
    kind,
    name: `${name}, ${way?.name}`,
    run: async (sender) => (way ? [await way.send(sender, make(bytes))] : []),
  };
}

/** Everything that is sent; of kind `some` only one text in a few, code having eight traps a language. */
export function listTasks(of: string): readonly Task[] {
  const oneIn = (count: number) => (_: unknown, at: number) => of !== "some" || at % count === 0;
  return [
    ...HONEST.map(({ name, make }) => sent("honest", name, { ways: RENDERED, turn: 0, make })),
    ...HOSTILE_CODE.filter(oneIn(5)).map(({ name, language, make }) => ({
      kind: "code",
      name,
      run: async (sender: Sender) => [await publishSnippet(sender, { content: make(BYTES.code), language })],
    })),
    ...HOSTILE_PATTERNS.map(({ name, make, ...query }) => ({
      kind: "pattern",
      name,
      run: (sender: Sender) => grep(sender, make(BYTES.text), query),
    })),
    ...HOSTILE_PAIRS.map(({ name, before, after }) => ({
      kind: "pair",
      name,
      run: async (sender: Sender) => Object.values(await compare(sender, before(BYTES.text), after(BYTES.text))),
    })),
    ...HOSTILE_MARKDOWN.filter(oneIn(2)).map(({ name, make }, turn) =>
      sent("markdown", name, { ways: IN_TURN, turn, make }),
    ),
  ];
}
