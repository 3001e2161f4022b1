import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The address of the API and its keys. */
export interface Credentials {
  readonly url: string;
  readonly public_key: string;
  readonly private_key: string;
}

const VARIABLE_NAMES = { url: "KOLO_URL", public_key: "KOLO_PUBLIC_KEY", private_key: "KOLO_PRIVATE_KEY" } as const;

/**
 * Reads the credentials from the environment, or else from the demo merchant's file that `npm start` wrote. Throws an
 * `Error` whose message is printed for the user if both are missing.
 */
export function readCredentials(): Credentials {
  const demo = join(process.env.KOLO_DATA ?? "data", "demo.env");
  const lines = existsSync(demo) ? readFileSync(demo, "utf8").split("\n") : [];
  const find = (name: string): string | undefined =>
    process.env[name] ?? lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  const [url, public_key, private_key] = [
    find(VARIABLE_NAMES.url),
    find(VARIABLE_NAMES.public_key),
    find(VARIABLE_NAMES.private_key),
  ];
  if (!url || !public_key || !private_key) {
    throw new Error(`Set ${Object.values(VARIABLE_NAMES).join(", ")}, or start Kolo here first: npm start`);
  }
  return { url, public_key, private_key };
}
