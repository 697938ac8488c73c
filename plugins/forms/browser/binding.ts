// Binds the inputs of a page's form to its answer:
// what is written is saved, what was saved is shown, and sending completes it.
import { UNREAD } from "../words.ts";
import type { Config, FieldConfig } from "./config.ts";
import { controlsOf, isSame, isUnread, prefillOf, readField, writeField } from "./inputs.ts";
import { filesOf, mountAttachment } from "./media.ts";
import { mountReview } from "./review.ts";
import { type Answer, isLasting, type Patch, type Session } from "./session.ts";
import { FormError } from "./transport.ts";
import { againWith, takeUnsent } from "./unsent.ts";
import { listen } from "./voice.ts";

/** Between the last key and the save. */
const PAUSE_MS = 700;
const RETRY_MS_MAX = 30_000;

/** What a page shows of the state of its answer. */
export interface Faces {
  saving(): void;
  saved(): void;
  /** Nothing is lost: it is tried again. `again` loads the page anew with what was written; null where that is too much. */
  unsaved(error: unknown, again: Again): void;
  faults(faults: readonly { key: string; code: string; message: string }[], options: { focus: boolean }): void;
  /** A field is being put right. */
  touched(field: FieldConfig): void;
  sending(is: boolean): void;
  /** The answer is in. */
  sent(): void;
  failed(error: unknown, again: Again): void;
}

export type Again = (() => void) | null;

export function bindForm(
  form: HTMLFormElement,
  { config, session, faces }: { config: Config; session: Session; faces: Faces },
): void {
  const fields = new Map(config.fields.map((field) => [field.key, field]));
  const dirty = new Set<string>();
  let prefilled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = 1000;
  let isSending = false;

  function changes(): Patch {
    const { data } = session.current();
    const read = config.fields.map((field) => [field, readField(form, field)] as const);
    return Object.fromEntries(
      read.flatMap(([{ key }, value]) => (value === undefined || isSame(value, data[key]) ? [] : [[key, value]])),
    );
  }

  /** Files and remarks are kept as they come. */
  function again(): Again {
    const typed = Object.entries(changes()).filter(([key]) => {
      const type = fields.get(key)?.type;
      return type !== "attachment" && type !== "review";
    });
    return againWith(Object.fromEntries(typed), session.resume);
  }

  function take(): Patch {
    const keys = [...dirty];
    dirty.clear();
    return Object.fromEntries(
      keys.flatMap((key) => {
        const field = fields.get(key);
        const value = field && readField(form, field);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }

  function saveSoon(after = PAUSE_MS): void {
    clearTimeout(timer);
    if (config.autosave) timer = setTimeout(() => void saveNow(), after);
  }

  async function saveNow(options: { leaving?: boolean } = {}): Promise<void> {
    clearTimeout(timer);
    if (dirty.size === 0 || isSending || !config.autosave) return;
    const patch = take();
    faces.saving();
    try {
      await session.save(patch, options);
      wait = 1000;
      if (dirty.size === 0) faces.saved();
    } catch (error) {
      const isRefused = error instanceof FormError && error.fields.length > 0;
      if (isRefused) {
        faces.faults(error.fields, { focus: false });
        return;
      }
      for (const key of Object.keys(patch)) dirty.add(key);
      faces.unsaved(error, again());
      if (!isLasting(error)) {
        saveSoon(wait);
        wait = Math.min(RETRY_MS_MAX, wait * 2);
      }
    }
  }

  /** Leaves out what was changed here and is not saved: the answer, as another window left it, does not have it yet. */
  function show({ data }: Answer): void {
    for (const field of config.fields) {
      const isChanged = dirty.has(field.key) || session.isUnsaved(field.key);
      if (!isChanged && Object.hasOwn(data, field.key)) writeField(form, field, data[field.key]);
    }
  }

  function prefill(): void {
    if (prefilled) return;
    prefilled = true;
    const search = new URLSearchParams(location.search);
    const { data } = session.current();
    for (const field of config.fields) {
      const value = prefillOf(field, search);
      if (value === undefined || Object.hasOwn(data, field.key) || dirty.has(field.key)) continue;
      writeField(form, field, value);
      // Kept with the first thing that somebody writes: opening a link answers nothing.
      dirty.add(field.key);
    }
  }

  for (const [key, value] of Object.entries(takeUnsent(session.resume))) {
    const field = fields.get(key);
    if (!field) continue;
    writeField(form, field, value);
    dirty.add(key);
  }

  form.addEventListener("input", ({ target }) => note(target, PAUSE_MS));
  form.addEventListener("change", ({ target }) => note(target, 0));
  function note(target: EventTarget | null, after: number): void {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    const field = name === null ? undefined : fields.get(name);
    if (!field || isSending) return;
    dirty.add(field.key);
    faces.touched(field);
    saveSoon(after);
  }

  // Files and remarks are told of by those who keep them.
  const shows = new Map<string, () => void>();
  for (const container of form.ownerDocument.querySelectorAll<HTMLElement>("[data-service-media]")) {
    const field = fields.get(container.dataset["serviceMedia"] ?? "");
    const input = field && controlsOf(form, field.key).find((one) => one instanceof HTMLInputElement);
    if (!field || !(input instanceof HTMLInputElement) || !config.autosave) continue;
    const part = { container, input, field };
    const changed = async (value: readonly unknown[]) => {
      faces.touched(field);
      faces.saving();
      await session.save({ [field.key]: value.length === 0 ? null : value });
      faces.saved();
      for (const review of config.fields) if (review.attachment_field === field.key) shows.get(review.key)?.();
    };
    if (field.type === "attachment") mountAttachment(part, { config, session, changed });
    if (field.type === "review") {
      const attached = () => filesOf(session.current().data[field.attachment_field ?? ""]);
      shows.set(field.key, mountReview(part, { config, session, attached, changed }));
    }
  }

  form.addEventListener("submit", (event) => {
    // A page's own script that took the answer has seen to it.
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (!isSending) void send();
  });

  async function send(): Promise<void> {
    const unread = config.fields.filter((field) => isUnread(form, field));
    if (unread.length > 0) {
      return faces.faults(
        unread.map(({ key }) => ({ key, code: UNREAD, message: "" })),
        { focus: true },
      );
    }
    clearTimeout(timer);
    isSending = true;
    faces.sending(true);
    try {
      await session.loaded();
      dirty.clear();
      await session.complete(config.autosave ? changes() : withoutNothing(changes()));
      faces.sent();
    } catch (error) {
      if (error instanceof FormError && error.fields.length > 0) faces.faults(error.fields, { focus: true });
      else faces.failed(error, again());
      keepTrying(error);
    } finally {
      isSending = false;
      faces.sending(false);
    }
  }

  /** What could not be sent is saved as soon as it can be: whoever leaves the page finds it there again. */
  function keepTrying(error: unknown): void {
    if (!config.autosave || isLasting(error)) return;
    for (const key of Object.keys(changes())) dirty.add(key);
    saveSoon(wait);
  }

  listen("service:restored", () => {
    show(session.current());
    for (const reshow of shows.values()) reshow();
  });
  session.ready.then(prefill, () => {});
  if (!config.autosave) prefill();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void saveNow({ leaving: true });
  });
  listen("online", () => void saveNow());
}

function withoutNothing(patch: Patch): Patch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
}
