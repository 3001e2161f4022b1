import { Button } from "@kolo/ui/button.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useEffect, useRef } from "react";
import { useApi } from "#app/api-query.ts";
import type { Branding } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { QueryState } from "#ui/page-elements.tsx";
import { useAction } from "#ui/use-action.tsx";
import "./branding.css";
import { smallPicture } from "./logo-picture.ts";

const MESSAGES = {
  en: {
    title: "Payment pages",
    help: "Payers see your logo and colour on the payment pages, and your logo in the preview of a link. In test the pages stay amber.",
    logo: "Choose a logo",
    no_logo: "Remove the logo",
    color: "Colour",
    color_help: "If it is too pale or too dark to read, the page uses the nearest readable shade.",
    no_color: "Remove the colour",
    light: "Light page",
    dark: "Dark page",
    sample: "Pay",
  },
  fr: {
    title: "Pages de paiement",
    help: "Les payeurs voient votre logo et votre couleur sur les pages de paiement, et votre logo dans l’aperçu d’un lien. En test, les pages restent ambre.",
    logo: "Choisir un logo",
    no_logo: "Retirer le logo",
    color: "Couleur",
    color_help: "Si elle est trop pâle ou trop sombre pour être lue, la page prend la nuance lisible la plus proche.",
    no_color: "Retirer la couleur",
    light: "Page claire",
    dark: "Page sombre",
    sample: "Payer",
  },
};

const DEFAULT_COLOR = "#0b6b4f";
// Sent for a file that the browser cannot read as a picture: the service refuses it, and the page shows its message.
const NO_PICTURE = "AA==";

/** The logo and the colour on the payment pages, with a preview. Each change is stored at once. */
export function BrandingForm() {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const query = useApi("GET /{merchant}/branding", {});
  const { error, run } = useAction();
  const file = useRef<HTMLInputElement>(null);
  const branding = query.data?.branding;
  async function set(changes: { readonly color?: string; readonly logo?: string }): Promise<void> {
    const response = await run(() => context.send("PUT /{merchant}/branding", { body: changes }));
    if (response.is_ok) query.reload();
  }
  async function chooseLogo(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    await set({ logo: (await smallPicture(chosen)) ?? NO_PICTURE });
  }
  return (
    <section aria-labelledby="branding">
      <h2 id="branding">{messages.title}</h2>
      <p className="quiet">{messages.help}</p>
      <QueryState query={query} />
      {branding && (
        <>
          <div className="brand-previews">
            <Preview branding={branding} scheme="light" />
            <Preview branding={branding} scheme="dark" />
          </div>
          <div className="actions">
            <input
              ref={file}
              type="file"
              hidden
              accept="image/png,image/jpeg,image/webp"
              aria-label={messages.logo}
              onChange={(event) => {
                void chooseLogo(event.currentTarget.files?.[0]);
                event.currentTarget.value = "";
              }}
            />
            <Button onClick={() => file.current?.click()}>{messages.logo}</Button>
            {branding.logo !== null && <Button onClick={() => void set({ logo: "none" })}>{messages.no_logo}</Button>}
          </div>
          <ColorField key={branding.color} color={branding.color} onColor={(color) => void set({ color })} />
          {error}
        </>
      )}
    </section>
  );
}

interface ColorFieldProps {
  readonly color: string | null;
  readonly onColor: (color: string) => void;
}

function ColorField({ color, onColor }: ColorFieldProps) {
  const messages = useTranslation(MESSAGES);
  const input = useRef<HTMLInputElement>(null);
  // React's `onChange` is the browser's `input`, which a colour picker fires at every move. `change` fires at the end.
  useEffect(() => {
    const element = input.current;
    const choose = (): void => onColor(element?.value ?? DEFAULT_COLOR);
    element?.addEventListener("change", choose);
    return () => element?.removeEventListener("change", choose);
  }, [onColor]);
  return (
    <div className="field brand-field">
      <label htmlFor="brand-color">{messages.color}</label>
      <p className="field-help" id="brand-color-help">
        {messages.color_help}
      </p>
      <div className="actions">
        <input
          ref={input}
          id="brand-color"
          className="brand-color"
          type="color"
          aria-describedby="brand-color-help"
          defaultValue={color ?? DEFAULT_COLOR}
        />
        {color !== null && <Button onClick={() => onColor("none")}>{messages.no_color}</Button>}
      </div>
    </div>
  );
}

/** The masthead and the button of the payment page, in one colour scheme. */
function Preview({ branding, scheme }: { readonly branding: Branding; readonly scheme: "light" | "dark" }) {
  const messages = useTranslation(MESSAGES);
  const { business } = useMerchantContext();
  const frame = useRef<HTMLElement>(null);
  const shade = branding.shades?.[scheme] ?? { light: "#0b6b4f", dark: "#5bc79b" }[scheme];
  // Set as properties: the content security policy allows no style attributes.
  useEffect(() => {
    const element = frame.current;
    const sample = element?.querySelector<HTMLElement>(".brand-sample");
    if (!element || !sample) return;
    element.style.background = scheme === "light" ? "#ffffff" : "#101512";
    element.style.color = scheme === "light" ? "#161c19" : "#e9eeeb";
    sample.style.background = shade;
    sample.style.color = scheme === "light" ? "#ffffff" : "#0d1512";
  }, [shade, scheme]);
  return (
    <figure ref={frame} className="brand-preview" aria-label={messages[scheme]}>
      {branding.logo !== null && <img src={branding.logo} alt="" />}
      <span>{business.name}</span>
      <span className="brand-sample">{messages.sample}</span>
    </figure>
  );
}
