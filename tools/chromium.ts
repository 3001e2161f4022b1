import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

// The headless shell is preferred: a window in it costs a third of a window in the other browsers.
const BROWSER_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
// Chromium's sandbox requires privileges that containers lack. A spare renderer per context would cost one second of
// CPU time.
const ARGS = ["--no-sandbox", "--disable-features=SpareRendererForSitePerProcess"];

/** Returns the path of the browser: `KOLO_CHROMIUM`, else the first one in PATH; null if none is installed. */
export function findChromium(): string | null {
  const configured_path = process.env.KOLO_CHROMIUM;
  if (configured_path) return configured_path;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => BROWSER_NAMES.map((name) => join(folder, name))).find(isProgram) ?? null;
}

/**
 * Starts one browser for all test files of a run, which connect to `KOLO_TEST_BROWSER_URL`. Returns null if none is
 * installed.
 */
export async function launchBrowserServer(): Promise<{ readonly url: string; stop(): Promise<void> } | null> {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  const server = await chromium.launchServer({ executablePath, args: ARGS, host: "127.0.0.1" });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}

/** Connects to the browser of the test run, or launches one. Returns null if none is installed. */
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
