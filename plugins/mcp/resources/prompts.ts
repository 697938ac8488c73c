// Prompts that a person picks by name:
// what to publish, change, link or review, in words that lead a model through the tools.
import { countCharacters, isLongerThan, refuse } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";

/** What a person fills in. */
export interface PromptArgument {
  name: string;
  description: string;
  required?: true;
}

export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** The tools that its words speak of; without one of them it is not offered. */
  tools: readonly string[];
  /** Its words; arguments left out are undefined. */
  says(given: Readonly<Record<string, string | undefined>>): string;
}

const DOCUMENT: PromptArgument = {
  name: "document",
  description: "The document's link, alias or id.",
  required: true,
};

const FINDING =
  "Find its doc_id first: resolve_link takes a link, an alias or an id. If it finds nothing, look through list_docs with view all; if nothing fits, say so and stop.";

export const PROMPTS: readonly Prompt[] = [
  {
    name: "publish_conversation",
    title: "Publish this conversation",
    description: "Write up this conversation as a document and hand out its link.",
    arguments: [
      { name: "title", description: "The document's title; without it, one is chosen." },
      { name: "readers", description: "Who shall be able to open it, in your words; without it, you alone." },
      { name: "folder", description: "Where to put it, such as Notes/2026; without it, the top." },
    ],
    tools: ["publish_markdown"],
    says: ({ title, readers, folder }) =>
      lines(
        "Write up our conversation as one markdown document and publish it with publish_markdown.",
        "Keep decisions, results, open questions and sources, with code and figures in full; leave out small talk, detours and anything that reads like a secret.",
        `Begin with a heading${title ? ` that says: ${title}` : " that tells what it is about"}, then a summary of three sentences.`,
        folder && `Put it in the folder: ${folder}`,
        readers
          ? `These people shall be able to open it: ${readers}. Choose the narrowest visibility that lets them in.`
          : "Leave its visibility as it is by default.",
        "Answer with the link and who can open it.",
      ),
  },
  {
    name: "update_document",
    title: "Update a document",
    description: "Change an existing document; its link stays.",
    arguments: [
      DOCUMENT,
      { name: "changes", description: "What shall be different, or what the new content is.", required: true },
    ],
    tools: ["resolve_link", "list_docs", "list_files", "get_file", "edit_file", "put_file"],
    says: ({ document, changes }) =>
      lines(
        `Update this document: ${document}`,
        `What shall change: ${changes}`,
        FINDING,
        "Look at its files with list_files and read the one to change with get_file, to its end. Change small things with edit_file and rewrite a file with put_file, each with the base_version that you have read.",
        "Touch nothing that was not asked for. On a conflict read again, bring both changes together and say what the other one was.",
        "Answer with the link and a list of what is different now.",
      ),
  },
  {
    name: "link_notes",
    title: "Turn notes into linked documents",
    description: "Publish a folder of notes as documents that link to each other, with a page that lists them.",
    arguments: [
      { name: "notes", description: "The notes themselves, or the folder in which you can read them.", required: true },
      { name: "folder", description: "The folder here that they go to; without it, one named after the notes." },
    ],
    tools: ["list_docs", "create_folder", "publish_markdown", "set_alias", "put_file"],
    says: ({ notes, folder }) =>
      lines(
        `Turn these notes into documents: ${notes}`,
        folder
          ? `They go to the folder: ${folder}`
          : "They go to one new folder, named after the notes; make it with create_folder.",
        "Look with list_docs what lies there already, and update a note that was published before instead of publishing it twice.",
        "Plan first: one document for each note, each with a short unique alias of lower case letters, digits and hyphens. Show me the plan if there are more than ten.",
        "Publish each with publish_markdown, give it its alias with set_alias, and write links between notes as [[alias]]. Keep my words; mend only headings and links.",
        "At the end publish an index that lists all of them with one line each, and answer with its link.",
      ),
  },
  {
    name: "review_document",
    title: "Review a document",
    description: "Read a document closely and comment where it can be better.",
    arguments: [
      DOCUMENT,
      { name: "focus", description: "What to look at, such as facts, tone or security; without it, everything." },
    ],
    tools: ["resolve_link", "list_docs", "list_files", "get_file", "list_comments", "add_comment"],
    says: ({ document, focus }) =>
      lines(
        `Review this document: ${document}`,
        focus && `Look above all at: ${focus}`,
        FINDING,
        "Read all of it with get_file, and what others have said with list_comments, so that nothing is said twice.",
        "Write one comment with add_comment for each point that matters: name the file, quote the words, say why, and propose better ones. Change nothing in the document itself.",
        "End with one comment that sums up and says whether it is ready. Answer with the number of comments and the most important one.",
      ),
  },
  {
    name: "share_document",
    title: "Share a document",
    description: "Let people open a document, no wider than needed.",
    arguments: [
      DOCUMENT,
      { name: "readers", description: "People by e-mail address, a group, or everyone with the link.", required: true },
      { name: "level", description: "view, comment or edit; without it, view." },
    ],
    tools: ["resolve_link", "list_docs", "list_access", "share_doc", "set_visibility"],
    says: ({ document, readers, level }) =>
      lines(
        `Share this document: ${document}`,
        `With: ${readers}, at level: ${level ?? "view"}`,
        FINDING,
        "Look with list_access who can open it already. Give people and groups access with share_doc; use set_visibility only if I asked for everyone with the link or for the whole workspace.",
        "Answer with the link and who can open it now.",
      ),
  },
  {
    name: "what_changed",
    title: "What changed in a document",
    description: "Tell in plain words what is different since an earlier version.",
    arguments: [
      DOCUMENT,
      { name: "since", description: "A version number or a date; without it, the version before." },
    ],
    tools: ["resolve_link", "list_docs", "get_history", "list_files", "diff_versions"],
    says: ({ document, since }) =>
      lines(
        `Tell me what changed in this document: ${document}`,
        since ? `Since: ${since}` : "Since the version before the current one.",
        FINDING,
        "Find the versions with get_history and compare each file that changed with diff_versions.",
        "Answer with the changes that matter to a reader, the most important first, each with who made it and when; leave out what is only formatting.",
      ),
  },
];

const ARGUMENT_CHARS_MAX = manifest.caps.mcp_prompt_argument_chars;

/** The filled-in words. Throws 400 naming an argument that is missing, unknown or too long. */
export function writePrompt(prompt: Prompt, given: Readonly<Record<string, string>>): string {
  const known = prompt.arguments.map(({ name }) => name);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      throw refuse.invalid(`unknown argument "${name.slice(0, 80)}"; ${prompt.name} takes ${known.join(", ")}`);
    }
    if (isLongerThan(value, ARGUMENT_CHARS_MAX)) {
      throw refuse.invalid(`${name} has ${countCharacters(value)} characters; at most ${ARGUMENT_CHARS_MAX} are taken`);
    }
  }
  // A form that was left empty says nothing.
  const filled = new Map(Object.entries(given).filter(([, value]) => value.trim() !== ""));
  const missing = prompt.arguments.find(({ name, required }) => required && !filled.has(name));
  if (missing) throw refuse.invalid(`${missing.name} is required: ${missing.description}`);
  return prompt.says(Object.fromEntries(filled));
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n");
}
