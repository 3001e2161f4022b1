/** The kinds of pictures that a logo may be. SVG is excluded, because it can hold scripts. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export interface Image {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the kind and the size of a picture from its bytes, whatever its name says. Returns null for anything else, and
 * for a file that does not end as its format ends: the bytes behind the picture could be read as another kind of file.
 */
export function readImage(bytes: Buffer): Image | null {
  return readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
}

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
// An empty chunk with its checksum.
const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");

/** Format: W3C, Portable Network Graphics, 5. */
function readPng(bytes: Buffer): Image | null {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  if (bytes.toString("latin1", 12, 16) !== "IHDR" || !bytes.subarray(-PNG_END.length).equals(PNG_END)) return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Format: RFC 9649. */
function readWebp(bytes: Buffer): Image | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const type = "image/webp";
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Format: ITU-T T.81, annex B. */
function readJpeg(bytes: Buffer): Image | null {
  const is_jpeg =
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
  if (!is_jpeg) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { type: "image/jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Whether a marker starts a frame: 0xc0 to 0xcf, except those of tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
