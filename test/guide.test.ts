import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { type IndexEntry, searchIndex } from "@kolo/ui/guide/rank.ts";
import { buildGuide } from "#tools/build-guide.ts";
import { readPages, translationOf } from "#tools/guide/pages.ts";

const { pages, not_found, assets } = await buildGuide();
const everything = [
  ...pages,
  ["a missing page", not_found.en] as const,
  ["a missing French page", not_found.fr] as const,
];
const documents = readPages();
// Other paths of the service to which pages link.
const SERVICE_PATHS = ["/dashboard", "/docs", "/openapi.json", "/favicon.svg", "/?lang=en"];

const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src|data-index)="([^"]*)"/g)].map(([, link = ""]) => link);

describe("the documentation's site", () => {
  it("has no dead link: every page, anchor and file that a page names exists", () => {
    for (const [url, html] of everything) {
      for (const link of linksOf(html)) {
        if (/^https?:/.test(link)) continue;
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? html : pages.get(path);
        const is_known = target !== undefined || SERVICE_PATHS.includes(path) || isAsset(path);
        assert.ok(is_known, `${url} -> ${link}`);
        if (anchor !== undefined) assert.ok(target?.includes(`id="${anchor}"`), `${url} -> ${link}`);
      }
    }
  });

  const isAsset = (path: string): boolean =>
    path.startsWith("/guide/assets/") && assets.has(path.replace("/guide/assets/", ""));

  it("has a page for every document, each with its own title, and all in the menu", () => {
    assert.ok(documents.length > 80, `${documents.length} documents`);
    const titles = documents.filter(({ section }) => section !== "project").map(({ url, title }) => `${url} ${title}`);
    assert.equal(new Set(titles).size, titles.length);
    const contents = `${pages.get("/guide")}${pages.get("/guide/fr")}`;
    for (const { url } of documents) {
      assert.ok(pages.has(url), url);
      assert.ok(contents.includes(`href="${url}"`), url);
    }
  });

  it("needs no inline script or style, so that its pages run none", () => {
    for (const [url, html] of everything) {
      assert.ok(!/<script(?![^>]* src=)|<style| style=| on\w+="/.test(html.replace(/<pre.*?<\/pre>/gs, "")), url);
    }
  });

  it("sends less than 200 kB for a page with its style, script and search, even to a browser without Brotli", () => {
    const ofAsset = (pattern: RegExp): number =>
      [...assets].filter(([name]) => pattern.test(name)).reduce((sum, [, bytes]) => sum + gzipSync(bytes).length, 0);
    const shared = ofAsset(/^guide-|^search-en/);
    for (const [url, html] of everything) {
      const size = shared + gzipSync(html).length;
      assert.ok(size < 200_000, `${url}: ${size} bytes`);
    }
  });

  it("is in French for the start and all guides, with the commands and the outline of the English pages", () => {
    const french = documents.filter(({ language }) => language === "fr");
    const translated = documents.filter(
      ({ language, section }) => language === "en" && (section === "start" || section === "guides"),
    );
    assert.ok(translated.length > 20, `${translated.length} guides`);
    for (const page of translated) assert.ok(translationOf(page, documents), `${page.url} has a French page`);
    for (const page of french) {
      const original = translationOf(page, documents);
      assert.ok(original, `${page.url} translates a page`);
      assert.deepEqual(blocksOf(page.markdown), blocksOf(original.markdown), page.url);
      assert.deepEqual(outlineOf(page.markdown), outlineOf(original.markdown), page.url);
      assert.match(page.markdown, /[àâçéèêîôû]/);
      assert.doesNotMatch(page.markdown.replace(/```.*?```|`[^`]*`/gs, ""), / [;:?!»](?:\s|$)|« /, "no-break spaces");
    }
  });

  const blocksOf = (markdown: string): readonly string[] =>
    [...markdown.matchAll(/```(\w*)\n(.*?)```/gs)].map(([, language = "", text = ""]) => `${language}\n${text}`);

  /** Returns the kind of each block in order: a heading with its level, a table row, a list item or a paragraph. */
  const outlineOf = (markdown: string): readonly string[] =>
    markdown
      .replace(/```.*?```/gs, "code")
      .split(/\n\s*\n|\n(?=\||- |\d+\. )/)
      .map((block) => /^(?:#+ |\||- |\d+\. )/.exec(block)?.[0].replace(/\d+/, "1") ?? "paragraph");
});

describe("the search", () => {
  const entries: readonly IndexEntry[] = JSON.parse(
    String([...assets].find(([name]) => name.startsWith("search-en"))?.[1] ?? "[]"),
  );
  const best = (query: string): string | undefined => searchIndex(entries, query)[0]?.url;

  it("finds a page by its title, a part by its heading, and a word by its text", () => {
    assert.match(best("five minutes") ?? "", /^\/guide\/start\/five-minutes/);
    assert.equal(
      best("what a publishable key may not do"),
      "/guide/guides/browser-and-app#what-a-publishable-key-may-not-do",
    );
    assert.match(best("publishable key") ?? "", /^\/guide\/guides\/browser-and-app/);
    assert.match(searchIndex(entries, "insufficient_funds")[0]?.excerpt ?? "", /insufficient_funds/);
    assert.deepEqual(searchIndex(entries, "zebra-crossing"), []);
    assert.deepEqual(searchIndex(entries, "  "), []);
  });

  it("needs every word, ignores case and accents, and shows the text around the first word found", () => {
    const text = `${"x ".repeat(200)}Le bénéficiaire est payé`;
    const two: readonly IndexEntry[] = [
      ["/a", "A", "A", text],
      ["/b", "B", "Bénéficiaires", ""],
    ];
    assert.deepEqual(
      searchIndex(two, "BENEFICIAIRE").map(({ url }) => url),
      ["/b", "/a"],
    );
    const [match, ...others] = searchIndex(two, "beneficiaire paye");
    assert.deepEqual([match?.url, others], ["/a", []]);
    assert.match(match?.excerpt ?? "", /^….*bénéficiaire est payé$/);
  });
});
