// Any text as markdown that shows it as code.

export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}

/** A block of code in the language that the file's ending names. Its fence is longer than any in the text. */
export function fence(text: string, path: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const ticks = "`".repeat(longest + 1);
  const language = /\.([a-z0-9]{1,16})$/i.exec(path)?.[1] ?? "";
  return `${ticks}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${ticks}\n`;
}
