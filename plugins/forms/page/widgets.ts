// The widget of each field of a form's page:
// it works without script where it can, and the page's script makes it better.
import { type Html, html, type JsonValue } from "../../../kernel/plugin.ts";
import type { Field } from "../../databases/port.ts";

/** One field with its label, its hint and the place for what is wrong with it. */
export function renderField(field: Field, index: number): Html {
  const place = placeOf(field, index);
  const { type } = field;
  if (type === "checkbox") return renderCheck(field, place);
  if (type === "multi_select") return renderChoices(field, place);
  if (type === "attachment" || type === "review") return renderMedia(field, place);
  return html`<div class="field" data-field="${field.key}">
<label for="${place.id}">${nameOf(field)}</label>${place.hint}
${renderInput(field, place)}
${place.fault}</div>`;
}

interface Place {
  id: string;
  hint: Html | null;
  fault: Html;
  described: string;
}

function placeOf(field: Field, index: number): Place {
  const text = hintOf(field);
  const ids = text === null ? `e-${index}` : `h-${index} e-${index}`;
  return {
    id: `f-${index}`,
    hint: text === null ? null : html`<p class="hint" id="h-${index}">${text}</p>`,
    fault: html`<p class="fault" id="e-${index}" hidden></p>`,
    described: ids,
  };
}

function nameOf({ label, required }: { label: string; required?: boolean }): Html {
  return html`<span dir="auto">${label}</span>${required && html` <span class="must">required</span>`}`;
}

/** Everything but what a browser says by itself. */
function hintOf(field: Field): string | null {
  switch (field.type) {
    case "datetime":
      return "Date, time and time zone, such as 2030-03-01T12:00:00+01:00";
    case "json":
      return 'A JSON object or array, such as {"rooms": [1, 2]}';
    case "url":
      return "With https:// at the beginning";
    case "attachment":
      return attachmentHint(field);
    default:
      return null;
  }
}

function attachmentHint({ max_files = 1, max_file_bytes, accept = [] }: Field): string {
  const many = max_files === 1 ? "One file" : `Up to ${max_files} files`;
  const size = max_file_bytes === undefined ? "" : ` of at most ${bytesInWords(max_file_bytes)}`;
  return `${many}${size}${accept.length === 0 ? "" : `: ${accept.join(", ")}`}`;
}

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

function bytesInWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Math.floor((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`;
}

/** The attributes that all inputs of a field have. */
function common({ key, required }: Field, { id, described }: Place): Html {
  return html`id="${id}" name="${key}" aria-describedby="${described}"${required && html` required`}`;
}

function renderInput(field: Field, place: Place): Html {
  const own = common(field, place);
  const preset = presetOf(field.default);
  switch (field.type) {
    case "long_text":
      return html`<textarea ${own} rows="5" dir="auto">
${preset}</textarea>`;
    case "json":
      return html`<textarea ${own} rows="4" dir="ltr" class="code" spellcheck="false" autocomplete="off">
${preset}</textarea>`;
    case "select":
      return renderSelect(field, own);
    case "number":
      return html`<input type="number" step="any" ${own} value="${preset}">`;
    case "date":
      return html`<input type="date" ${own} value="${preset}">`;
    case "datetime":
      return html`<input type="text" ${own} value="${preset}" dir="ltr" autocomplete="off" data-datetime>`;
    case "email":
      return html`<input type="email" ${own} value="${preset}" dir="ltr" autocomplete="email">`;
    case "url":
      return html`<input type="url" ${own} value="${preset}" dir="ltr" autocomplete="url" inputmode="url">`;
    default:
      return html`<input type="text" ${own} value="${preset}" dir="auto">`;
  }
}

function presetOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function renderSelect({ options = [], default: preset }: Field, own: Html): Html {
  const choices = options.map(
    (option) => html`<option value="${option}"${option === preset && html` selected`}>${option}</option>`,
  );
  return html`<select ${own}><option value="">Choose…</option>${choices}</select>`;
}

/** Ticked or not, it has an answer: nothing is asked of who leaves it as it is. */
function renderCheck(field: Field, place: Place): Html {
  const { key, label, default: preset } = field;
  return html`<div class="field" data-field="${key}">
<label class="option"><input type="checkbox" id="${place.id}" name="${key}" value="true" aria-describedby="${place.described}"${preset === true && html` checked`}> ${nameOf({ label })}</label>
${place.fault}</div>`;
}

/** A group of boxes cannot be required without script: each would be by itself. */
function renderChoices(field: Field, { id, described, fault }: Place): Html {
  const { key, options = [], default: preset } = field;
  const chosen = Array.isArray(preset) ? preset : [];
  const boxes = options.map(
    (option, at) =>
      html`<label class="option"><input type="checkbox" id="${id}-${at}" name="${key}" value="${option}"${chosen.includes(option) && html` checked`}> <span dir="auto">${option}</span></label>`,
  );
  return html`<fieldset class="field" data-field="${key}" id="${id}" tabindex="-1" aria-describedby="${described}">
<legend>${nameOf(field)}</legend>
<div class="options">${boxes}</div>
${fault}</fieldset>`;
}

function renderMedia(field: Field, { id, described, hint, fault }: Place): Html {
  const { key } = field;
  return html`<fieldset class="field" data-field="${key}" id="${id}" tabindex="-1" aria-describedby="${described}">
<legend>${nameOf(field)}</legend>${hint}
<div class="media" data-service-media="${key}"><input type="hidden" name="${key}" value=""><noscript><p class="hint">This part of the form needs script.</p></noscript></div>
${fault}</fieldset>`;
}
