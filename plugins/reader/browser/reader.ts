// Keeps frames on a document's page as high as what they show, says when somebody has written a newer version,
// and shows the document to whoever waits to be let in.

const POLL_MS = 30_000;
/** Of a request that waits, as `poll_after` says. */
const LOOK_EVERY_MS = 5_000;

/** A frame tells how high it is and what link is followed; its origin is nobody's, so it is known by its window. */
addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>("iframe.shown")].find(
    ({ contentWindow }) => contentWindow === source,
  );
  if (!frame) return;
  const height: unknown = data?.frame_height;
  if (typeof height === "number" && height > 0) {
    frame.style.height = `${Math.min(Math.ceil(height) + 2, 20_000)}px`;
    frame.contentWindow?.postMessage({ frame_links: "mine" }, "*");
  }
  if (typeof data?.frame_link === "string") openLink(data.frame_link);
});

/** The segment of an address that opens its parts to one reader. */
const CAPABILITY = /^(\/d\/[^/]+)\/~[^/]+/;

/** Beside this page, as it lies there for everybody; the browser opens nothing that nobody clicked. */
function openLink(href: string): void {
  if (!URL.canParse(href)) return;
  const address = new URL(href);
  if (!["http:", "https:", "mailto:"].includes(address.protocol)) return;
  if (CAPABILITY.test(address.pathname)) {
    address.pathname = address.pathname.replace(CAPABILITY, "$1");
    address.search = "";
  }
  open(address, "_blank", "noopener");
}

async function look(): Promise<void> {
  const note = document.querySelector<HTMLElement>("[data-newer][hidden]");
  if (!note || document.hidden) return;
  const answer = await fetch(note.dataset["newer"] ?? "").catch(() => null);
  if (!answer?.ok) return;
  const { versions } = (await answer.json()) as { versions: { version: number; current: boolean }[] };
  const current = versions.find((one) => one.current)?.version ?? 0;
  if (current > Number(note.dataset["version"])) note.hidden = false;
}

setInterval(() => void look(), POLL_MS);
document.addEventListener("visibilitychange", () => void look());

/** Looks as often as the server says whether a request is decided; nobody looks at a tab in the background. */
async function wait(): Promise<void> {
  const waiting = document.querySelector<HTMLElement>("[data-waiting]");
  if (waiting && !document.hidden && (await isDecided(waiting.dataset["waiting"] ?? ""))) return location.reload();
  setTimeout(() => void wait(), LOOK_EVERY_MS);
}

async function isDecided(address: string): Promise<boolean> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return answer?.status === 401;
  const { status } = (await answer.json()) as { status: string };
  return status !== "pending";
}

void wait();
