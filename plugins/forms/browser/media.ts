// Files of attachment fields in a form's page: chosen, checked, sent with their progress, shown and taken away again.
import type { Config, FieldConfig, FileRef } from "./config.ts";
import { button, el } from "./elements.ts";
import type { Session } from "./session.ts";
import { FormError, post, put } from "./transport.ts";

/** A file that can be shown. */
export interface ResolvedFile extends FileRef {
  available: boolean;
  name: string | null;
  type: string | null;
  size: number | null;
  url: string | null;
}

/** Asks for what shows files; what is not there, or not this respondent's, is told as such. */
export async function resolveFiles(
  config: Config,
  session: Session,
  files: readonly FileRef[],
): Promise<ResolvedFile[]> {
  if (files.length === 0) return [];
  const { files: resolved } = await post(config.media, { token: config.token, resume_token: session.resume, files });
  return Array.isArray(resolved) ? resolved : [];
}

export function filesOf(value: unknown): FileRef[] {
  return Array.isArray(value) ? value : [];
}

interface Part {
  container: HTMLElement;
  input: HTMLInputElement;
  field: FieldConfig;
}

/** Makes the container of an attachment field work. `changed` is told of each new list of files. */
export function mountAttachment(
  { container, input, field }: Part,
  { config, session, changed }: { config: Config; session: Session; changed(files: FileRef[]): Promise<void> },
): void {
  const list = el("ul", { class: "files" });
  const said = el("p", { class: "fault", role: "alert", hidden: "" });
  const most = field.max_files ?? 1;
  const picker = el("input", { type: "file", "aria-label": field.label });
  picker.multiple = most > 1;
  picker.accept = (field.accept ?? []).join(",");
  const label = el("label", { class: "pick" }, picker, most > 1 ? "Add files" : "Choose a file");
  container.append(list, label, said);
  let files: FileRef[] = [];
  let shown = 0;
  let sending = 0;

  function say(text: string): void {
    said.textContent = text;
    said.hidden = text === "";
  }

  function update(): void {
    input.value = files.length === 0 ? "" : JSON.stringify(files);
    const isFull = files.length + sending >= most;
    label.hidden = isFull;
    picker.disabled = isFull;
  }

  async function keep(next: FileRef[]): Promise<void> {
    files = next;
    update();
    await changed(files);
  }

  async function show(): Promise<void> {
    const round = ++shown;
    const resolved = await resolveFiles(config, session, files).catch(() => []);
    if (round !== shown) return;
    for (const row of [...list.querySelectorAll("[data-kept]")]) row.remove();
    list.prepend(
      ...files.map((file, at) => {
        const about = resolved[at];
        const name = about?.name ?? file.path.split("/").at(-1) ?? file.path;
        const text = about?.url ? el("a", { href: about.url, target: "_blank", rel: "noopener" }, name) : name;
        const remove = button("Remove", { class: "quiet", "aria-label": `Remove ${name}` }, () => {
          void keep(files.filter((one) => one !== file))
            .then(show)
            .catch((error: unknown) => say(wordsOf(error)));
          picker.focus();
        });
        return el("li", { "data-kept": "" }, el("span", { dir: "auto" }, text), remove);
      }),
    );
  }

  async function send(file: File, id: string, row: HTMLElement): Promise<void> {
    const bar = el("progress", { max: "1", value: "0", "aria-label": `${file.name}, sent` });
    const work = await session.proof();
    const stop = button("Stop", { class: "quiet" }, () => sent.cancel());
    row.replaceChildren(el("span", { dir: "auto" }, file.name), stop, bar);
    const sent = put({
      url: `${config.media}/upload/${encodeURIComponent(field.key)}`,
      file,
      headers: {
        "x-service-form-token": config.token,
        "x-service-resume-token": session.resume,
        "x-service-filename": encodeURIComponent(file.name),
        "x-service-upload-id": id,
        ...(work !== null && { "x-service-form-work": work }),
      },
      progress: (share) => {
        bar.value = share;
      },
    });
    try {
      const { file: ref } = await sent.done;
      row.remove();
      sending--;
      await keep([...files, ref as FileRef]);
      await show();
    } catch (error) {
      if (!row.isConnected) return say(wordsOf(error));
      const again = button("Try again", { class: "quiet" }, () => void send(file, id, row));
      const leave = button("Leave out", { class: "quiet" }, () => {
        row.remove();
        sending--;
        update();
      });
      const faulty = el("p", { class: "fault" }, wordsOf(error));
      row.replaceChildren(el("span", { dir: "auto" }, file.name), el("span", { class: "row" }, again, leave), faulty);
    }
  }

  picker.addEventListener("change", () => {
    say("");
    const chosen = [...(picker.files ?? [])];
    picker.value = "";
    for (const file of chosen) {
      const fault = files.length + sending >= most ? `At most ${most} files are taken.` : findFault(field, file);
      if (fault !== null) {
        say(`${file.name}: ${fault}`);
        continue;
      }
      sending++;
      const row = el("li", {});
      list.append(row);
      void send(file, uploadId(), row);
    }
    update();
  });
  input.addEventListener("service:written", () => {
    files = filesOf(input.value === "" ? [] : JSON.parse(input.value));
    update();
    void show();
  });
}

function findFault({ accept = [], max_file_bytes }: FieldConfig, file: File): string | null {
  const name = file.name.toLowerCase();
  if (accept.length > 0 && !accept.some((ending) => name.endsWith(ending)))
    return `only ${accept.join(", ")} are taken.`;
  if (max_file_bytes !== undefined && file.size > max_file_bytes) return `it has more than ${max_file_bytes} bytes.`;
  return file.size === 0 ? "it is empty." : null;
}

function uploadId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function wordsOf(error: unknown): string {
  if (!(error instanceof FormError)) return "That did not work.";
  if (error.status === 0) return error.message === "it was stopped" ? "It was stopped." : "There is no connection.";
  const [fault] = error.fields;
  const text = fault?.message ?? error.message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
