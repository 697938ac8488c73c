// The page of the API reference at /docs:
// how Scalar is set up over our document, so that nothing of it leaves this server.

/**
 * Scalar's own typefaces come from its servers; these are on every machine. Its colours of text are too pale on its own grounds
 * (WCAG 2.2, 1.4.3 asks for 4.5 to 1); these are the same hues, darker on the light ground and lighter on the dark one. Its copy
 * buttons say what they do to those who point at them alone; what it hides there is meant for readers of the screen.
 */
const STYLE = `
:root {
  --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
.light-mode {
  --scalar-color-2: #5f5f5f;
  --scalar-color-3: #6e6e6e;
  --scalar-color-accent: #0067b8;
  --scalar-color-blue: #006bb0;
  --scalar-color-green: #00754a;
  --scalar-color-orange: #b34700;
  --scalar-color-red: #d70005;
  --scalar-color-yellow: #8a6500;
}
.dark-mode {
  --scalar-color-3: #8c8c8c;
  --scalar-color-red: #ff5a57;
}
.scalar-code-copy .sr-only .hidden {
  display: inline;
}
`;

/** What Scalar's page is told. Every feature that talks to a service of Scalar's is off. No value may hold an apostrophe. */
export function referenceSettings(documentUrl: string) {
  return {
    url: documentUrl,
    theme: "default",
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: "json",
    customCss: STYLE,
  } as const;
}

/** Adds to the page, as the swagger plugin writes it, what it leaves out for readers without script, eyes or a light screen. */
export function completeReference(html: string, documentUrl: string): string {
  const withoutScript = `This page needs JavaScript. The document that it shows is at <a href="${documentUrl}">${documentUrl}</a>.`;
  return (
    new HTMLRewriter()
      .on("html", { element: (html) => void html.setAttribute("lang", "en") })
      .on("title", { element: (title) => void title.setInnerContent("API reference") })
      .on("head", {
        element(head) {
          head.append('<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">', { html: true });
        },
      })
      .on("body", {
        element(body) {
          body.prepend(`<noscript>${withoutScript}</noscript>`, { html: true });
        },
      })
      // It holds settings in its attributes and nothing to run, so the policy need not allow it.
      .on("script#api-reference", { element: (script) => void script.setAttribute("type", "application/json") })
      .transform(html)
  );
}

/**
 * The page's Content-Security-Policy: code from this origin alone, and requests to it alone, whatever Scalar tries.
 * Scalar writes its styles into the page, hence the one exception for them.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
