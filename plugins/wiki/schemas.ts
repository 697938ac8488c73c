// The wire shapes of the wiki.
import { t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

const { wiki_title_chars, wiki_tagline_chars, wiki_footer_chars } = manifest.caps;

const text = (maxLength: number, description: string) => t.Optional(t.Nullable(t.Name({ maxLength, description })));
/** By one name or another, as addresses have them. */
const named = (description: string) =>
  t.Optional(t.Union([t.Nullable(t.Id()), t.String({ minLength: 1, maxLength: 300 })], { description }));

export const WikiSite = t.Object(
  {
    workspace: t.String({ description: "The workspace's slug." }),
    enabled: t.Boolean(),
    title: t.Nullable(t.String()),
    tagline: t.Nullable(t.String()),
    footer_md: t.Nullable(t.String()),
    navigation: t.Nullable(t.String({ description: "The slug of the navigation that it shows." })),
    navigation_id: t.Nullable(t.Integer()),
    home_doc: t.Nullable(
      t.Object({ doc_id: t.String(), title: t.String(), alias: t.Nullable(t.String()), url: t.String() }),
      { description: "The document at its front; null too where you may not open it." },
    ),
    logo_doc_id: t.Nullable(t.String()),
    domain: t.Nullable(t.String({ description: "The host name that it is served at." })),
    custom_domain_id: t.Nullable(t.Integer()),
    indexable: t.Boolean({ description: "Search engines may list it." }),
    accent: t.Nullable(t.String()),
    url: t.String(),
    updated_at: t.Nullable(t.Instant()),
    can_manage: t.Boolean(),
  },
  { $id: "WikiSite" },
);

export const SiteChange = t.Closed({
  enabled: t.Optional(t.Nullable(t.Boolean(), { description: "Whether it is served; null is false." })),
  title: text(wiki_title_chars, "Its name."),
  tagline: text(wiki_tagline_chars, "A line below the name."),
  footer_md: text(wiki_footer_chars, "Markdown at the foot of every page."),
  navigation: named("The slug or id of the navigation that it shows."),
  home_doc: t.Optional(
    t.Nullable(t.String({ minLength: 1, maxLength: 100 }), {
      description: "The alias or id of the document at its front.",
    }),
  ),
  indexable: t.Optional(
    t.Nullable(t.Boolean(), {
      description: "Whether search engines may list it; needs a paid plan and an active domain.",
    }),
  ),
  domain: named("The host name or id of an active custom domain."),
  accent: t.Optional(t.Nullable(t.String({ pattern: "^#[0-9a-fA-F]{6}$" }), { description: "A colour as #rrggbb." })),
  logo_doc: t.Optional(
    t.Nullable(t.String({ minLength: 1, maxLength: 100 }), { description: "The alias or id of an image." }),
  ),
});
