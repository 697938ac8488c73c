// The stylesheet and the script of sites.
import { anyone, refuse, t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { siteAsset } from "../assets.ts";

export const readAsset = operation({
  id: "site.asset",
  route: "GET /assets/site/{name}",
  host: "content",
  summary: "Load the stylesheet or the script of sites",
  params: t.Object({ name: t.String({ maxLength: 40, description: "Named by its content." }) }),
  anonymous: true,
  permit: anyone(),
  raw: "download",
  dialect: "content",
  refuses: [404],
  run: (_call, { params }) => {
    const asset = siteAsset(params.name);
    if (!asset) throw refuse.notFound("not found");
    return new Response(asset.text, {
      headers: {
        "content-type": asset.content_type,
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'",
        "x-content-type-options": "nosniff",
        vary: "accept-encoding",
      },
    });
  },
});
