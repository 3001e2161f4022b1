import { Parser } from "saxen";
import { ROW_CHARACTERS_MAX } from "./limits.ts";
import { type ArchiveFile, type UnpackBudget, unpack } from "./zip.ts";

/** Callbacks for the elements of an XML document. Names have no namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

const DEPTH_MAX = 64;
// The parser buffers an unfinished tag or text, and scans it again with each chunk.
const UNFINISHED_BYTES_MAX = 4 * ROW_CHARACTERS_MAX;

/**
 * Streams a part of a workbook, and yields after each chunk, so that the consumer can take the parsed rows. Throws an
 * `Error` with the reason for broken XML, or XML that no workbook contains.
 */
export async function* parseInChunks(
  part: ArchiveFile,
  budget: UnpackBudget,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const { parser, token_count } = newParser(handlers);
  let unfinished_bytes = 0;
  for await (const bytes of unpack(part, budget)) {
    const before = token_count();
    parser.write(decoder.decode(bytes, { stream: true }));
    unfinished_bytes = token_count() === before ? unfinished_bytes + bytes.length : 0;
    if (unfinished_bytes > UNFINISHED_BYTES_MAX) throw new Error("it has a text without an end");
    yield;
  }
  parser.write(decoder.decode()).end();
  yield;
}

/** Parses as `parseInChunks` does, without yielding rows: for a small part, or a part with a small result. */
export async function parseXml(part: ArchiveFile, budget: UnpackBudget, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseInChunks(part, budget, handlers));
}

function newParser(handlers: XmlHandlers): { readonly parser: Parser; token_count(): number } {
  let [token_count, depth] = [0, 0];
  const count = (): void => {
    token_count += 1;
  };
  const parser = new Parser()
    .on("openTag", (name, attributes, decode) => {
      count();
      depth += 1;
      if (depth > DEPTH_MAX) throw new Error("it nests too deep");
      handlers.open?.(localName(name), (attribute_name) => {
        const all = attributes() || {};
        const qualified_name = Object.keys(all).find((qualified) => localName(qualified) === attribute_name);
        const value = qualified_name === undefined ? undefined : all[qualified_name];
        return value === undefined ? undefined : decode(value);
      });
    })
    .on("closeTag", (name) => {
      count();
      depth -= 1;
      handlers.close?.(localName(name));
    })
    .on("text", (text, decode) => {
      count();
      handlers.text?.(decode(text));
    })
    .on("cdata", (text) => {
      count();
      handlers.text?.(text);
    })
    .on("comment", count)
    .on("question", count)
    .on("attention", () => {
      throw new Error("it declares a document type");
    });
  return { parser, token_count: () => token_count };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
