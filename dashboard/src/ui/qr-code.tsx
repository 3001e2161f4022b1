import { useMemo } from "react";
import { encode } from "uqr";

/** A QR code, always black on white: many cameras cannot read an inverted one. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className="picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}

/** The dark squares of a QR code as an SVG path, and the width of the picture in squares. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

// The quiet zone of the standard (ISO/IEC 18004), in squares.
const QUIET_ZONE = 4;

export function qrPath(text: string): QrPath {
  // Level M restores 15 % of the squares: a printed code may be folded or stained.
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
