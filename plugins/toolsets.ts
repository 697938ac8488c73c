// The sets of tools that a client may ask for and a connection can be limited to; the manifest takes them.
// Pure data; it imports nothing.

/** The manifest of a plugin names the set of its operations, and those of its operations that belong to another. */
export const toolsets = {
  core: {
    label: "Everyday work",
    selects: {
      docs: [
        "publish_html",
        "publish_markdown",
        "list_docs",
        "search_docs",
        "get_link",
        "list_files",
        "resolve_link",
        "edit_file",
        "update_html",
        "move_doc",
        "set_tags",
        "set_visibility",
        "delete_doc",
      ],
      files: ["publish_file", "get_file", "put_file", "update_markdown"],
      folders: ["list_roots", "list_folders"],
      sharing: ["share_doc", "list_access"],
      comments: ["list_comments", "add_comment", "resolve_comment"],
    },
  },
  docs: { label: "Documents" },
  files: { label: "Files" },
  folders: { label: "Folders and roots" },
  sharing: { label: "Sharing" },
  comments: { label: "Comments and notifications" },
  history: { label: "Versions and trash" },
  databases: { label: "Databases" },
  forms: { label: "Forms" },
  webhooks: { label: "Webhooks" },
  wiki: { label: "Wiki" },
  agents: { label: "Agents and workflows" },
  admin: { label: "Members, groups and settings" },
} as const;
