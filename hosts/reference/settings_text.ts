// What the kernel and plugins declare to be configured by, as a deployer reads it: in .env.example and in the README.
import { defaultText, type Settings } from "../../kernel/host.ts";
import { showTable } from "./markdown_table.ts";

/** The lines of .env.example, one paragraph for each declaration. */
export function describeForEnv(declared: readonly Settings[]): string {
  const paragraphs = declared.map(({ purpose, schema, is_group }) => {
    const heading = `# For ${purpose}${is_group ? "; set all or none" : ""}.`;
    const lines = Object.entries(schema.properties).flatMap(([name, member]) => [
      ...(member.description ? wrapComment(member.description) : []),
      `${name}=${defaultText(member)}`,
    ]);
    return [heading, ...lines].join("\n");
  });
  return `${paragraphs.join("\n\n")}\n`;
}

/** The table of the README. */
export function describeForReadme(declared: readonly Settings[]): string {
  const rows = declared.flatMap(({ purpose, schema }) =>
    Object.entries(schema.properties).map(([name, member]) => {
      const given = defaultText(member) === "" ? "" : ` Default: ${defaultText(member)}`;
      return [`\`${name}\``, purpose, `${member.description ?? ""}${given}`];
    }),
  );
  return showTable([["variable", "for", "what it says"], ...rows]);
}

const LINE_CHARS_MAX = 130;

function wrapComment(text: string): string[] {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(" ")) {
    if (`${line} ${word}`.length > LINE_CHARS_MAX) {
      lines.push(line);
      line = "#";
    }
    line = `${line} ${word}`;
  }
  return [...lines, line];
}
