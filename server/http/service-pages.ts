import { randomBytes } from "node:crypto";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { guidePages } from "./guide-pages.ts";
import { llmsText } from "./llms-text.ts";
import { type ApiDescription, openapi } from "./openapi.ts";
import { postmanCollection } from "./postman.ts";
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
    for (const [path, { type, text }] of documents) {
      app.get(path, (_request, reply) => {
        reply.header("content-type", `${type}; charset=utf-8`).header("access-control-allow-origin", "*");
        return reply.send(text());
      });
    }
    const reference = lazyReference();
    const serveReference = async (request: FastifyRequest, reply: FastifyReply) => {
      const { statusCode, headers, rawPayload } = await (await reference()).inject(request.url);
      const { "content-type": type, location } = headers;
      reply.code(statusCode);
      if (location !== undefined) reply.header("location", location);
      if (type === undefined) return reply.send(rawPayload);
      reply.header("content-type", type);
      if (!String(type).startsWith("text/html")) return reply.send(rawPayload);
      const nonce = randomBytes(NONCE_BYTES).toString("base64");
      reply.header("content-security-policy", referencePolicy(nonce));
      return reply.send(rawPayload.toString().replaceAll(NONCE_PLACEHOLDER, nonce));
    };
    for (const path of ["/docs", "/docs/*"]) app.get(path, serveReference);
  };
}

function statusOfService(version: string): object {
  const documents = { documentation: "/docs", openapi: "/openapi.json", guide: "/guide" };
  return { code: 200, status: "OK", message: "Kolo is running", name: "Kolo", version, ...documents };
}

interface PublicDocument {
  readonly type: string;
  /** Written on the first request: most processes never serve it. */
  text(): string;
}

/** The documents of the API, by path. Pages of any origin may read them. */
function apiDocuments({ routes, public_url, description }: ServicePagesOptions): ReadonlyMap<string, PublicDocument> {
  const document = once(() => openapi(routes, public_url, description));
  const { tags } = description;
  return new Map([
    ["/openapi.json", { type: "application/json", text: once(() => JSON.stringify(document())) }],
    ["/openapi.yaml", { type: "application/yaml", text: once(() => toYaml(document())) }],
    [
      "/postman.json",
      {
        type: "application/json",
        text: once(() => JSON.stringify(postmanCollection(routes, public_url, tags), null, 2)),
      },
    ],
    ["/llms.txt", { type: "text/plain", text: once(() => llmsText(routes, public_url, tags)) }],
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
