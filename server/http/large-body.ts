import { isUtf8 } from "node:buffer";
import { ServiceError } from "#kernel/errors.ts";
import type { TSchema } from "#kernel/fields.ts";
import type { Environment } from "#kernel/scope.ts";
import { asServiceError } from "./errors.ts";
import { type InputParser, type InputRules, inputParser } from "./input-parser.ts";
import { BULK_VALUES, checkStorableTexts, readJson } from "./parse-body.ts";
import type { ExtraBodyFormat } from "./route.ts";

/**
 * The schema, rules and formats of bodies with up to 10,000 entries. Parsing such a body takes up to half a second, so
 * a thread of its own does it (`body-thread.ts`).
 */
export interface LargeBody {
  readonly schema: TSchema;
  readonly rules?: InputRules;
  /** Content types besides JSON. */
  readonly formats?: Readonly<Record<string, ExtraBodyFormat>>;
}

export interface LargeBodyRequest {
  readonly bytes: Uint8Array;
  /** One of `formats`; null for JSON. */
  readonly format: string | null;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly environment: Environment | null;
}

/** A body that was parsed and validated. The route throws the refusal after its own checks, as for any other body. */
export class ParsedBody {
  readonly value: unknown;
  readonly refusal: ServiceError | null;

  constructor(value: unknown, refusal: ServiceError | null) {
    this.value = value;
    this.refusal = refusal;
  }

  /** Returns the value. Throws the refusal. */
  take(): unknown {
    if (this.refusal) throw this.refusal;
    return this.value;
  }
}

/** Returns a function that parses and validates bodies. It throws `bad_request` for a body that cannot be read. */
export function largeBodyParser(body: LargeBody): (request: LargeBodyRequest) => Promise<ParsedBody> {
  const parse: InputParser<TSchema> = inputParser(body.schema, body.rules);
  return async ({ bytes, format, query, environment }) => {
    const input =
      format === null
        ? readJson(decodeUtf8(bytes), BULK_VALUES)
        : await readFormat(body.formats?.[format], bytes, query);
    try {
      return new ParsedBody(parse(input, "json", environment), null);
    } catch (error) {
      return new ParsedBody(null, asServiceError(error));
    }
  };
}

/** Reads a body of another content type than JSON. Throws `bad_request`. */
export async function readFormat(
  format: ExtraBodyFormat | undefined,
  bytes: Uint8Array,
  query: LargeBodyRequest["query"],
): Promise<unknown> {
  const value = await format?.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), query);
  checkStorableTexts(value);
  return value;
}

/** Text must be UTF-8. Any other encoding would be stored as a different text. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new ServiceError("invalid_utf8", "The body is not valid UTF-8");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
