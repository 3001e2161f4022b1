/** Writes a JSON value as YAML, for readers and tools that expect `/openapi.yaml`. Texts are quoted as in JSON. */
export function toYaml(value: unknown): string {
  return `${nodeText(JSON.parse(JSON.stringify(value)), "").trimStart()}\n`;
}

// A name that YAML reads as text without quotes: neither a number nor a word such as `yes` or `null`.
const PLAIN_NAME = /^[$A-Za-z_/][\w$/{}.-]*$/;
const RESERVED = /^(?:y|n|yes|no|true|false|on|off|null)$/i;

/** Returns the text after `name:` or `-`: a scalar on the same line, or a block below. */
function nodeText(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return value.map((item) => `\n${indent}-${itemText(item, indent)}`).join("");
  }
  if (typeof value !== "object" || value === null) return ` ${JSON.stringify(value)}`;
  const fields = Object.entries(value);
  if (fields.length === 0) return " {}";
  return fields.map(([name, field]) => `\n${indent}${nameText(name)}:${nodeText(field, `${indent}  `)}`).join("");
}

/** Starts the first field of an object on the line of its dash. */
function itemText(item: unknown, indent: string): string {
  return nodeText(item, `${indent}  `).replace(/^\n +/, " ");
}

function nameText(name: string): string {
  return PLAIN_NAME.test(name) && !RESERVED.test(name) ? name : JSON.stringify(name);
}
