import { randomBytes } from "node:crypto";
import { type FastifyInstance, fastify } from "fastify";
import { assert } from "#kernel/errors.ts";
import { guidePages } from "./guide-pages.ts";
import { llmsText } from "./llms-text.ts";
import { type ApiDescription, openapi } from "./openapi.ts";
import { postmanCollection } from "./postman.ts";
import { type PublicDocument, publicDocument, sendDocument } from "./public-document.ts";
import { FAVICON_SVG, REFERENCE_CSS } from "./reference-theme.ts";
import type { Route } from "./route.ts";
import { toYaml } from "./yaml.ts";

export interface ServicePagesOptions {
  readonly routes: readonly Route[];
  readonly version: string;
  readonly public_url: string;
  readonly description: ApiDescription;
  /** The folder of the built documentation. */
  readonly guide_folder: string;
}

// Most operations accept both keys, so the page shows the fields of both.
const BOTH_KEYS: string[][] = [["public_key", "private_key"]];

// Replaced when the page is sent: each answer has its own nonce.
const NONCE_PLACEHOLDER = "nonce-of-this-answer";
const NONCE_BYTES = 16;
const REFERENCE_SCRIPT = "/docs/js/scalar.js";

/** The reference page's configuration: the page loads nothing from other hosts, and uses our colours. */
const REFERENCE_OPTIONS = {
  url: "/openapi.json",
  pageTitle: "Kolo API reference",
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenFirstTag: true,
  theme: "none",
  nonce: NONCE_PLACEHOLDER,
  authentication: { preferredSecurityScheme: BOTH_KEYS },
  favicon: "/favicon.svg",
  customCss: REFERENCE_CSS,
} as const;

/** Only the page's own scripts and styles have the nonce; injected ones do not run. */
function referencePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The pages without a key: the service's name and version, and the documents of its API. */
export function servicePages(options: ServicePagesOptions): (app: FastifyInstance) => Promise<void> {
  const documents = apiDocuments(options);

  return async (app) => {
    await app.register(async (scoped) => guidePages(scoped, options.guide_folder, statusOfService(options.version)));
    // Browsers request /favicon.ico by themselves, before a page has named the icon.
    for (const path of ["/favicon.svg", "/favicon.ico"]) {
      app.get(path, (_request, reply) =>
        reply
          .header("content-type", "image/svg+xml")
          .header("cache-control", "public, max-age=86400")
          .send(FAVICON_SVG),
      );
    }
    for (const [path, document] of documents) {
      app.get(path, (request, reply) => {
        reply.header("access-control-allow-origin", "*");
        return sendDocument(request, reply, document());
      });
    }
    const reference = lazyReference();
    const script = once(() => referenceScript(reference));
    app.get("/docs", async (request, reply) => {
      // The page names its script relative to its own address.
      if (!request.url.startsWith("/docs/")) return reply.redirect("/docs/", 301);
      const { headers, rawPayload } = await (await reference()).inject("/docs/");
      const nonce = randomBytes(NONCE_BYTES).toString("base64");
      reply.header("content-type", headers["content-type"]).header("content-security-policy", referencePolicy(nonce));
      return reply.send(rawPayload.toString().replaceAll(NONCE_PLACEHOLDER, nonce));
    });
    // The router decodes paths, so that every spelling of this one, such as `%73calar.js`, sends the same copy.
    app.get(REFERENCE_SCRIPT, async (request, reply) => sendDocument(request, reply, await script()));
  };
}

/** The script of the reference: 4 MB, which take a tenth of a second to read from the package. */
async function referenceScript(reference: () => Promise<FastifyInstance>): Promise<PublicDocument> {
  const { statusCode, headers, rawPayload } = await (await reference()).inject(REFERENCE_SCRIPT);
  assert(statusCode === 200, `the reference has its script at ${REFERENCE_SCRIPT}`);
  return publicDocument(String(headers["content-type"]), rawPayload);
}

function statusOfService(version: string): object {
  const documents = { documentation: "/docs", openapi: "/openapi.json", guide: "/guide" };
  return { code: 200, status: "OK", message: "Kolo is running", name: "Kolo", version, ...documents };
}

/** The documents of the API, by path. Most processes never serve one: each is written on its first request. */
function apiDocuments(options: ServicePagesOptions): ReadonlyMap<string, () => PublicDocument> {
  const { routes, public_url, description } = options;
  const document = once(() => openapi(routes, public_url, description));
  const { tags } = description;
  const json = "application/json; charset=utf-8";
  return new Map([
    ["/openapi.json", once(() => publicDocument(json, JSON.stringify(document())))],
    ["/openapi.yaml", once(() => publicDocument("application/yaml; charset=utf-8", toYaml(document())))],
    [
      "/postman.json",
      once(() => publicDocument(json, JSON.stringify(postmanCollection(routes, public_url, tags), null, 2))),
    ],
    ["/llms.txt", once(() => publicDocument("text/plain; charset=utf-8", llmsText(routes, public_url, tags)))],
  ]);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Loads the API reference, a script of 4 MB, on its first request: most processes never serve it. */
function lazyReference(): () => Promise<FastifyInstance> {
  let opened: Promise<FastifyInstance> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };

  async function open(): Promise<FastifyInstance> {
    const { default: reference } = await import("@scalar/fastify-api-reference");
    const app = fastify();
    await app.register(reference, { routePrefix: "/docs", configuration: REFERENCE_OPTIONS });
    return app;
  }
}
