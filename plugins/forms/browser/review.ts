// Reviews in a form's page: files that are shown, remarks on them, and marks on pictures and films.
import type { Config, FieldConfig, FileRef } from "./config.ts";
import { button, el } from "./elements.ts";
import { type ResolvedFile, resolveFiles, wordsOf } from "./media.ts";
import type { Session } from "./session.ts";

interface Point {
  x: number;
  y: number;
}

interface Anchor {
  type: "general" | "point" | "rect" | "arrow" | "draw";
  points?: Point[];
  width?: number;
  height?: number;
  page?: number;
  time?: number;
}

interface Remark {
  id: string;
  source: FileRef;
  body: string;
  resolved: boolean;
  replies: string[];
  anchor: Anchor;
}

interface Part {
  container: HTMLElement;
  input: HTMLInputElement;
  field: FieldConfig;
}

interface Around {
  config: Config;
  session: Session;
  /** What is attached in the field whose files are reviewed. */
  attached(): FileRef[];
  changed(remarks: Remark[]): Promise<void>;
}

/** Makes the container of a review field work; answers what shows it anew when the attached files are others. */
export function mountReview({ container, input, field }: Part, around: Around): () => void {
  const place = el("div", {});
  const said = el("p", { class: "fault", role: "alert", hidden: "" });
  container.append(place, said);
  let remarks: Remark[] = [];
  /** What is being written on each file: it is shown anew when another one comes. */
  const texts = new Map<string, string>();
  let round = 0;

  async function keep(change: Change): Promise<void> {
    remarks = change(remarks);
    input.value = remarks.length === 0 ? "" : JSON.stringify(remarks);
    show();
    said.hidden = true;
    try {
      await around.changed(remarks);
    } catch (error) {
      said.textContent = wordsOf(error);
      said.hidden = false;
    }
  }

  function show(): void {
    const own = ++round;
    const files = [...(field.sources ?? []), ...around.attached()];
    void resolveFiles(around.config, around.session, files)
      .catch((): ResolvedFile[] => [])
      .then((resolved) => {
        if (own !== round) return;
        const figures = files.map((file, at) => showSource(file, resolved[at], { remarks, texts, keep }));
        place.replaceChildren(...figures);
        if (figures.length === 0) place.append(el("p", { class: "hint" }, "There is nothing to review yet."));
      });
  }

  input.addEventListener("service:written", () => {
    remarks = input.value === "" ? [] : JSON.parse(input.value);
    show();
  });
  show();
  return show;
}

/** Of the remarks as they are by then: what is shown may be older than the last of them. */
type Change = (remarks: Remark[]) => Remark[];

interface Kept {
  remarks: Remark[];
  texts: Map<string, string>;
  keep(change: Change): Promise<void>;
}

const isSame = (one: FileRef, other: FileRef) =>
  one.doc_id === other.doc_id && one.version === other.version && one.path === other.path;

function showSource(file: FileRef, about: ResolvedFile | undefined, kept: Kept): HTMLElement {
  const name = about?.name ?? file.path.split("/").at(-1) ?? file.path;
  const link = about?.url ? el("a", { href: about.url, target: "_blank", rel: "noopener" }, name) : name;
  const own = kept.remarks.filter(({ source }) => isSame(source, file));
  const text = el("textarea", { rows: "2", dir: "auto", maxlength: "8000", "aria-label": `Remark on ${name}` });
  const key = JSON.stringify(file);
  text.value = kept.texts.get(key) ?? "";
  text.addEventListener("input", () => kept.texts.set(key, text.value));
  const marked = el("p", { class: "hint", role: "status" });
  let anchor: Anchor = { type: "general" };
  const { shown, draw } = about?.url
    ? showFile(about, (made) => {
        anchor = made;
        marked.textContent = wordsOfAnchor(made);
        draw([...own.map((one) => one.anchor), made]);
        text.focus();
      })
    : { shown: null, draw: () => {} };
  const add = button("Add remark", { class: "quiet" }, () => {
    const body = text.value.trim();
    if (body === "") return text.focus();
    kept.texts.delete(key);
    const id = `r${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    const made: Remark = { id, source: file, body, resolved: false, replies: [], anchor };
    void kept.keep((remarks) => [...remarks, made]);
  });
  const list = own.map((remark) => showRemark(remark, kept));
  const figure = el("figure", { class: "source" }, el("figcaption", { dir: "auto" }, link));
  if (shown) figure.append(shown);
  figure.append(el("ol", { class: "remarks" }, ...list), text, marked, el("div", { class: "row" }, add));
  draw(own.map((one) => one.anchor));
  return figure;
}

function showRemark(remark: Remark, { keep }: Kept): HTMLElement {
  const remove = button(
    "Remove",
    { class: "quiet", "aria-label": `Remove the remark ${remark.body.slice(0, 40)}` },
    () => {
      void keep((remarks) => remarks.filter(({ id }) => id !== remark.id));
    },
  );
  const at = wordsOfAnchor(remark.anchor);
  const item = el("li", {}, el("p", { dir: "auto" }, remark.body));
  if (at !== "") item.append(el("p", { class: "hint" }, at));
  for (const reply of remark.replies) item.append(el("p", { dir: "auto" }, reply));
  item.append(remove);
  return item;
}

function wordsOfAnchor({ type, time, page }: Anchor): string {
  const where =
    time === undefined ? "" : ` at ${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, "0")}`;
  if (page !== undefined) return `On page ${page}`;
  if (type === "general") return where.trim() === "" ? "" : `Marked${where}`;
  return `Marked in the picture${where}`;
}

interface ShownFile {
  shown: HTMLElement | null;
  draw(anchors: readonly Anchor[]): void;
}

/** The file where a browser shows it in a page, and what marks a place in it. */
function showFile({ url, type, name }: ResolvedFile, mark: (anchor: Anchor) => void): ShownFile {
  const src = url ?? "";
  const none = { shown: null, draw: () => {} };
  if (type?.startsWith("image/") && !type.includes("svg")) {
    const image = el("img", { src, alt: name ?? "", loading: "lazy" });
    return marking(image, () => ({ width: image.naturalWidth, height: image.naturalHeight }), mark);
  }
  if (type?.startsWith("video/")) {
    const video = el("video", { src, controls: "", preload: "metadata" });
    return { shown: el("div", {}, video, timeButton(video, mark)), draw: () => {} };
  }
  if (type?.startsWith("audio/")) {
    const audio = el("audio", { src, controls: "", preload: "metadata" });
    return { shown: el("div", {}, audio, timeButton(audio, mark)), draw: () => {} };
  }
  if (type?.startsWith("application/pdf")) {
    const page = el("input", { type: "number", min: "1", step: "1", "aria-label": "Page of the remark" });
    page.addEventListener("change", () => {
      const number = Number(page.value);
      mark(Number.isInteger(number) && number > 0 ? { type: "general", page: number } : { type: "general" });
    });
    return { shown: el("label", {}, "Page ", page), draw: () => {} };
  }
  return none;
}

function timeButton(player: HTMLMediaElement, mark: (anchor: Anchor) => void): HTMLElement {
  return button("Remark on this moment", { class: "quiet" }, () => {
    player.pause();
    mark({ type: "general", time: Math.round(player.currentTime * 1000) / 1000 });
  });
}

/** A click marks a point, a drag a rectangle; both as parts of the picture. */
function marking(
  image: HTMLImageElement,
  size: () => { width: number; height: number },
  mark: (anchor: Anchor) => void,
): ShownFile {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 1 1");
  svg.setAttribute("preserveAspectRatio", "none");
  const shown = el("div", { class: "shown" }, image, svg);
  let from: Point | null = null;
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = image.getBoundingClientRect();
    const part = (at: number, start: number, length: number) =>
      Math.min(1, Math.max(0, Math.round(((at - start) / (length || 1)) * 1e4) / 1e4));
    return { x: part(clientX, box.left, box.width), y: part(clientY, box.top, box.height) };
  };
  image.draggable = false;
  image.addEventListener("pointerdown", (event) => {
    from = pointOf(event);
  });
  image.addEventListener("pointerup", (event) => {
    const { width, height } = size();
    if (!from || width === 0 || height === 0) return;
    const to = pointOf(event);
    const isDrag = Math.abs(to.x - from.x) > 0.02 || Math.abs(to.y - from.y) > 0.02;
    mark({ type: isDrag ? "rect" : "point", points: isDrag ? [from, to] : [to], width, height });
    from = null;
  });
  const draw = (anchors: readonly Anchor[]) => {
    svg.replaceChildren(...anchors.flatMap(shapeOf));
  };
  return { shown, draw };
}

function shapeOf({ type, points = [] }: Anchor): SVGElement[] {
  const list = points.map((point) => (Array.isArray(point) ? { x: Number(point[0]), y: Number(point[1]) } : point));
  const [first, second] = list;
  if (!first || type === "general") return [];
  const make = (name: string, attributes: Record<string, number | string>) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
    for (const [key, value] of Object.entries({ ...attributes, "vector-effect": "non-scaling-stroke" }))
      made.setAttribute(key, String(value));
    return made;
  };
  if (type === "rect" && second) {
    const x = Math.min(first.x, second.x);
    const y = Math.min(first.y, second.y);
    return [make("rect", { x, y, width: Math.abs(first.x - second.x), height: Math.abs(first.y - second.y) })];
  }
  if (type === "point") return [make("ellipse", { cx: first.x, cy: first.y, rx: 0.015, ry: 0.015 })];
  return [make("polyline", { points: list.map(({ x, y }) => `${x},${y}`).join(" ") })];
}
