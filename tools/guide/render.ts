import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import { type GuidePage, ROOT } from "./pages.ts";

/** A part of a page below one heading, for the search. */
export interface GuideSection {
  /** The address with the heading's anchor. */
  readonly url: string;
  readonly heading: string;
  readonly text: string;
}

interface RenderedPage {
  readonly html: string;
  readonly sections: readonly GuideSection[];
  /** The links to anchors of this and other pages, to compare with their headings. */
  readonly anchors: readonly string[];
}

/** The site while it is built: its pages by source, and the files that pages refer to. */
export interface GuideSite {
  readonly pages: ReadonlyMap<string, GuidePage>;
  /** By name with a content hash. */
  readonly assets: Map<string, Buffer>;
}

// Documents that a running service has at its root.
const SERVICE_DOCUMENTS: Readonly<Record<string, string>> = { "docs/reference/openapi.json": "/openapi.json" };

/** Converts a document to HTML. Throws for a link to a file that does not exist. */
export function renderPage(page: GuidePage, site: GuideSite): RenderedPage {
  const anchorOf = anchorMaker();
  const headings: { readonly url: string; readonly heading: string }[] = [];
  const anchors: string[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const content = this.parser.parseInline(tokens);
        const heading = textOf(content);
        const id = anchorOf(heading);
        headings.push({ url: `${page.url}#${id}`, heading });
        return `<h${depth} id="${id}">${content}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = resolveLink(page, href, site);
        if (target === null) return content;
        if (target.includes("#")) anchors.push(target);
        return `<a href="${escapeHtml(target)}">${content}</a>`;
      },
      image({ href, text }) {
        const name = addAsset(posix.join(posix.dirname(page.source), href), site.assets);
        const size = sizeOfWebp(site.assets.get(name));
        return `<img src="/guide/assets/${name}" alt="${escapeHtml(text)}" ${size} loading="lazy">`;
      },
      table(token) {
        return tableOf(token, (tokens) => this.parser.parseInline(tokens));
      },
      code({ text, lang }) {
        const language = lang ? ` class="${escapeHtml(lang)}"` : "";
        return `<pre tabindex="0"><code${language}>${escapeHtml(text)}</code></pre>\n`;
      },
      // Comments only: a document has no HTML of its own.
      html: ({ text }) => (text.startsWith("<!--") ? "" : escapeHtml(text)),
    },
  });
  const html = marked.parse(page.markdown, { async: false });
  const texts = html.split(/<h\d id="[^"]*">.*?<\/h\d>/s).slice(1);
  const sections = headings.map((heading, index) => ({ ...heading, text: textOf(texts[index] ?? "") }));
  return { html, sections, anchors };
}

/** Makes the anchors of a page's headings as GitHub does: repeated ones get a number. */
function anchorMaker(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const signs = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
    const name = signs.trim().replace(/\s/g, "-");
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  };
}

/** A table in a frame that scrolls. The column headings together are the frame's name for screen readers. */
function tableOf({ header, rows }: Tokens.Table, contentOf: (tokens: Token[]) => string): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${contentOf(tokens)}</${tag}>`).join("")}</tr>`;
  const name = header.map(({ text }) => text).join(", ");
  const body = rows.map((cells) => row(cells, "td")).join("");
  return (
    `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(name)}">` +
    `<table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table></div>\n`
  );
}

/**
 * Returns the address of a link on the site, or null for a file of the project that the site does not contain. Throws
 * for a file that does not exist.
 */
function resolveLink({ source, url }: GuidePage, href: string, { pages }: GuideSite): string | null {
  if (/^https?:/.test(href)) return href;
  // The parser makes a link of every e-mail address, and those in the documents are examples.
  if (href.startsWith("mailto:")) return null;
  const [file = "", anchor] = href.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (file === "") return `${url}${hash}`;
  const target = posix.join(posix.dirname(source), file);
  const page = pages.get(target);
  if (page) return `${page.url}${hash}`;
  if (!existsSync(join(ROOT, target))) throw new Error(`${source} links to ${target}, which does not exist`);
  return SERVICE_DOCUMENTS[target] ?? null;
}

/** Adds a file to the site, and returns its name with a content hash. */
export function addAsset(path: string, assets: Map<string, Buffer>, content = readFileSync(join(ROOT, path))): string {
  const { name, ext } = posix.parse(path);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH);
  assets.set(`${name}-${hash}${ext}`, content);
  return `${name}-${hash}${ext}`;
}

const HASH_LENGTH = 10;

/**
 * Returns the size of a picture as attributes: a browser that knows the sizes loads only the pictures in view. Reads the
 * first chunk of a WebP file (RFC 9649): lossy (VP8), lossless (VP8L) or extended (VP8X).
 */
function sizeOfWebp(file: Buffer | undefined): string {
  const bytes = file ?? Buffer.alloc(0);
  const kind = bytes.toString("latin1", 12, 16);
  const bits = kind === "VP8L" ? bytes.readUInt32LE(21) : 0;
  const [width, height] =
    kind === "VP8 "
      ? [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
      : kind === "VP8L"
        ? [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
        : kind === "VP8X"
          ? [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
          : [0, 0];
  if (width === 0) throw new Error("a picture of the documentation is a WebP file");
  return `width="${width}" height="${height}"`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Returns the text of rendered HTML. The renderer writes numeric entities, and no named ones but `NAMED_ENTITIES`. */
function textOf(html: string): string {
  return html
    .replace(/<\/(?:td|th|p|li|h\d)>|<br>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => NAMED_ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
