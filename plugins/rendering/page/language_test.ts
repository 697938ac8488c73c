// Proves that a page says the language that it is surely in, and none that it may not be in.
import { expect, test } from "bun:test";
import { renderMarkdownPage } from "../markdown/markdown_page.ts";

const GERMAN =
  "Der Dienst veröffentlicht Dokumente und teilt sie genau so weit, wie man es möchte. Jede Fassung bleibt erhalten, und wer den Verweis kennt, kann lesen, was dort steht. Ordner werden abgeglichen, und relative Verweise führen dorthin, wohin sie auf der Platte führen. Wer etwas löscht, findet es sieben Tage lang im Papierkorb wieder.";
const ENGLISH =
  "The service publishes documents and shares them exactly as far as you want. Every version is kept, and whoever knows the link can read what stands there. Folders are kept in sync, and relative links lead where they lead on the disk. What somebody deletes stays in the trash for seven days, and then it is gone for good.";
const ARABIC =
  "تنشر الخدمة المستندات وتشاركها بالقدر الذي تريده تماما. يتم الاحتفاظ بكل إصدار ويمكن لأي شخص يعرف الرابط قراءة ما هو مكتوب هناك. تتم مزامنة المجلدات وتؤدي الروابط النسبية إلى حيث تؤدي على القرص. ما يتم حذفه يبقى سبعة أيام في سلة المهملات قبل أن يختفي تماما من الخدمة ولا يمكن استعادته بعد ذلك أبدا. من يريد أن يكتب معنا فليطلب الدعوة من صاحب المكان، وسوف يصل إليه البريد في وقت قصير.";
const JAPANESE =
  "このサービスは文書を公開し、望む範囲だけで共有します。すべての版が保存され、リンクを知っている人は誰でも内容を読むことができます。";

async function htmlTagOf(markdown: string): Promise<string> {
  const { html } = await renderMarkdownPage(markdown, { title: null });
  return /<html[^>]*>/.exec(new TextDecoder().decode(html))?.[0] ?? "";
}

test.each([
  ["German", GERMAN, '<html lang="de">'],
  ["English", ENGLISH, '<html lang="en">'],
  ["Arabic, from the right", ARABIC, '<html lang="ar" dir="rtl">'],
  ["Japanese", JAPANESE.repeat(6), '<html lang="ja">'],
  ["a little Arabic, from the right", "# مرحبا\n\nأهلا بكم", '<html lang="ar" dir="rtl">'],
  ["a little Hebrew, from the right", "שלום עולם, npm", '<html lang="he" dir="rtl">'],
  ["a little Persian, from the right", "سلام، چطوری؟", '<html lang="fa" dir="rtl">'],
  ["a little Japanese", JAPANESE, '<html lang="ja">'],
  ["a little Greek", "Καλημέρα κόσμε", '<html lang="el">'],
  ["the front matter's, whatever the text is in", `---\nlang: fr\n---\n\n${GERMAN}`, '<html lang="fr">'],
])("a page in %s says so", async (_, markdown, tag) => {
  expect(await htmlTagOf(markdown)).toBe(tag);
});

test.each([
  ["a few words", "Guten Tag, das ist ein kurzer Satz."],
  ["two languages in equal parts", `${GERMAN}\n\n${ENGLISH}`],
  ["English with a word from the right", "The word שלום means peace and is a greeting."],
  ["code", `\`\`\`\n${GERMAN}\n\`\`\``],
  ["names and numbers", "npm 12.0 git@x.example/a Ab1 Cd2 ".repeat(40)],
])("%s stay as they were: English", async (_, markdown) => {
  expect(await htmlTagOf(markdown)).toBe('<html lang="en">');
});
