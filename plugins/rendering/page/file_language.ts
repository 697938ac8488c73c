// In which language the text of a shared file is coloured, by its name.

/** Endings and whole names that the highlighter does not know by themselves. */
const LANGUAGES: Readonly<Record<string, string>> = {
  cmakelists: "cmake",
  "cmakelists.txt": "cmake",
  containerfile: "dockerfile",
  dockerfile: "dockerfile",
  gemfile: "ruby",
  geojson: "json",
  ipynb: "json",
  makefile: "makefile",
  map: "json",
  rakefile: "ruby",
  svg: "xml",
  text: "",
  txt: "",
  vue: "xml",
  webmanifest: "json",
};

/** A name of a language or an ending, which the highlighter may not know either; `""` for plain text. */
export function languageOfFile(path: string): string {
  const name = (path.split("/").at(-1) ?? "").toLowerCase();
  const ending = name.includes(".") ? (name.split(".").at(-1) ?? "") : "";
  const language = LANGUAGES[name] ?? LANGUAGES[ending] ?? ending;
  return /^[a-z0-9+#-]{1,20}$/.test(language) ? language : "";
}
