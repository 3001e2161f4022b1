/** A colour as `#rrggbb`, in lower case. */
export type HexColor = string;

export interface Shades {
  /** Readable on the light page, and under white text. */
  readonly light: HexColor;
  /** Readable on the dark page, and under dark text. */
  readonly dark: HexColor;
}

type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
// `--ground` of the dark page in ui/src/tokens.css, as sRGB.
const DARK_GROUND: Rgb = [16, 21, 18];

// WCAG 2.2 asks for 4.5. The rest is for text of the colour on a ground that is tinted with it.
const LIGHT_CONTRAST_MIN = 5.5;
const DARK_CONTRAST_MIN = 6;
const STEPS = 100;

/**
 * The nearest shades of a colour that are readable on the hosted page: a colour that is too pale for the light page is
 * darkened, one that is too dark for the dark page is lightened, until the contrast suffices.
 */
export function readableShades(color: HexColor): Shades {
  const rgb = parseColor(color);
  return {
    light: formatColor(shifted(rgb, BLACK, (shade) => contrast(shade, WHITE) >= LIGHT_CONTRAST_MIN)),
    dark: formatColor(shifted(rgb, WHITE, (shade) => contrast(shade, DARK_GROUND) >= DARK_CONTRAST_MIN)),
  };
}

/** Mixes a colour with another in equal steps, until it is readable. The other one alone always is. */
function shifted(from: Rgb, to: Rgb, isReadable: (shade: Rgb) => boolean): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(from, to, step / STEPS);
    if (isReadable(shade)) return shade;
  }
  return to;
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * part);
  return [channel(0), channel(1), channel(2)];
}

function parseColor(color: HexColor): Rgb {
  const channel = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function formatColor(rgb: Rgb): HexColor {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: HexColor, other: HexColor): number {
  return contrast(parseColor(one), parseColor(other));
}

function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
