import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readImage } from "./image.ts";
import { contrastOf, readableShades } from "./shades.ts";

const png = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write("IHDR", 4, "latin1");
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    header,
    Buffer.from("0000000049454e44ae426082", "hex"),
  ]);
};

const webp = (chunk: string, fields: (body: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write(`WEBP${chunk}`, 8, "latin1");
  fields(bytes);
  return bytes;
};

const jpeg = Buffer.from("ffd8ffe000040000ffc0000b080040008001011100ffd9", "hex");

describe("a logo's bytes", () => {
  it("say its kind and size", () => {
    assert.deepEqual(readImage(png(120, 40)), { type: "image/png", width: 120, height: 40 });
    assert.deepEqual(readImage(jpeg), { type: "image/jpeg", width: 128, height: 64 });
    const lossy = webp("VP8 ", (bytes) => {
      bytes.writeUInt16LE(300, 26);
      bytes.writeUInt16LE(200, 28);
    });
    assert.deepEqual(readImage(lossy), { type: "image/webp", width: 300, height: 200 });
    const lossless = webp("VP8L", (bytes) => bytes.writeUInt32LE((99 | (49 << 14)) >>> 0, 21));
    assert.deepEqual(readImage(lossless), { type: "image/webp", width: 100, height: 50 });
    const extended = webp("VP8X", (bytes) => {
      bytes.writeUIntLE(255, 24, 3);
      bytes.writeUIntLE(127, 27, 3);
    });
    assert.deepEqual(readImage(extended), { type: "image/webp", width: 256, height: 128 });
  });

  it("are refused as another kind of file, or with something behind the picture", () => {
    const page = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".repeat(2));
    const behind = [png(9, 9), jpeg, webp("VP8X", () => undefined)].map((picture) => Buffer.concat([picture, page]));
    const others = [Buffer.from("GIF89a".padEnd(60)), Buffer.alloc(0), Buffer.alloc(64), webp("ANIM", () => undefined)];
    for (const bytes of [page, ...behind, ...others]) assert.equal(readImage(bytes), null);
    // Returns null for damaged bytes, and never throws.
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom("", "89504e470d0a1a0a", "ffd8ff"),
        (bytes, begin) => {
          readImage(Buffer.concat([Buffer.from(begin, "hex"), bytes]));
        },
      ),
    );
  });
});

describe("a brand's colour", () => {
  it("is readable on the light and the dark page, and unchanged where it was", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (number) => {
        const color = `#${number.toString(16).padStart(6, "0")}`;
        const { light, dark } = readableShades(color);
        assert.ok(contrastOf(light, "#ffffff") >= 4.5, `${color} ${light}`);
        assert.ok(contrastOf(dark, "#101512") >= 4.5, `${color} ${dark}`);
        if (contrastOf(color, "#ffffff") >= 5.5) assert.equal(light, color);
        if (contrastOf(color, "#101512") >= 6) assert.equal(dark, color);
      }),
    );
  });
});
