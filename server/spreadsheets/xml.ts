import { Parser } from "saxen";
import { ROW_CHARACTERS_MAX } from "./limits.ts";
import { type Budget, type Part, unpacked } from "./zip.ts";

/** Callbacks for the elements of an XML document. Names have no namespace prefix. */
export interface Elements {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

const DEPTH_MAX = 64;
// The parser buffers an unfinished tag or text, and scans it again with each chunk.
const UNFINISHED_MAX = 4 * ROW_CHARACTERS_MAX;

/**
 * Streams a part of a workbook, and yields after each chunk, so that the consumer can take the parsed rows. Throws an
 * `Error` with the reason for broken XML, or XML that no workbook contains.
 */
export async function* pieces(part: Part, budget: Budget, elements: Elements): AsyncGenerator<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const { parser, passed } = aParser(elements);
  let unfinished = 0;
  for await (const bytes of unpacked(part, budget)) {
    const before = passed();
    parser.write(decoder.decode(bytes, { stream: true }));
    unfinished = passed() === before ? unfinished + bytes.length : 0;
    if (unfinished > UNFINISHED_MAX) throw new Error("it has a text without an end");
    yield;
  }
  parser.write(decoder.decode()).end();
  yield;
}

/** The same for a small part, or one of which little is kept. */
export async function readPart(part: Part, budget: Budget, elements: Elements): Promise<void> {
  for await (const _ of pieces(part, budget, elements));
}

function aParser(elements: Elements): { readonly parser: Parser; passed(): number } {
  let [passed, depth] = [0, 0];
  const count = (): void => {
    passed += 1;
  };
  const parser = new Parser()
    .on("openTag", (name, attributes, decode) => {
      count();
      depth += 1;
      if (depth > DEPTH_MAX) throw new Error("it nests too deep");
      elements.open?.(local(name), (wanted) => {
        const all = attributes() || {};
        const found = Object.keys(all).find((each) => local(each) === wanted);
        const value = found === undefined ? undefined : all[found];
        return value === undefined ? undefined : decode(value);
      });
    })
    .on("closeTag", (name) => {
      count();
      depth -= 1;
      elements.close?.(local(name));
    })
    .on("text", (text, decode) => {
      count();
      elements.text?.(decode(text));
    })
    .on("cdata", (text) => {
      count();
      elements.text?.(text);
    })
    .on("comment", count)
    .on("question", count)
    .on("attention", () => {
      throw new Error("it declares a document type");
    });
  return { parser, passed: () => passed };
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
