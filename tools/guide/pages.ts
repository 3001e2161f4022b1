import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

export type GuideLanguage = "en" | "fr";

/** One Markdown document of the site. */
export interface GuidePage {
  /** The document's path in the project: `docs/start/five-minutes.md`. */
  readonly source: string;
  /** The address on the service, without a trailing slash: `/guide/start/five-minutes`. */
  readonly url: string;
  readonly language: GuideLanguage;
  readonly section: SectionName;
  readonly title: string;
  readonly markdown: string;
}

export const SECTIONS = [
  "start",
  "guides",
  "sdk",
  "operating",
  "reference",
  "concepts",
  "decisions",
  "project",
] as const;
export type SectionName = (typeof SECTIONS)[number];

// The order of reading. Other pages of a section follow by name.
const FIRST_PAGES = [
  "first-transfer",
  "hosted-page",
  "direct-charge",
  "browser-and-app",
  "payment-links",
  "refunds",
  "receive-webhooks",
  "sdk",
  "moving",
  "bulk-transfers",
  "later-and-again",
  "withdrawals",
  "for-merchants",
  "on-a-server",
  "running",
  "operations",
  "errors",
];

// Documents outside `docs/` that the site contains, by their address below `/guide`.
const OTHER_DOCUMENTS: Readonly<Record<string, string>> = {
  "sdk/README.md": "sdk/javascript",
  "sdk/php/README.md": "sdk/php",
  "sdk/python/README.md": "sdk/python",
  "CHANGELOG.md": "project/changes",
  "SECURITY.md": "project/security",
};

/** Reads every document of the site, in the order of the menu. */
export function readPages(): readonly GuidePage[] {
  const documents = globSync("docs/*/**/*.md", { cwd: ROOT }).map((source) => [source, pathOf(source)] as const);
  const pages = [...documents, ...Object.entries(OTHER_DOCUMENTS)].map(([source, path]) => readPage(source, path));
  return pages.toSorted((a, b) => compare(sortKey(a), sortKey(b)));
}

function pathOf(source: string): string {
  return source.replace(/^docs\//, "").replace(/\.md$/, "");
}

function readPage(source: string, path: string): GuidePage {
  const markdown = readFileSync(join(ROOT, source), "utf8");
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  const language = path.startsWith("fr/") ? "fr" : "en";
  const [first = ""] = path.replace(/^fr\//, "").split("/");
  const section = SECTIONS.find((name) => name === first);
  if (title === undefined || section === undefined) throw new Error(`${source} has no title, or no section`);
  return { source, url: `/guide/${path}`, language, section, title: title.replaceAll("`", ""), markdown };
}

function sortKey({ url, section }: GuidePage): readonly [number, number, string] {
  const name = url.split("/").at(-1) ?? "";
  const place = FIRST_PAGES.indexOf(name);
  return [SECTIONS.indexOf(section), place < 0 ? FIRST_PAGES.length : place, url];
}

function compare(a: readonly [number, number, string], b: readonly [number, number, string]): number {
  return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1);
}

/** Returns the same page in the other language, if there is one. */
export function translationOf(page: GuidePage, pages: readonly GuidePage[]): GuidePage | null {
  const url = page.language === "en" ? page.url.replace("/guide/", "/guide/fr/") : page.url.replace("/fr/", "/");
  return pages.find((other) => other.url === url) ?? null;
}

/** Returns the pages of a language's menu: French readers get the English page where no French one exists. */
export function pagesIn(language: GuideLanguage, pages: readonly GuidePage[]): readonly GuidePage[] {
  if (language === "en") return pages.filter((page) => page.language === "en");
  return pages.filter((page) => page.language === "en").map((page) => translationOf(page, pages) ?? page);
}
