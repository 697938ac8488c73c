// The script that tells the page around a framed document how high the document is, so that its frame can be as high. It runs in an origin of nobody and reads nothing.

/** Growth that only follows the frame's own, so often, is the document filling whatever it gets. */
const FOLLOWED_MAX = 2;

let told = 0;
let width = innerWidth;
let isResized = false;
let followed = 0;

function measureHeight(): number {
  const { documentElement: root, body } = document;
  const content = Math.max(root.getBoundingClientRect().height, body?.getBoundingClientRect().height ?? 0);
  // What overflows shows in the scrolled height, which is never less than the window's.
  return Math.ceil(root.scrollHeight > root.clientHeight ? Math.max(content, root.scrollHeight) : content);
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

if (parent !== self) {
  const watching = new ResizeObserver(sendHeight);
  watching.observe(document.documentElement);
  if (document.body) watching.observe(document.body);
  addEventListener("load", sendHeight);
  addEventListener("resize", () => {
    isResized = true;
    requestAnimationFrame(sendHeight);
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.frame_height !== "?") return;
    told = 0;
    sendHeight();
  });
}
