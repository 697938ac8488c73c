// Whether this server ends TLS itself, and which authority its certificates come from.
import { settings, t } from "../../kernel/plugin.ts";

const PORT_MAX = 65_535;

export const certificateSettings = settings(
  "certificates of its own, without a proxy in front",
  t.Object({
    HTTPS_PORT: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: PORT_MAX,
        description:
          "Port of the server's own TLS listener, 443 as a rule: certificates for BASE_URL, CONTENT_URL and custom domains are then ordered from ACME_DIRECTORY, whose terms you agree to by setting it. Default: none, a proxy in front ends TLS",
      }),
    ),
    HTTP_PORT: t.Integer({
      minimum: 1,
      maximum: PORT_MAX,
      default: 80,
      description:
        "Beside HTTPS_PORT: port that answers the authority's challenges, reached from the internet as 80, and leads browsers to https.",
    }),
    ACME_DIRECTORY: t.String({
      format: "uri",
      default: "https://acme-v02.api.letsencrypt.org/directory",
      description: "Directory of the certificate authority (RFC 8555).",
    }),
    ACME_EMAIL: t.Optional(
      t.String({
        format: "e-mail",
        description: "Where the certificate authority writes when something is wrong. Default: nobody is written to",
      }),
    ),
    ACME_CA_FILE: t.Optional(
      t.String({
        description:
          "File of authorities (PEM) that the directory's own certificate may come from, beside the public ones. Default: none",
      }),
    ),
  }),
);
