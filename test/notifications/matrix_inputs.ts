// Inputs of the permission matrix for notices, what people watch and where they are told.
import { unsubscribeLink } from "../../plugins/notifications/unsubscribing.ts";
import { type Input, type Inputs, plain } from "../permission/input.ts";

// An address of its own, so that no name has to be looked up; nobody answers there.
const CHAT = { url: "https://93.184.215.14/hook", format: "slack" };

/** An operation on the link of a digest that went to the caller. */
const onLink: Input = {
  make: ({ h, people }, caller) => {
    const link = unsubscribeLink(h.runtime, caller === "stranger" ? 0 : people[caller].user_id);
    return { params: { token: link.slice(link.lastIndexOf("/") + 1) } };
  },
};

export const INPUTS: Inputs = {
  "notification.list": plain(),
  "notification.read": { make: () => ({ json: { all: true } }) },
  "notification.unread": plain(),
  "notification.inbox": plain({ with_cookie: true }),
  "notification.settings": plain(),
  "notification.settings.update": plain({ json: { kinds: [{ kind: "comment.resolved", email: true }] } }),
  "notification.chat": plain({ json: CHAT }),
  "notification.chat.delete": plain(),
  "notification.chat.test": plain(),
  "watch.list": plain(),
  "watch.create": {
    about: "document",
    make: ({ doc }) => ({ json: { target: `doc:${doc.doc_id}` } }),
    in_folder: [({ root, folder }) => ({ json: { target: `folder:${folder}`, root } })],
  },
  "watch.delete": {
    about: "document",
    make: ({ doc }) => ({ query: { target: `doc:${doc.doc_id}` } }),
    in_folder: [({ root, folder }) => ({ query: { target: `folder:${folder}`, root } })],
  },
  "notification.page": plain({ with_cookie: true }),
  "notification.page.former": plain(),
  "watch.forget": {
    make: async ({ h, people, doc }, caller) => {
      const as = caller === "stranger" ? people["workspace owner"] : people[caller];
      const json = { target: `doc:${doc.doc_id}` };
      const watch = await h.call("POST /api/watch", { as, json });
      return { params: { watch_id: watch.body.id ?? 1 } };
    },
  },
  "notification.unsubscribe.show": onLink,
  "notification.unsubscribe": onLink,
};
