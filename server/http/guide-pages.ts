import type { FastifyInstance, FastifyRequest } from "fastify";
import { readBuiltFile, serveStaticApp } from "./static-app.ts";

/** The files of the documentation's pages by their addresses, as `tools/build-guide.ts` writes them. */
type PageFiles = Readonly<Record<string, string>>;

const NOT_FOUND_FILE = "pages/not-found.html";
const FRENCH_NOT_FOUND_FILE = "pages/not-found-fr.html";

/**
 * Serves the documentation below `/guide`, and at `/` a page for browsers. Programs get `service_status` there: they
 * accept JSON, or name no HTML.
 */
export async function guidePages(app: FastifyInstance, folder: string, service_status: object): Promise<void> {
  const sendPage = await serveStaticApp(app, { folder, prefix: "/guide" });
  let files: ReadonlyMap<string, string> | null = null;

  async function fileOf(url: string): Promise<string | undefined> {
    files ??= new Map(
      Object.entries<string>(JSON.parse(await readBuiltFile(folder, "pages.json")) satisfies PageFiles),
    );
    return files.get(url);
  }

  app.get("/", async (request, reply) => {
    reply.header("vary", "Accept, Accept-Language");
    if (!acceptsHtml(request)) return service_status;
    return sendPage(reply, 200, await fileOf(languageOf(request) === "fr" ? "/?lang=fr" : "/"));
  });
  app.get("/guide", async (_request, reply) => sendPage(reply, 200, await fileOf("/guide")));
  app.get("/guide/*", async (request, reply) => {
    const path = request.url.replace(/[?#].*$/, "").replace(/\/$/, "");
    const file = await fileOf(path);
    if (file !== undefined) return sendPage(reply, 200, file);
    return sendPage(reply, 404, path.startsWith("/guide/fr/") ? FRENCH_NOT_FOUND_FILE : NOT_FOUND_FILE);
  });
}

function acceptsHtml({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? "");
}

/** The language of the address, else the first of the browser's languages that the page has. */
function languageOf({ query, headers }: FastifyRequest): string {
  const { lang } = Object(query);
  if (lang === "fr" || lang === "en") return lang;
  return /(?:^|,)\s*(fr|en)\b/i.exec(headers["accept-language"] ?? "")?.[1]?.toLowerCase() ?? "en";
}
