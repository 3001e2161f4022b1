import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

// The first is the smallest: a window of it costs a third of what a window of the others costs.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
// Chromium's own sandbox needs rights that containers do not give. A spare renderer per context would cost a second of CPU.
const ARGS = ["--no-sandbox", "--disable-features=SpareRendererForSitePerProcess"];

/** The browser of this machine: the one `KOLO_CHROMIUM` names, else one on the path. Null where there is none. */
export function findChromium(): string | null {
  const named = process.env.KOLO_CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram) ?? null;
}

/** A browser that all files of a test run share through `KOLO_TEST_BROWSER_URL`. Null where there is none. */
export async function browserOfRun(): Promise<{ readonly url: string; stop(): Promise<void> } | null> {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  const server = await chromium.launchServer({ executablePath, args: ARGS, host: "127.0.0.1" });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}

/** The browser of the run, else one of one's own. Null where there is none. */
export async function openBrowser(): Promise<Browser | null> {
  const url = process.env.KOLO_TEST_BROWSER_URL;
  if (url) return chromium.connect(url);
  const executablePath = findChromium();
  return executablePath === null ? null : chromium.launch({ executablePath, args: ARGS });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
