// THE table of keys whose makers document their form.
import { entropyOf, isPlaceholder, type SecretRule } from "./rule.ts";

/** What the examples below are made of; drawn once. */
const BODY = "q7Zk2mVx9RtB4nWc8LyD5sHg3PjF6uQaT1eYiKoN0wMzXbCvJrSpGdUhEfAl2k9";
const HEX = "7f3a9c1e5b2d8046e9a7c3f1b5d20e84a6c7f93e1d5b8204c9e7a3f6b1d58e02";

function token(id: string, { what, source, marks, body, sample, hex = false }: Token): SecretRule {
  return {
    id,
    what,
    source,
    marks,
    pattern: new RegExp(`(?<![A-Za-z0-9_])(?:${marks.map(quoted).join("|")})(${body})(?![A-Za-z0-9])`, "y"),
    example: [...(marks[0] ?? "").split(/(?<=[_-])/), (hex ? HEX : BODY).repeat(3).slice(0, sample)],
    isLikely: (secret) => !isPlaceholder(secret) && entropyOf(secret) > 3,
  };
}

interface Token {
  what: string;
  source: string;
  /** What it begins with. */
  marks: readonly string[];
  /** What follows. */
  body: string;
  /** Characters of the example's body. */
  sample: number;
  hex?: boolean;
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const RULES: readonly SecretRule[] = [
  {
    id: "aws_access_key",
    what: "an AWS access key id",
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
    marks: ["AKIA", "ASIA"],
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])/y,
    example: ["AK", "IA", "Q3EGRIHFVOJ5ZB7T"],
    isLikely: (secret) => !isPlaceholder(secret),
  },
  {
    id: "aws_secret_key",
    what: "an AWS secret access key",
    source: "https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html",
    marks: ["aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", "SecretAccessKey", "secretAccessKey"],
    pattern:
      /(?:aws_secret_access_key|secretaccesskey)["']?[ \t]{0,4}[=:][ \t]{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/iy,
    example: ["aws_secret", "_access_key = ", "q7Zk2mVx9RtB4nWc8LyD", "5sHg3PjF6uQaT1eYiKoN"],
    isLikely: (secret) => !isPlaceholder(secret) && entropyOf(secret) > 3.5,
  },
  token("github_token", {
    what: "a GitHub token",
    source: "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/",
    marks: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    body: "[A-Za-z0-9]{36}",
    sample: 36,
  }),
  {
    ...token("github_fine_grained_token", {
      what: "a GitHub token",
      source:
        "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
      marks: ["github_pat_"],
      body: "[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
      sample: 22,
    }),
    example: ["github", "_pat_", BODY.slice(0, 22), "_", BODY.slice(0, 59)],
  },
  token("gitlab_token", {
    what: "a GitLab token",
    source: "https://docs.gitlab.com/security/tokens/#token-prefixes",
    marks: ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-"],
    body: "[A-Za-z0-9_-]{20,64}",
    sample: 20,
  }),
  token("slack_token", {
    what: "a Slack token",
    source: "https://docs.slack.dev/authentication/tokens",
    marks: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"],
    body: "[A-Za-z0-9-]{30,200}",
    sample: 48,
  }),
  {
    id: "slack_webhook",
    what: "the address of a Slack webhook",
    source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
    marks: ["hooks.slack.com/services/"],
    pattern: /hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/([A-Za-z0-9]{24})/y,
    example: ["hooks.slack", ".com/services/", "T", "7K2M9XQ4", "/B", "3W8LYD5S", "/", BODY.slice(0, 24)],
    isLikely: (secret) => !isPlaceholder(secret),
  },
  {
    id: "discord_webhook",
    what: "the address of a Discord webhook",
    source: "https://discord.com/developers/docs/resources/webhook",
    marks: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/([A-Za-z0-9_-]{60,72})/y,
    example: ["discord.com", "/api/webhooks/", "738194026517394820/", BODY, "t8Qw"],
    isLikely: (secret) => !isPlaceholder(secret),
  },
  token("stripe_key", {
    what: "a Stripe key",
    source: "https://docs.stripe.com/keys",
    marks: ["sk_live_", "rk_live_"],
    body: "[A-Za-z0-9]{24,120}",
    sample: 40,
  }),
  token("google_api_key", {
    what: "a Google API key",
    source: "https://docs.cloud.google.com/docs/authentication/api-keys",
    marks: ["AIza"],
    body: "[A-Za-z0-9_-]{35}",
    sample: 35,
  }),
  token("google_client_secret", {
    what: "a Google OAuth client secret",
    source: "https://developers.google.com/identity/protocols/oauth2",
    marks: ["GOCSPX-"],
    body: "[A-Za-z0-9_-]{28}",
    sample: 28,
  }),
  {
    id: "openai_key",
    what: "an OpenAI key",
    source: "https://platform.openai.com/docs/api-reference/authentication",
    marks: ["sk-"],
    pattern: /(?<![A-Za-z0-9_-])sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,80}T3BlbkFJ[A-Za-z0-9_-]{20,80}/y,
    example: ["sk", "-proj-", BODY.slice(0, 40), "T3Blbk", "FJ", BODY.slice(5, 45)],
    isLikely: (secret) => !isPlaceholder(secret),
  },
  token("anthropic_key", {
    what: "an Anthropic key",
    source: "https://docs.claude.com/en/api/admin-api/apikeys/get-api-key",
    marks: ["sk-ant-api03-", "sk-ant-admin01-"],
    body: "[A-Za-z0-9_-]{80,120}",
    sample: 95,
  }),
  token("huggingface_token", {
    what: "a Hugging Face token",
    source: "https://huggingface.co/docs/hub/security-tokens",
    marks: ["hf_"],
    body: "[A-Za-z0-9]{34,40}",
    sample: 34,
  }),
  token("npm_token", {
    what: "an npm token",
    source: "https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/",
    marks: ["npm_"],
    body: "[A-Za-z0-9]{36}",
    sample: 36,
  }),
  token("pypi_token", {
    what: "a PyPI token",
    source: "https://pypi.org/help/#apitoken",
    marks: ["pypi-AgEIcHlwaS5vcmc"],
    body: "[A-Za-z0-9_-]{50,400}",
    sample: 120,
  }),
  token("rubygems_token", {
    what: "a RubyGems key",
    source: "https://guides.rubygems.org/api-key-scopes/",
    marks: ["rubygems_"],
    body: "[a-f0-9]{48}",
    sample: 48,
    hex: true,
  }),
  {
    id: "sendgrid_key",
    what: "a SendGrid key",
    source: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
    marks: ["SG."],
    pattern: /(?<![A-Za-z0-9_])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/y,
    example: ["S", "G.", BODY.slice(0, 22), ".", BODY.slice(0, 43)],
    isLikely: (secret) => !isPlaceholder(secret),
  },
  token("twilio_key", {
    what: "a Twilio key",
    source: "https://www.twilio.com/docs/iam/api-keys",
    marks: ["SK"],
    body: "[a-f0-9]{32}",
    sample: 32,
    hex: true,
  }),
  token("mailgun_key", {
    what: "a Mailgun key",
    source: "https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-keys",
    marks: ["key-"],
    body: "[a-f0-9]{32}",
    sample: 32,
    hex: true,
  }),
  token("digitalocean_token", {
    what: "a DigitalOcean token",
    source: "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
    marks: ["dop_v1_", "doo_v1_", "dor_v1_"],
    body: "[a-f0-9]{64}",
    sample: 64,
    hex: true,
  }),
  token("shopify_token", {
    what: "a Shopify token",
    source: "https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing",
    marks: ["shpat_", "shpca_", "shppa_", "shpss_"],
    body: "[a-fA-F0-9]{32}",
    sample: 32,
    hex: true,
  }),
  token("docker_token", {
    what: "a Docker token",
    source: "https://docs.docker.com/security/access-tokens/",
    marks: ["dckr_pat_", "dckr_oat_"],
    body: "[A-Za-z0-9_-]{27,32}",
    sample: 27,
  }),
  token("vault_token", {
    what: "a Vault token",
    source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
    marks: ["hvs.", "hvb."],
    body: "[A-Za-z0-9_-]{24,200}",
    sample: 24,
  }),
  {
    id: "telegram_bot",
    what: "the token of a Telegram bot",
    source: "https://core.telegram.org/bots/api#authorizing-your-bot",
    marks: [":AA"],
    pattern: /(?<=(?:^|[^\d])\d{8,10}):AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y,
    example: ["7381940265", ":A", "A", BODY.slice(0, 33)],
    isLikely: (secret) => !isPlaceholder(secret),
  },
  {
    id: "azure_storage_key",
    what: "the key of an Azure storage account",
    source: "https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string",
    marks: ["AccountKey="],
    pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/y,
    example: ["Account", "Key=", BODY, BODY.slice(0, 86 - BODY.length), "=="],
    isLikely: (secret) => !isPlaceholder(secret) && entropyOf(secret) > 4,
  },
  {
    id: "azure_client_secret",
    what: "an Azure client secret",
    source: "https://learn.microsoft.com/entra/identity-platform/how-to-add-credentials",
    marks: ["Q~"],
    pattern: /(?<=(?:^|[^A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\d)Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/y,
    example: ["q7Z8", "Q", "~", BODY.slice(0, 31)],
    isLikely: (secret) => !isPlaceholder(secret),
  },
  token("linear_key", {
    what: "a Linear key",
    source: "https://linear.app/developers/graphql",
    marks: ["lin_api_"],
    body: "[A-Za-z0-9]{40}",
    sample: 40,
  }),
  token("notion_token", {
    what: "a Notion token",
    source: "https://developers.notion.com/page/changelog",
    marks: ["ntn_"],
    body: "[A-Za-z0-9]{40,50}",
    sample: 46,
  }),
  token("grafana_token", {
    what: "a Grafana token",
    source: "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
    marks: ["glsa_"],
    body: "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}",
    sample: 0,
  }),
  token("newrelic_key", {
    what: "a New Relic key",
    source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
    marks: ["NRAK-"],
    body: "[A-Z0-9]{27}",
    sample: 0,
  }),
  token("databricks_token", {
    what: "a Databricks token",
    source: "https://docs.databricks.com/dev-tools/auth/pat.html",
    marks: ["dapi"],
    body: "[a-f0-9]{32}",
    sample: 32,
    hex: true,
  }),
  token("atlassian_token", {
    what: "an Atlassian token",
    source: "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
    marks: ["ATATT3"],
    body: "[A-Za-z0-9_=-]{150,250}",
    sample: 186,
  }),
  token("age_key", {
    what: "an age secret key",
    source: "https://github.com/C2SP/C2SP/blob/main/age.md",
    marks: ["AGE-SECRET-KEY-1"],
    body: "[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}",
    sample: 0,
  }),
  token("service_token", {
    what: "a token of this service",
    source: "plugins/tokens",
    marks: ["dsk_", "dsr_"],
    body: "[a-f0-9]{8}_[A-Za-z0-9_-]{20,100}",
    sample: 0,
  }),
];

export const PROVIDER_RULES: readonly SecretRule[] = RULES.map(withExample);

/** Forms whose example has parts. */
function withExample(rule: SecretRule): SecretRule {
  const upper = BODY.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const parts: Record<string, readonly string[]> = {
    grafana_token: ["gl", "sa_", BODY.slice(0, 32), "_", HEX.slice(0, 8)],
    newrelic_key: ["NR", "AK-", upper.slice(0, 27)],
    age_key: [
      "AGE-SECRET",
      "-KEY-1",
      upper
        .replace(/[^QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]/g, "")
        .repeat(2)
        .slice(0, 58),
    ],
    service_token: ["ds", "k_", HEX.slice(0, 8), "_", BODY.slice(0, 43)],
  };
  return { ...rule, example: parts[rule.id] ?? rule.example };
}
