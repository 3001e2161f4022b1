// Builds the documentation's pages into guide/dist, which the service sends below /guide. `npm run build` runs it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { documentPage, homePage, indexPage, notFoundPage, type PageAssets, rootUrl } from "./guide/layout.ts";
import { type GuideLanguage, type GuidePage, pagesIn, ROOT, readPages } from "./guide/pages.ts";
import { addAsset, type GuideSection, type GuideSite, renderPage } from "./guide/render.ts";

export interface BuiltGuide {
  /** HTML by address, such as `/guide/start/five-minutes`; the home pages are `/` and `/?lang=fr`. */
  readonly pages: ReadonlyMap<string, string>;
  /** The answers to an address below `/guide` and `/guide/fr` that does not exist. */
  readonly not_found: Readonly<Record<GuideLanguage, string>>;
  /** Files by name, below `/guide/assets`. */
  readonly assets: ReadonlyMap<string, Buffer>;
}

/** Builds the site in memory. Throws for a link to a page, anchor or file that does not exist. */
export async function buildGuide(): Promise<BuiltGuide> {
  const pages = readPages();
  const assets = new Map<string, Buffer>();
  const site: GuideSite = { pages: new Map(pages.map((page) => [page.source, page])), assets };
  const rendered = new Map(pages.map((page) => [page, renderPage(page, site)]));
  const known_anchors = new Set([...rendered.values()].flatMap(({ sections }) => sections.map(({ url }) => url)));
  for (const [{ source }, { anchors }] of rendered) {
    const dead = anchors.find((anchor) => anchor.startsWith("/guide") && !known_anchors.has(anchor));
    if (dead !== undefined) throw new Error(`${source} links to ${dead}: no heading has this anchor`);
  }
  const sectionsOf = (page: GuidePage): readonly GuideSection[] => rendered.get(page)?.sections ?? [];
  const page_assets = await addPageAssets(assets, (language) => indexOf(pagesIn(language, pages), sectionsOf));
  const html = new Map(
    [...rendered].map(([page, { html }]) => [page.url, documentPage(page, html, pages, page_assets)]),
  );
  for (const language of ["en", "fr"] as const) {
    html.set(rootUrl(language), indexPage(language, pages, page_assets));
    html.set(language === "en" ? "/" : "/?lang=fr", homePage(language, page_assets));
  }
  const not_found = { en: notFoundPage("en", pages, page_assets), fr: notFoundPage("fr", pages, page_assets) };
  return { pages: html, not_found, assets };
}

async function addPageAssets(
  assets: Map<string, Buffer>,
  searchIndex: (language: GuideLanguage) => string,
): Promise<PageAssets> {
  const add = (name: string, text: string): string => `/guide/assets/${addAsset(name, assets, Buffer.from(text))}`;
  const styles = ["ui/src/tokens.css", "ui/src/guide/guide.css"].map((path) => readFileSync(join(ROOT, path), "utf8"));
  const bundle = await rolldown({ input: join(ROOT, "ui/src/guide/search-box.ts"), platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  return {
    style: add("guide.css", styles.join("\n")),
    script: add("guide.js", output[0].code),
    search_index: { en: add("search-en.json", searchIndex("en")), fr: add("search-fr.json", searchIndex("fr")) },
  };
}

// Decisions and the record of changes are for developers of Kolo, and would be a fifth of the index.
const UNSEARCHED: readonly string[] = ["decisions", "project"];

/** Returns the search index: one entry per heading (`ui/src/guide/rank.ts`). */
function indexOf(pages: readonly GuidePage[], sectionsOf: (page: GuidePage) => readonly GuideSection[]): string {
  const searched = pages.filter(({ section }) => !UNSEARCHED.includes(section));
  const entries = searched.flatMap((page) =>
    sectionsOf(page).map(({ url, heading, text }) => [url, page.title, heading, text]),
  );
  return JSON.stringify(entries);
}

function writeGuide({ pages, not_found, assets }: BuiltGuide, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, content: string | Buffer): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const index: Record<string, string> = {};
  for (const [number, [url, html]] of [...pages].entries()) {
    index[url] = `pages/${number}.html`;
    write(`pages/${number}.html`, html);
  }
  write("pages/not-found.html", not_found.en);
  write("pages/not-found-fr.html", not_found.fr);
  write("pages.json", JSON.stringify(index));
  for (const [name, content] of assets) {
    write(`assets/${name}`, content);
    if (!name.endsWith(".webp")) write(`assets/${name}.br`, brotliCompressSync(content));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeGuide(await buildGuide(), join(ROOT, "guide", "dist"));
