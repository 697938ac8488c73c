// The page of the API reference at /docs: Scalar's script over our document, and nothing in it leaves this server.

/** What Scalar's page is told. Every feature that talks to a service of Scalar's is off. */
interface ReferenceSettings {
  url: string;
  theme: "none" | "default";
  withDefaultFonts: boolean;
  telemetry: boolean;
  hideClientButton: boolean;
  showDeveloperTools: "never";
  agent: { disabled: boolean };
  mcp: { disabled: boolean };
  documentDownloadType: "json";
  customCss: string;
}

/** Scalar's own typefaces come from its servers; these are on every machine. */
const STYLE = `
:root {
  --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
`;

function referenceSettings(documentUrl: string): ReferenceSettings {
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
  };
}

/** The page as HTML; `script` is the address of Scalar's browser build, `document` that of the OpenAPI document. */
export function renderReference(page: { title: string; document: string; script: string }): string {
  const settings = JSON.stringify(referenceSettings(page.document)).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  // Scalar reads its settings from the element it replaces; its script must come after that element.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The document that it shows is at <a href="${page.document}">${page.document}</a>.</noscript>
<div id="api-reference" data-configuration="${settings}"></div>
<script src="${page.script}"></script>
</body>
</html>
`;
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
