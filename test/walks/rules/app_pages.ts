// What every page of the app is held to, as rules over its HTML.

/** A page as its markup has it. */
export interface ReadPage {
  title: string;
  headings: number;
  mains: number;
  lang: string | null;
  links: string[];
  forms: { method: string; action: string }[];
  /** Names of controls that nothing calls by a name. */
  unlabelled: string[];
  /** What no page may hold: script or style within it. */
  inline: string[];
  /** Ids that stand twice. */
  twins: string[];
}

/** Reads a page by the platform's own parser of HTML. */
export async function readPage(markup: string): Promise<ReadPage> {
  const page: ReadPage = {
    title: "",
    headings: 0,
    mains: 0,
    lang: null,
    links: [],
    forms: [],
    unlabelled: [],
    inline: [],
    twins: [],
  };
  const ids = new Set<string>();
  const labelled = new Set<string>();
  const controls: { id: string | null; name: string; isNamed: boolean }[] = [];
  let within = 0;
  const rewriter = new HTMLRewriter()
    .on("html", {
      element: (element) => {
        page.lang = element.getAttribute("lang");
      },
    })
    .on("title", {
      text: ({ text }) => {
        page.title += text;
      },
    })
    .on("h1", {
      element: () => {
        page.headings += 1;
      },
    })
    .on("main", {
      element: () => {
        page.mains += 1;
      },
    })
    .on("a[href]", { element: (element) => void page.links.push(element.getAttribute("href") ?? "") })
    .on("form", {
      element: (element) =>
        void page.forms.push({
          method: element.getAttribute("method") ?? "get",
          action: element.getAttribute("action") ?? "",
        }),
    })
    .on("label", {
      element: (element) => {
        const of = element.getAttribute("for");
        if (of !== null) labelled.add(of);
        within += 1;
        element.onEndTag(() => {
          within -= 1;
        });
      },
    })
    .on("input, select, textarea", {
      element: (element) => {
        const type = element.getAttribute("type");
        if (type === "hidden" || type === "submit" || element.getAttribute("hidden") !== null) return;
        const isNamed =
          within > 0 || element.getAttribute("aria-label") !== null || element.getAttribute("aria-labelledby") !== null;
        controls.push({ id: element.getAttribute("id"), name: element.getAttribute("name") ?? "", isNamed });
      },
    })
    .on("*", {
      element: (element) => {
        const id = element.getAttribute("id");
        if (id !== null && ids.has(id)) page.twins.push(id);
        if (id !== null) ids.add(id);
        for (const [name] of element.attributes)
          if (name === "style" || name.startsWith("on")) page.inline.push(`${element.tagName} ${name}`);
        if (element.tagName === "script" && element.getAttribute("src") === null) page.inline.push("script");
      },
    });
  await rewriter.transform(new Response(markup)).text();
  page.unlabelled = controls
    .filter(({ id, isNamed }) => !isNamed && (id === null || !labelled.has(id)))
    .map(({ name }) => name);
  return page;
}
