import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * A page, script or description that anybody may read. Its text is encoded once, and compressed once for each
 * encoding, in a thread of its own, so that a request costs no more than writing the bytes.
 */
export interface PublicDocument {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly compressed: Map<Encoding, Promise<Buffer>>;
}

const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

// A shorter document fits into one packet either way.
const COMPRESSED_FROM_BYTES = 1_024;
// The highest quality takes ten seconds for the script of the reference, and saves a tenth more.
const BROTLI_QUALITY = 5;

const COMPRESSORS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};

export function publicDocument(type: string, content: string | Buffer): PublicDocument {
  const bytes = Buffer.from(content);
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return { type, etag: `W/"${digest}"`, bytes, compressed: new Map() };
}

/** Sends a document in an encoding that the client accepts, or 304 if the client has it. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: PublicDocument,
): Promise<FastifyReply> {
  const { type, etag, bytes } = document;
  const vary = reply.getHeader("vary");
  reply.headers({
    "content-type": type,
    etag,
    vary: vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`,
  });
  if (reply.statusCode === 200 && namesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const { "accept-encoding": accepted } = request.headers;
  const encoding = ENCODINGS.find((name) => acceptsEncoding(accepted, name));
  if (encoding === undefined || bytes.length < COMPRESSED_FROM_BYTES) return reply.send(bytes);
  reply.header("content-encoding", encoding);
  return reply.send(await compressedBytes(document, encoding));
}

/** Whether an Accept-Encoding header names the encoding, and does not refuse it. */
export function acceptsEncoding(accept_encoding: string | string[] | undefined, encoding: Encoding): boolean {
  return String(accept_encoding ?? "")
    .split(",")
    .some((part) => {
      const [name = "", weight = ""] = part.split(";").map((text) => text.trim().toLowerCase());
      return name === encoding && !/^q=0(\.0*)?$/.test(weight);
    });
}

function namesEtag(if_none_match: string | undefined, etag: string): boolean {
  return (if_none_match ?? "").split(",").some((part) => part.trim() === etag);
}

function compressedBytes({ bytes, compressed }: PublicDocument, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(encoding);
  if (known) return known;
  const made = COMPRESSORS[encoding](bytes);
  compressed.set(encoding, made);
  return made;
}
