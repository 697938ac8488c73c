// Colours code in the languages that a document is likely to hold;
// a language we do not know stays plain and is never guessed.
import type { ElementContent } from "hast";
import clojure from "highlight.js/lib/languages/clojure";
import cmake from "highlight.js/lib/languages/cmake";
import dart from "highlight.js/lib/languages/dart";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import dos from "highlight.js/lib/languages/dos";
import elixir from "highlight.js/lib/languages/elixir";
import erlang from "highlight.js/lib/languages/erlang";
import groovy from "highlight.js/lib/languages/groovy";
import haskell from "highlight.js/lib/languages/haskell";
import http from "highlight.js/lib/languages/http";
import julia from "highlight.js/lib/languages/julia";
import latex from "highlight.js/lib/languages/latex";
import nginx from "highlight.js/lib/languages/nginx";
import nix from "highlight.js/lib/languages/nix";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import protobuf from "highlight.js/lib/languages/protobuf";
import scala from "highlight.js/lib/languages/scala";
import x86asm from "highlight.js/lib/languages/x86asm";
import { common, createLowlight } from "lowlight";
import { contentOf } from "../html/element.ts";

const lowlight = createLowlight({
  ...common,
  ...{ clojure, cmake, dart, dockerfile, dos, elixir, erlang, groovy, haskell, http, julia, latex, nginx, nix },
  ...{ powershell, properties, protobuf, scala, x86asm },
});

/** Longer code is shown plain: colours do not help there, and the page would grow tenfold. */
const HIGHLIGHTED_LENGTH_MAX = 256 * 1024;

/** The coloured tree of `code`, or null when the language is unknown or the code too long. */
export function highlight(code: string, language: string): ElementContent[] | null {
  const name = language.toLowerCase();
  if (code.length > HIGHLIGHTED_LENGTH_MAX || !lowlight.registered(name)) return null;
  return contentOf(lowlight.highlight(name, code).children);
}

/** Whether code in a language is coloured. */
export function highlights(language: string): boolean {
  return lowlight.registered(language);
}

/** The language in the info string of a fence: its first word, so that `rust,ignore` is `rust`. */
export function languageOf(info: string): string {
  return /^[^\s,{:]*/.exec(info)?.[0] ?? "";
}
