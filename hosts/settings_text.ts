// What plugins declare to be configured by, as a deployer reads it: in .env.example and in the README.
import { defaultText } from "../kernel/host.ts";
import type { Plugin } from "../kernel/mod.ts";
import { showTable } from "./markdown_table.ts";

/** The lines of .env.example, one paragraph for each plugin that is configured. */
export function describeForEnv(plugins: readonly Plugin[]): string {
  const paragraphs = plugins.flatMap(({ settings }) => {
    if (!settings) return [];
    const { purpose, schema, is_group } = settings;
    const heading = `# For ${purpose}${is_group ? "; set all or none" : ""}.`;
    const lines = Object.entries(schema.properties).flatMap(([name, member]) => [
      ...wrapComment(member.description ?? ""),
      `${name}=${defaultText(member)}`,
    ]);
    return [[heading, ...lines].join("\n")];
  });
  return `${paragraphs.join("\n\n")}\n`;
}

/** The table of the README. */
export function describeForReadme(plugins: readonly Plugin[]): string {
  const rows = plugins.flatMap(({ settings }) =>
    Object.entries(settings?.schema.properties ?? {}).map(([name, member]) => {
      const given = defaultText(member) === "" ? "" : ` Default: ${defaultText(member)}`;
      return [`\`${name}\``, settings?.purpose ?? "", `${member.description ?? ""}${given}`];
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
