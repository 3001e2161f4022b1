import { useTranslation } from "@kolo/ui/language.tsx";
import { Heading } from "#ui/page-elements.tsx";
import { SignedOutLayout } from "#ui/signed-out-layout.tsx";
import { useMerchantContext } from "./merchant-context.ts";
import { Link } from "./router.tsx";

const MESSAGES = {
  en: {
    page: "Page not found",
    page_hint: "The address may be mistyped or out of date.",
    overview: "To the overview",
    business: "There is no such business here",
    business_hint: "The address may be wrong, or you may not belong to this business.",
    own: (name: string) => `To ${name}`,
  },
  fr: {
    page: "Page introuvable",
    page_hint: "L’adresse est peut-être mal écrite, ou ancienne.",
    overview: "Vers l’aperçu",
    business: "Cette entreprise n’existe pas ici",
    business_hint: "L’adresse est peut-être fausse, ou vous ne faites pas partie de cette entreprise.",
    own: (name: string) => `Vers ${name}`,
  },
};

/** The page for an unknown address within this business. */
export function PageNotFound() {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  return (
    <>
      <Heading title={messages.page} />
      <p className="quiet">{messages.page_hint}</p>
      <p className="actions">
        <Link className="button" to={context.pagePath("")}>
          {messages.overview}
        </Link>
      </p>
    </>
  );
}

/** The page for an unknown business, or one that the user is no member of. It links to the user's own business. */
export function BusinessNotFound({ own, name }: { readonly own: string; readonly name: string }) {
  const messages = useTranslation(MESSAGES);
  return (
    <SignedOutLayout title={messages.business}>
      <p>{messages.business_hint}</p>
      <p className="signed-out-link">
        <Link to={own}>{messages.own(name)}</Link>
      </p>
    </SignedOutLayout>
  );
}
