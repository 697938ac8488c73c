// The tasks of rendering as the worker threads load them.
import { moveBuffers } from "../../../kernel/workers/worker_protocol.ts";
import { findHtmlTitle } from "./html_title.ts";
import {
  type MarkdownBodyOptions,
  type MarkdownOptions,
  type MarkdownPage,
  renderMarkdownBody,
  renderMarkdownPage,
} from "./markdown_page.ts";
import { renderSnippetPage } from "./snippet_page.ts";
import { renderViewerPage, type ViewerInput } from "./viewer_page.ts";

export const tasks = {
  async markdownPage({ source, ...options }: MarkdownOptions & { source: string }) {
    const page: MarkdownPage = await renderMarkdownPage(source, options);
    return moveBuffers(page, [page.html.buffer]);
  },
  markdownBody: ({ source, ...options }: MarkdownBodyOptions & { source: string }) =>
    renderMarkdownBody(source, options),
  snippetPage({ content, language, title }: { content: string; language: string | null; title: string }) {
    const html = renderSnippetPage(content, { language, title });
    return moveBuffers(html, [html.buffer]);
  },
  viewerPage(input: ViewerInput) {
    const html = renderViewerPage(input);
    return moveBuffers(html, [html.buffer]);
  },
  htmlTitle: ({ html }: { html: string | Uint8Array }) => findHtmlTitle(html),
};
