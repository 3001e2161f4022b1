import { Parser } from "saxen";
import { ROW_CHARACTERS_MAX } from "./limits.ts";
import { type Budget, type Part, unpacked } from "./zip.ts";

/** What is done with the elements of an XML document as they pass. Names come without their namespaces' prefixes. */
export interface Elements {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  text?(text: string): void;
  close?(name: string): void;
}

const DEPTH_MAX = 64;
// The parser keeps what it has of an unfinished tag or text, and searches it anew with each piece.
const UNFINISHED_MAX = 4 * ROW_CHARACTERS_MAX;

/**
 * Reads a part of a workbook as a stream and gives a turn after each piece, so that whoever reads can take what has come.
 * Throws an `Error` with the reason for XML that is broken, or is none that a workbook has.
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

/** The same for a part that is small, or of which little is kept. */
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
