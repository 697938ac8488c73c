// Commands that agents run as they are, so every name in them is quoted for a POSIX shell.

/** A file's name as curl takes it: one that it would read as an option or as standard input gets its folder in front. */
export function fileArgument(name: string): string {
  return quote(name.startsWith("-") ? `./${name}` : name);
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
