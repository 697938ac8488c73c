// The tasks of rendering as the worker processes load them.
import { htmlMarkdown } from "./html/html_markdown.ts";
import { findHtmlTitle } from "./html/html_title.ts";
import {
  type MarkdownBodyOptions,
  type MarkdownOptions,
  type MarkdownPage,
  renderMarkdownBody,
  renderMarkdownPage,
} from "./markdown/markdown_page.ts";
import { renderSnippetPage } from "./page/snippet_page.ts";
import { renderViewerPage, type ViewerInput } from "./page/viewer_page.ts";

export const tasks = {
  markdownPage: ({ source, ...options }: MarkdownOptions & { source: string }): Promise<MarkdownPage> =>
    renderMarkdownPage(source, options),
  markdownBody: ({ source, ...options }: MarkdownBodyOptions & { source: string }) =>
    renderMarkdownBody(source, options),
  snippetPage: ({ content, language, title }: { content: string; language: string | null; title: string }) =>
    renderSnippetPage(content, { language, title }),
  viewerPage: ({ input, bytes }: { input: ViewerInput; bytes: Uint8Array | null }) => renderViewerPage(input, bytes),
  htmlMarkdown: (page: { html: string; base: string }) => htmlMarkdown(page),
  htmlTitle: ({ html }: { html: string | Uint8Array }) => findHtmlTitle(html),
};
