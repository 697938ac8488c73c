// Chooses how a refusal looks on the surface that the operation speaks on.

import { type Refusal, refuse } from "../../kernel/plugin.ts";
import type { RefusalCode } from "../../kernel/ports/base.ts";
import type { ErrorFormat } from "../../kernel/ports/operation.ts";
import { renderContent } from "./content.ts";
import { renderForm } from "./form.ts";
import { renderOauth } from "./oauth.ts";
import { renderPage } from "./page.ts";
import type { Rendering } from "./rendering.ts";
import { answerScimError, renderScim } from "./scim.ts";
import { renderService, renderUpload } from "./service.ts";

const ERROR_FORMATS: Readonly<Record<ErrorFormat, (refusal: Refusal, rendering: Rendering) => Response>> = {
  service: renderService,
  upload: renderUpload,
  page: renderPage,
  content: renderContent,
  oauth: renderOauth,
  scim: renderScim,
  form: renderForm,
};

/** Renders a refusal. */
export function renderRefusal(error_format: ErrorFormat, refusal: Refusal, rendering: Rendering): Response {
  return ERROR_FORMATS[error_format](refusal, rendering);
}

/** The error format of an address of the app host at which nothing is. */
export function errorFormatOfAddress(pathname: string): ErrorFormat {
  if (/^\/scim\b/.test(pathname)) return "scim";
  return /^\/(api|mcp|oauth|\.well-known)\b/.test(pathname) ? "service" : "page";
}

/** The answer to a fault of ours: the request id and nothing of the inside. */
export function renderFault(error_format: ErrorFormat, rendering: Rendering): Response {
  const said = error_format === "upload" ? "detail" : "error";
  const message = `something went wrong on our side; tell the operator request id ${rendering.request_id}`;
  if (error_format === "page") {
    const page = renderPage(refuse.unavailable(message), rendering);
    return new Response(page.body, { status: 500, headers: page.headers });
  }
  if (error_format === "scim") return answerScimError(500, { detail: message, request_id: rendering.request_id });
  const code: RefusalCode = "internal";
  const body =
    error_format === "oauth" ? { error: "server_error", error_description: message } : { [said]: message, code };
  return Response.json({ ...body, request_id: rendering.request_id }, { status: 500 });
}
