import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const compress = promisify(gzip);

/** A shorter answer fits into a few packets anyway. */
export const COMPRESSED_MIN_BYTES = 4_096;

/**
 * Compresses the longer text answers of these paths with gzip, for clients that accept it. Only for answers that no other website can
 * request: the size of a compressed answer reveals whether two of its parts are equal.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < COMPRESSED_MIN_BYTES) return payload;
    reply.header("vary", "accept-encoding");
    const accepted = [request.headers["accept-encoding"] ?? ""].flat().join();
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/i.test(accepted)) return payload;
    reply.header("content-encoding", "gzip");
    reply.removeHeader("content-length");
    return compress(payload);
  });
}
