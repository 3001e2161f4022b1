import { randomBytes } from "node:crypto";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { Database } from "#db/pool.ts";
import { ServiceError } from "#kernel/errors.ts";
import { equal } from "#kernel/secrets.ts";
import type { Metrics } from "./metrics.ts";
import { openapi } from "./openapi.ts";
import { FAVICON, REFERENCE_CSS } from "./reference-look.ts";
import type { Route } from "./route.ts";

export interface PagesOptions {
  readonly db: Database;
  readonly routes: readonly Route[];
  readonly metrics: Metrics;
  /** What this process works at; nothing, where it only answers. */
  readonly turns: { stalled(): readonly { readonly job: string; readonly seconds: number }[] };
  readonly version: string;
  readonly public_url: string;
  /** Null closes /metrics. */
  readonly metrics_token: string | null;
}

// Both keys, as most operations take them: who tries one out fills them in.
const BOTH_KEYS: string[][] = [["public_key", "private_key"]];

// Stands in the page until it is sent: each answer has a nonce of its own.
const NONCE_MARK = "nonce-of-this-answer";
const NONCE_BYTES = 16;

/** The reference page: in our colours, and with nothing that would leave this machine. */
const REFERENCE = {
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
  nonce: NONCE_MARK,
  authentication: { preferredSecurityScheme: BOTH_KEYS },
  favicon: "/favicon.svg",
  customCss: REFERENCE_CSS,
} as const;

/** The page's own script and styles run by their nonce; whatever else were to get into it does not. */
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

/** What answers without a key: who this is, whether it is well, and how it is used. */
export function servicePages(options: PagesOptions): (app: FastifyInstance) => Promise<void> {
  const { db, metrics } = options;
  const document = JSON.stringify(openapi(options.routes, options.public_url));

  return async (app) => {
    app.get("/", () => ({
      name: "Kolo",
      version: options.version,
      status: "ok",
      documentation: "/docs",
      openapi: "/openapi.json",
    }));
    // Browsers ask for the second name by themselves before a page has said the first.
    for (const path of ["/favicon.svg", "/favicon.ico"]) {
      app.get(path, (_request, reply) =>
        reply.header("content-type", "image/svg+xml").header("cache-control", "public, max-age=86400").send(FAVICON),
      );
    }
    app.get("/health/live", () => ({ status: "ok" }));
    app.get("/health/ready", async () => {
      await db.ping();
      const stalled = options.turns.stalled().map(({ job, seconds }) => `${job} for ${seconds} s`);
      if (stalled.length > 0) throw new ServiceError("unavailable", `The work stands still: ${stalled.join(", ")}`);
      const { asked, available } = db.counts();
      return { status: "ok", database: "ok", connections: { asked, available } };
    });
    app.get("/openapi.json", (_request, reply) => {
      reply.header("content-type", "application/json; charset=utf-8").header("access-control-allow-origin", "*");
      return reply.send(document);
    });
    app.get("/metrics", async (request, reply) => {
      const expected = options.metrics_token === null ? null : Buffer.from(`Bearer ${options.metrics_token}`);
      const given = Buffer.from(request.headers.authorization ?? "");
      if (!expected) throw new ServiceError("not_found", "Metrics are closed: set KOLO_METRICS_TOKEN to open them");
      if (!equal(given, expected)) throw new ServiceError("unauthorized", "Invalid metrics token");
      return reply.header("content-type", metrics.content_type).send(await metrics.text());
    });
    const reference = openReference();
    const reader = async (request: FastifyRequest, reply: FastifyReply) => {
      const { statusCode, headers, rawPayload } = await (await reference()).inject(request.url);
      const { "content-type": type, location } = headers;
      reply.code(statusCode);
      if (location !== undefined) reply.header("location", location);
      if (type === undefined) return reply.send(rawPayload);
      reply.header("content-type", type);
      if (!String(type).startsWith("text/html")) return reply.send(rawPayload);
      const nonce = randomBytes(NONCE_BYTES).toString("base64");
      reply.header("content-security-policy", referencePolicy(nonce));
      return reply.send(rawPayload.toString().replaceAll(NONCE_MARK, nonce));
    };
    for (const path of ["/docs", "/docs/*"]) app.get(path, reader);
  };
}

/** Loads the API reference, a script of 4 MB, on the first request for it: most processes never serve it. */
function openReference(): () => Promise<FastifyInstance> {
  let opened: Promise<FastifyInstance> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };

  async function open(): Promise<FastifyInstance> {
    const { default: reference } = await import("@scalar/fastify-api-reference");
    const app = fastify();
    await app.register(reference, { routePrefix: "/docs", configuration: REFERENCE });
    return app;
  }
}
