// What clients see changed of the plugin rendering, newest first. Pure data; it imports nothing.

export const renderingChanges = [
  {
    date: "2026-11-28",
    kind: "added",
    what: "`markdown` of a text's front matter and `attrs.markdown` may choose `callouts`, `comments`, `definitions`, `marks`, `mdx` and `tabs` too, and `obsidian` for those that it reads; `mkdocs` has definitions and tabs, `docusaurus` has MDX. Admonitions are read inside quotes.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "Markdown may choose syntax beyond GitHub's, by `markdown` in its front matter or by `attrs.markdown`: `attributes` (`{#id}`), `admonitions` (`!!! note`), `containers` (`:::note`), `emoji` (`:rocket:`), or `mkdocs`, `docusaurus`, `vitepress`, `mdbook` for what those read. Words that are not known are told in `warnings`. What chooses nothing is read as before.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "Pages that the service makes, and pages of sites that are for everybody, say title and description to previews (`og:`, `twitter:card`, `description`): the front matter's `description`, else how the first paragraph begins.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Pages of short texts in Arabic, Hebrew, Persian, Urdu, Greek, Thai, Chinese, Japanese and Korean say their language and direction, as those of long ones did.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "`[[Note name]]`, `[[folder/Note#Heading|text]]` and `![[picture.png|200]]` in markdown lead to the document that the author of the page may open, by file name, title or the names in `attrs.aliases`, where the contract's references mean nothing. Links to a heading by its words reach its id, and an id that a page sets itself comes before those of its headings.",
  },
] as const;
