import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsEncoding } from "./public-document.ts";

const compress = promisify(gzip);

// In characters. A shorter answer fits into one packet either way.
const COMPRESSED_FROM = 1_024;

/** Compresses an answer for a client that accepts gzip. A hook for operations with `is_compressed` only. */
export async function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== "string" || payload.length < COMPRESSED_FROM) return payload;
  const vary = reply.getHeader("vary");
  reply.header("vary", vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`);
  if (!acceptsEncoding(request.headers["accept-encoding"], "gzip")) return payload;
  reply.header("content-encoding", "gzip");
  return compress(payload);
}
