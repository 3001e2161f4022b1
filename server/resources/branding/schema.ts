import { Nullable, type Static, Type } from "#kernel/fields.ts";

/** Enough for a picture of 256 pixels. In base64 it fits into the body of a person's request. */
export const LOGO_MAX_BYTES = 20 * 1024;
/** The longest side. A small file can hold a picture so large that it fills a phone's memory. */
export const LOGO_MAX_PIXELS = 1_024;
const BASE64_MAX = Math.ceil(LOGO_MAX_BYTES / 3) * 4;

const Shades = Type.Object({ light: Type.String(), dark: Type.String() });

/** A merchant's logo and colour as its members see them. */
export const Branding = Type.Object(
  {
    color: Nullable(Type.String({ description: "As `#rrggbb`; null for the service's own." })),
    shades: Nullable({
      ...Shades,
      description: "The shades of the colour on the light and the dark page, changed until text on them is readable.",
    }),
    logo: Nullable(Type.String({ description: "The path of the picture." })),
  },
  { title: "Branding" },
);
export type Branding = Static<typeof Branding>;

/** A change of the logo or the colour; an absent field stays. */
export const BrandingUpdate = Type.Object(
  {
    color: Type.Optional(
      Type.String({
        maxLength: 7,
        pattern: "^(none|#[0-9a-fA-F]{6})$",
        "x-message": "Enter a colour as #rrggbb, or none",
      }),
    ),
    logo: Type.Optional(
      Type.String({ maxLength: BASE64_MAX, description: "A PNG, JPEG or WebP picture in base64, or `none`." }),
    ),
  },
  { title: "BrandingUpdate" },
);
export type BrandingUpdate = Static<typeof BrandingUpdate>;

/** The logo and the colour of a merchant on its hosted pages. */
export const BrandShown = Type.Object({ logo: Nullable(Type.String()), shades: Nullable(Shades) });
export type BrandShown = Static<typeof BrandShown>;
