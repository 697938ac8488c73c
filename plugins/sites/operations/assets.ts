// The stylesheet and the script of sites.
import { anyone, refuse, t } from "../../../kernel/plugin.ts";
import { chooseEncoding, compress, type KeptEncoding } from "../../../kernel/ports/http.ts";
import { operation } from "../../operation.ts";
import { type SiteAsset, siteAsset } from "../assets.ts";

export const readAsset = operation({
  id: "site.asset",
  route: "GET /assets/site/{name}",
  host: "content",
  summary: "Load the stylesheet or the script of sites",
  params: t.Object({ name: t.String({ maxLength: 40, description: "Named by its content." }) }),
  anonymous: true,
  permit: anyone(),
  raw: "download",
  error_format: "content",
  refuses: [404],
  run: async ({ request }, { params }) => {
    const asset = siteAsset(params.name);
    if (!asset) throw refuse.notFound("not found");
    const encoding = chooseEncoding(request.headers.get("accept-encoding"));
    const bytes = encoding === null ? asset.bytes : await packed(asset, encoding);
    return new Response(bytes, {
      headers: {
        "content-type": asset.content_type,
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'",
        "x-content-type-options": "nosniff",
        vary: "accept-encoding",
        ...(encoding !== null && { "content-encoding": encoding }),
      },
    });
  },
});

/** Made once each. */
const FORMS = new WeakMap<SiteAsset, Map<KeptEncoding, ReturnType<typeof compress>>>();

function packed(asset: SiteAsset, encoding: KeptEncoding): ReturnType<typeof compress> {
  const forms = FORMS.get(asset) ?? new Map<KeptEncoding, ReturnType<typeof compress>>();
  FORMS.set(asset, forms);
  const form = forms.get(encoding) ?? compress(asset.bytes, encoding, { often: true });
  forms.set(encoding, form);
  return form;
}
