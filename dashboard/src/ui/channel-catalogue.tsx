import { useLanguage } from "@kolo/ui/language.tsx";
import { createContext, type ReactNode, useContext } from "react";
import { type Item, itemsOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useCachedApiQuery } from "#app/use-query.ts";

/** French names of the channels that belong to no single network. The service has English names only. */
const FRENCH_CHANNEL_NAMES = new Map([
  ["cm.mobile", "Mobile money au Cameroun"],
  ["cm.bank", "Compte bancaire au Cameroun"],
  ["cm.cash", "Retrait d’espèces au Cameroun"],
]);

/** Null before the first answer; empty on pages without a catalogue, such as the platform operators'. */
const CatalogueContext = createContext<readonly Item[] | null>([]);

/** Loads the channels of this business and environment once, for all cells below. */
export function Catalogue({ children }: { readonly children: ReactNode }) {
  const context = useMerchantContext();
  const { response } = useCachedApiQuery(context.pagePath("channels"), () => context.request("GET", "/channels"));
  return <CatalogueContext value={response && itemsOf(response.body, "data")}>{children}</CatalogueContext>;
}

/** The channels of this business and environment; empty while they load. */
export function useCatalogue(): readonly Item[] {
  return useContext(CatalogueContext) ?? [];
}

/** Returns a function from channel id to display name; it returns "" while the catalogue loads. */
export function useChannelNames(): (id: string) => string {
  const { language } = useLanguage();
  const channels = useContext(CatalogueContext);
  if (channels === null) return () => "";
  const name_by_id = new Map(channels.map((one) => [textOf(one, "id"), textOf(one, "name")]));
  return (id) => (language === "fr" ? FRENCH_CHANNEL_NAMES.get(id) : undefined) ?? name_by_id.get(id) ?? id;
}
