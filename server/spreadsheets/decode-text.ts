import { badRequest } from "#kernel/errors.ts";

const LINE_END = /\r\n|\r|\n/;

/**
 * Decodes a text file, without its byte order mark. The encoding is UTF-8, UTF-16 in either byte order, or else
 * Windows-1252, the encoding of Excel's "CSV". Throws `bad_request` for bytes invalid in the encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes);
  const text = decode(encoding ?? "utf-8", bytes);
  if (text !== null) return text;
  if (encoding !== null || isMostlyUtf8(bytes)) {
    const name = (encoding ?? "utf-8").slice(0, 6).toUpperCase();
    const line = firstDamagedLine(encoding ?? "utf-8", bytes);
    throw badRequest(
      "file",
      "file_encoding_mixed",
      `Line ${line} is not valid ${name}, as the rest of the file is: save the file again`,
      { line, encoding: name },
    );
  }
  return decode("windows-1252", bytes) ?? "";
}

/**
 * Detects the byte order mark. UTF-16 without one has a zero byte in each ASCII character, and a heading begins with
 * two of those.
 */
function detectEncoding([first, second, third, fourth]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return "utf-16be";
  return null;
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Whether the bytes contain at least as many letters that are valid UTF-8 as invalid ones. Letters in Windows-1252 are hardly
 * ever valid UTF-8. So such a file is damaged UTF-8, and decoding it as Windows-1252 would garble every other name.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  const valid = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return valid >= damaged;
}

function firstDamagedLine(encoding: string, bytes: Uint8Array): number {
  const [before = ""] = new TextDecoder(encoding).decode(bytes).split("\ufffd", 1);
  return before.split(LINE_END).length;
}
