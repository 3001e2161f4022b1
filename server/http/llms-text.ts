import type { Route } from "./route.ts";

/**
 * The text of `/llms.txt`: a summary of the API with its operations, for language models that write a client. See
 * https://llmstxt.org.
 */
export function llmsText(routes: readonly Route[], public_url: string, tags: Readonly<Record<string, string>>): string {
  const names = [...new Set(routes.map(({ tag }) => tag))];
  return [
    "# Kolo",
    "> Collect mobile-money payments, send transfers one by one or in bulk, keep beneficiaries and customers, and receive signed webhooks, over JSON and HTTP.",
    [
      `- The address is ${public_url}. The key selects the environment: a key that begins with \`test_\` moves no money.`,
      "- Send the public key in the header `Authorization`, alone, without `Bearer`. Operations marked *both keys* also need the private key in `X-Grant`. Both keys belong on a server.",
      "- Amounts are whole numbers of the currency's smallest unit: 500 XAF is 500.",
      "- Send an `Idempotency-Key` with each POST, PUT and DELETE, and the same one when you retry.",
      "- Errors have `code`, `status`, `message`, `reason`, and `errors` by field. Compare `reason`; `message` is for people.",
      "- A transfer or payment ends later: receive a webhook, or retrieve the record until its status is `complete`, `failed`, `canceled` or `expired`. A lost answer or a 5xx does not mean that nothing happened.",
    ].join("\n"),
    [
      "## Documents",
      `- [OpenAPI document](${public_url}/openapi.json): every operation, field, error and webhook; also as [YAML](${public_url}/openapi.yaml)`,
      `- [Postman collection](${public_url}/postman.json): the same operations, and a first transfer`,
      `- [API reference](${public_url}/docs): the same for people`,
    ].join("\n"),
    ...names.map((tag) =>
      [
        `## ${tag}`,
        ...(tags[tag] === undefined ? [] : [tags[tag], ""]),
        ...routes.filter((route) => route.tag === tag).map(operationLine),
      ].join("\n"),
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

function operationLine({ method, path, summary, access }: Route): string {
  return `- \`${method} ${path}\`: ${summary}${access === "private" ? " (both keys)" : ""}`;
}
