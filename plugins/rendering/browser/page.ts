// The script of generated pages: copy buttons on code, and addresses of several lines.
// Every page reads well without it.

const RANGE = /^#L(\d{1,9})-L?(\d{1,9})$/;

/** Says to those who do not see the button that it worked. */
const said = document.createElement("p");
said.className = "sr-only";
said.role = "status";

function addCopyButton(code: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.ariaLabel = "Copy code";
  let shown = 0;
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(code.textContent).then(
      () => "Copied",
      () => "Not copied",
    );
    button.textContent = said.textContent = done;
    clearTimeout(shown);
    shown = window.setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, 2000);
  });
  const holder = document.createElement("div");
  holder.className = "copier";
  holder.append(button);
  code.before(holder);
}

/** A browser that keeps the clipboard from this page shows no button. */
function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll<HTMLElement>("main pre:has(> code)")) addCopyButton(code);
  document.body.append(said);
}

/** Where a diagram is drawn: in a frame with an origin of its own, which gets the source and tells its height. */
const DIAGRAM_FRAME = "/assets/diagram.html";
const DIAGRAM_HEIGHT_MAX = 4000;

/** The source stays where it cannot be drawn, and is folded under the drawing where it can. */
function drawDiagram(pre: HTMLElement): void {
  const source = pre.textContent;
  const frame = document.createElement("iframe");
  frame.className = "diagram";
  frame.title = "Diagram";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.height = "0";
  frame.src = DIAGRAM_FRAME;
  const fold = document.createElement("details");
  fold.className = "diagram-source";
  const summary = document.createElement("summary");
  summary.textContent = "Source of the diagram";
  fold.append(summary);
  addEventListener("message", ({ source: from, data }) => {
    if (from !== frame.contentWindow || typeof data !== "object" || data === null) return;
    if ("ready" in data) frame.contentWindow?.postMessage(source, "*");
    else if ("height" in data && typeof data.height === "number" && data.height > 0) {
      frame.height = String(Math.min(Math.ceil(data.height), DIAGRAM_HEIGHT_MAX));
      if (!fold.isConnected) foldSource();
    } else if ("fault" in data) {
      frame.replaceWith(describeFault(data.fault));
    }
  });
  const copier = pre.previousElementSibling;
  function foldSource(): void {
    frame.after(fold);
    if (copier?.classList.contains("copier")) fold.append(copier);
    fold.append(pre);
  }
  (copier?.classList.contains("copier") ? copier : pre).before(frame);
}

/** Whoever wrote the source finds here what is wrong with it, and a reader that a drawing was meant. */
function describeFault(reason: unknown): HTMLElement {
  const said = document.createElement("p");
  said.className = "caption";
  said.textContent = `This diagram cannot be drawn${typeof reason === "string" && reason ? `: ${reason}` : ""}.`;
  return said;
}

function drawDiagrams(): void {
  for (const pre of document.querySelectorAll<HTMLElement>("main pre:has(> code.language-mermaid)")) drawDiagram(pre);
}

/** `#L10-L20` marks lines as `#L10` does by itself. */
function markLines(): void {
  for (const line of document.querySelectorAll(".line.marked")) line.classList.remove("marked");
  const [, one, other] = RANGE.exec(location.hash) ?? [];
  if (one === undefined || other === undefined) return;
  const first = Math.min(Number(one), Number(other));
  const last = Math.max(Number(one), Number(other));
  let line = document.getElementById(`L${first}`);
  line?.scrollIntoView({ block: "center" });
  for (let n = first; line?.classList.contains("line") && n <= last; n += 1) {
    line.classList.add("marked");
    line = document.getElementById(`L${n + 1}`);
  }
}

/** A click on a number with the shift key held reaches from the line that was chosen to this one. */
function extendLines(event: MouseEvent): void {
  const number = event.target instanceof Element ? event.target.closest<HTMLElement>(".no") : null;
  const [, from] = /^#L(\d{1,9})/.exec(location.hash) ?? [];
  if (!event.shiftKey || !number || from === undefined) return;
  event.preventDefault();
  location.hash = `#L${from}-L${number.dataset["n"]}`;
}

addCopyButtons();
drawDiagrams();
markLines();
addEventListener("hashchange", markLines);
document.addEventListener("click", extendLines);
