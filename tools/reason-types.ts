// Generates ui/src/reasons.ts: the names of all reasons and their parameters, as types for the texts of the pages.
import { FAILURE_CODES } from "../server/kernel/failure-codes.ts";
import { FIELD_REASONS, STAFF_FIELD_REASONS } from "../server/kernel/field-reasons.ts";
import { PROVIDER_CAUSES } from "../server/kernel/provider-causes.ts";
import { PARAMS } from "../server/kernel/reason-params.ts";
import { REASONS } from "../server/kernel/reasons.ts";
import { PAUSE_CODES } from "../server/providers/health/health.ts";

const TYPE_NAMES = { integer: "NumberParam", text: "TextParam", texts: "ListParam" } as const;

/** Returns the text of ui/src/reasons.ts. */
export function reasonTypes(): string {
  const params_by_reason = new Map<string, readonly string[]>([
    ...Object.entries(REASONS).map(([reason, [, , , , ...names]]) => [reason, names] as const),
    ...Object.entries(FIELD_REASONS).map(([reason, [, , ...names]]) => [reason, names] as const),
    ...Object.entries(STAFF_FIELD_REASONS).map(([reason, [, , ...names]]) => [reason, names] as const),
  ]);
  const lines = [...params_by_reason].map(([reason, names]) => `  readonly ${reason}: ${union(names)};\n`);
  const params = Object.entries(TYPE_NAMES).map(([type, name]) => {
    const names = Object.entries(PARAMS).flatMap(([param, [param_type]]) => (param_type === type ? [param] : []));
    return `export type ${name} = ${union(names)};\n`;
  });
  return [
    "// Written by `npm run docs` from the service's catalogues.\n",
    `/** Every reason of the service, with the names of its parameters. */\nexport interface Reasons {\n${lines.join("")}}\n`,
    ...params,
    `/** The reason why a provider's answer, or its absence, leaves an outcome unknown. */\nexport type ProviderCause = ${union(Object.keys(PROVIDER_CAUSES))};\n`,
    `/** Why a channel is paused. */\nexport type PauseCode = ${union(PAUSE_CODES)};\n`,
    `/** Why a transfer, a payment or a refund failed. */\nexport type FailureCode = ${union(FAILURE_CODES)};\n`,
  ].join("\n");
}

function union(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}
