// Keeps frames on a document's page as high as what they show, says when somebody has written a newer version,
// and shows the document to whoever waits to be let in.

const POLL_MS = 30_000;
/** Of a request that waits, as `poll_after` says. */
const LOOK_EVERY_MS = 5_000;

/** A frame tells how high it is; its origin is nobody's, so it is known by its window. */
addEventListener("message", ({ source, data }) => {
  const height: unknown = data?.frame_height;
  if (typeof height !== "number" || !(height > 0)) return;
  for (const frame of document.querySelectorAll<HTMLIFrameElement>("iframe.shown"))
    if (frame.contentWindow === source) frame.style.height = `${Math.min(Math.ceil(height) + 2, 20_000)}px`;
});

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
