// The script of the frame in which a diagram is drawn:
// it gets a source from the page, draws it with mermaid, and tells the page its height. The frame has an origin of its own and no network.

declare const mermaid: {
  initialize(config: Record<string, unknown>): void;
  render(id: string, source: string): Promise<{ svg: string }>;
};

/** Longer sources stay sources. */
const SOURCE_LENGTH_MAX = 50_000;

const REASON_LENGTH_MAX = 200;

const dark = matchMedia("(prefers-color-scheme: dark)");
let source: string | null = null;
let drawings = 0;

function tell(message: { height: number } | { fault: string } | { ready: true }): void {
  // The page has no secret in what it is told, and its origin is not to be known here.
  parent.postMessage(message, "*");
}

async function draw(): Promise<void> {
  if (source === null) return;
  drawings += 1;
  try {
    if (source.length > SOURCE_LENGTH_MAX) throw new Error("its source is too long to be drawn; make several of it");
    const isDark = dark.matches;
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      suppressErrorRendering: true,
      maxTextSize: SOURCE_LENGTH_MAX,
      theme: isDark ? "dark" : "default",
      fontFamily: "system-ui, sans-serif",
    });
    const { svg } = await mermaid.render(`diagram${drawings}`, source);
    document.body.innerHTML = svg;
    document.body.className = isDark ? "dark" : "";
    tellHeight();
  } catch (error) {
    tell({ fault: reasonOf(error) });
  }
}

/** The first line of what mermaid says, which names the line of the source; the others draw it again. */
function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/:\s*$/, "").slice(0, REASON_LENGTH_MAX);
}

function tellHeight(): void {
  const svg = document.querySelector("body > svg");
  if (svg) tell({ height: Math.ceil(svg.getBoundingClientRect().height) });
}

addEventListener("message", (event) => {
  if (event.source !== parent || typeof event.data !== "string") return;
  source = event.data;
  void draw();
});
addEventListener("resize", tellHeight);
dark.addEventListener("change", () => void draw());
tell({ ready: true });
