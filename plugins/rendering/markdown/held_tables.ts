// Looks for the head of a table above a line of dashes alone:
// a look at every line of prose takes a tenth of the parsing.
import type { Construct, Extension as Syntax, TokenizeContext } from "micromark-util-types";

const LINE_END = /\r\n|\r|\n/;
/** All that the line below a head may hold, with what a quote or an item has before it. */
const DELIMITERS = /^[\s>|:*+.)\d-]+$/;

/** The library's syntax for `part` of a source, which begins tables on the lines alone below which one may be marked off. */
export function tablesWhereHeld(syntax: Syntax, part: string): Syntax {
  const marks = part.split(LINE_END).map((line) => line.includes("-") && DELIMITERS.test(line));
  const flow = Object.entries(syntax.flow ?? {}).map(([code, constructs]) => [
    code,
    [constructs ?? []]
      .flat()
      .map((construct) => (construct.name === "table" ? keepToHeads(construct, marks) : construct)),
  ]);
  return { ...syntax, flow: Object.fromEntries(flow) };
}

/** `marks` says of each line whether it may mark off the head above it. */
function keepToHeads(table: Construct, marks: readonly boolean[]): Construct {
  return {
    ...table,
    tokenize(effects, ok, nok) {
      // Lines count from one, so this is the next one.
      const isHeld = marks[this.now().line] === true || isInTable(this);
      return isHeld ? table.tokenize.call(this, effects, ok, nok) : nok;
    },
  };
}

/** The library asks the same construct for each further row. */
function isInTable({ events }: TokenizeContext): boolean {
  const last: string | undefined = events.findLast(
    ([, { type }]) => type !== "lineEnding" && type !== "linePrefix",
  )?.[1].type;
  return last === "tableHead" || last === "tableRow";
}
