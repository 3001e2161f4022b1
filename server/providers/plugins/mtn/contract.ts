import { Compile } from "typebox/compile";
import { isCurrency, minorUnitDigits } from "#kernel/money.ts";
import collection from "./openapi/momo-collection.json" with { type: "json" };
import disbursement from "./openapi/momo-disbursement.json" with { type: "json" };

const DOCUMENTS: Readonly<Record<string, object>> = { collection, disbursement };

/** Returns where an order's body violates MTN's API description. */
export function violations(product: string, operation: string, body: string): string[] {
  const document = DOCUMENTS[product];
  if (!document) return [`there is no product ${product}`];
  const schema = schemaOf(document, `/v1_0/${operation}`);
  if (schema === null) return [`${product} has no operation ${operation}`];
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return ["the body is no JSON"];
  }
  const problems = [...Compile(schema).Errors(json)].map(
    (error) => `${operation}: ${error.instancePath} ${error.message}`,
  );
  const texts = ["payerMessage", "payeeNote"].map((name) => valueAt(json, [name])).filter((text) => text !== undefined);
  // MTN's description states this rule in prose only: it refuses other characters.
  if (texts.some((text) => !/^[A-Za-z0-9 .,-]{0,160}$/.test(String(text))))
    problems.push(`${operation}: a message's signs`);
  const amount = valueAt(json, ["amount"]);
  const currency = String(valueAt(json, ["currency"]));
  const amount_pattern = isCurrency(currency) && minorUnitDigits(currency) === 0 ? /^[1-9]\d*$/ : /^\d+(\.\d+)?$/;
  if (typeof amount === "string" && !amount_pattern.test(amount))
    problems.push(`${operation}: the amount ${amount} ${currency}`);
  const parties = ["payer", "payee"].map((name) => valueAt(json, [name, "partyId"])).filter((id) => id !== undefined);
  if (parties.some((id) => !/^\d{8,15}$/.test(String(id)))) problems.push(`${operation}: a number is digits alone`);
  return problems;
}

function schemaOf(document: object, path: string): object | null {
  const schema = valueAt(document, ["paths", path, "post", "requestBody", "content", "application/json", "schema"]);
  const resolved = resolve(document, schema);
  return typeof resolved === "object" && resolved !== null ? resolved : null;
}

/** The schema with every `$ref` resolved. */
function resolve(document: object, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolve(document, item));
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$ref" in schema) return resolve(document, valueAt(document, String(schema.$ref).split("/").slice(1)));
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, resolve(document, part)]));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}
