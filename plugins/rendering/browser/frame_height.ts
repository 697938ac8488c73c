// The script that tells the page around a framed document how high the document is, so that its frame can be as high,
// and which link somebody follows. It runs in an origin of nobody and reads nothing.

/** Growth that only follows the frame's own, so often, is the document filling whatever it gets. */
const FOLLOWED_MAX = 2;
/** Without a doctype, where whoever says nothing of their height fill the window (Quirks Mode Standard, 3.6 and 3.7). */
const isQuirky = document.compatMode === "BackCompat";
/** Gives way to whatever the document itself says of its height. */
const UNFILLED = ":where(html, body) { height: fit-content }";

let told = 0;
let width = innerWidth;
let isResized = false;
let followed = 0;

function measureHeight(): number {
  const content = isQuirky ? Math.max(measureUnfilled(), measureParts()) : measureBoxes();
  const scrolled = document.scrollingElement ?? document.documentElement;
  // What overflows shows in the scrolled height, which is never less than the window's.
  return Math.ceil(scrolled.scrollHeight > scrolled.clientHeight ? Math.max(content, scrolled.scrollHeight) : content);
}

function measureBoxes(): number {
  const { documentElement: root, body } = document;
  return Math.max(...[root, body ?? root].map((box) => Math.max(box.getBoundingClientRect().height, reachOf(box))));
}

/** How far down goes what overflows a box; nothing of the one whose measures stand for the window's. */
function reachOf(box: HTMLElement): number {
  return box === document.scrollingElement ? 0 : box.getBoundingClientRect().top + scrollY + box.scrollHeight;
}

/** The same as in a document with a doctype. The sheet is gone before anything is drawn, and changes no element. */
function measureUnfilled(): number {
  const before = document.adoptedStyleSheets;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(UNFILLED);
  document.adoptedStyleSheets = [...before, sheet];
  const height = measureBoxes();
  document.adoptedStyleSheets = before;
  return height;
}

/** How far down what stands in the body reaches: a part of it that is as high as the window means to be seen. */
function measureParts(): number {
  const parts = document.createRange();
  parts.selectNodeContents(document.body ?? document.documentElement);
  return parts.getBoundingClientRect().bottom + scrollY;
}

function sendHeight(): void {
  const height = measureHeight();
  if (height === told || document.fullscreenElement) return;
  const isByFrame = isResized && innerWidth === width;
  isResized = false;
  width = innerWidth;
  if (isByFrame && height > told) followed += 1;
  if (followed > FOLLOWED_MAX) return;
  told = height;
  // The page around has no secret in what it is told, and its origin is not to be known here.
  parent.postMessage({ frame_height: height }, "*");
}

/** A body that fills the window is as high as before when what stands in it shrinks. */
function watchParts(body: HTMLElement, watching: ResizeObserver): void {
  const watchAll = () => {
    for (const part of body.children) watching.observe(part);
    sendHeight();
  };
  new MutationObserver(watchAll).observe(body, { childList: true });
  watchAll();
}

/** A link leads nowhere in a frame that shows one document: the page around, where it says that it does, opens it beside. */
function handOnLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement || one instanceof HTMLAreaElement);
  if (!link?.href || link.hasAttribute("download") || link.protocol === "javascript:") return;
  const [page] = link.href.split("#");
  if (link.hash && page === location.href.split("#")[0]) return;
  event.preventDefault();
  parent.postMessage({ frame_link: link.href }, "*");
}

if (parent !== self) {
  const watching = new ResizeObserver(sendHeight);
  watching.observe(document.documentElement);
  if (document.body) watching.observe(document.body);
  if (document.body && isQuirky) watchParts(document.body, watching);
  addEventListener("load", sendHeight);
  addEventListener("resize", () => {
    isResized = true;
    requestAnimationFrame(sendHeight);
  });
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.frame_links === "mine") addEventListener("click", handOnLink);
    if (source !== parent || data?.frame_height !== "?") return;
    told = 0;
    sendHeight();
  });
}
