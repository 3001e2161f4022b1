import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import type { PagePreview } from "#kernel/page-preview.ts";
import { type PublicDocument, publicDocument, sendDocument } from "./public-document.ts";

/** A built page: `index.html`, and files in `assets/` with a content hash in their names. */
export interface StaticApp {
  /** The output folder of the build. */
  readonly folder: string;
  /** The prefix of its URLs, without a trailing slash: `/pay`. */
  readonly prefix: string;
}

// All resources have the page's own origin, and scripts and styles load only from files of the build.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HTML = "text/html; charset=utf-8";

/** Answers with an HTML file of the build's folder; without a name, with the page itself. */
export type SendPage = (
  reply: FastifyReply,
  status: number,
  file?: string,
  preview?: PagePreview | null,
) => Promise<FastifyReply>;

/** Serves the files of a built page. Returns a function that answers with the page itself. */
export async function serveStaticApp(app: FastifyInstance, { folder, prefix }: StaticApp): Promise<SendPage> {
  await app.register(staticFiles, {
    root: join(folder, "assets"),
    prefix: `${prefix}/assets/`,
    immutable: true,
    maxAge: "365d",
    // The build compresses scripts and styles once, better than a request has time for.
    preCompressed: true,
    index: false,
    // The files are small: range requests save nothing, and an unsatisfiable one would fail.
    acceptRanges: false,
    decorateReply: false,
  });
  const pages = new Map<string, PublicDocument>();
  return async (reply, status, file = "index.html", preview = null) => {
    const page = pages.get(file) ?? publicDocument(HTML, await readBuiltFile(folder, file));
    pages.set(file, page);
    reply.code(status).headers({
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "cache-control": "no-cache",
      "x-robots-tag": "noindex",
    });
    // A page with a preview is short, and different for each link: compressing it would take longer than sending it.
    if (preview !== null) return reply.type(HTML).send(withPreview(page.bytes.toString("utf8"), preview));
    return sendDocument(reply.request, reply, page);
  };
}

/** Replaces the title, and adds the tags of the Open Graph protocol (https://ogp.me). */
function withPreview(page: string, { language, title, site_name, description, image }: PagePreview): string {
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...Object.entries({ type: "website", title, site_name, description, ...(image === null ? {} : { image }) }).map(
      ([name, text]) => `<meta property="og:${name}" content="${escapeHtml(text)}" />`,
    ),
  ];
  // Replaced by functions: in a text, `$` would be a reference to the match.
  return page
    .replace(/<html lang="\w+">/, () => `<html lang="${escapeHtml(language)}">`)
    .replace(/<title>[^<]*<\/title>/, () => tags.join("\n    "));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Reads a file of a build. Throws `unavailable` if the build has not run. */
export async function readBuiltFile(folder: string, file: string): Promise<string> {
  try {
    return await readFile(join(folder, file), "utf8");
  } catch (cause) {
    throw new ServiceError("page_not_built", "This page has not been built yet: run npm run build", { cause });
  }
}
