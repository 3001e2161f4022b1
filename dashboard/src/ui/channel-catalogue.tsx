import { useLanguage } from "@kolo/ui/language.tsx";
import { createContext, type ReactNode, useContext } from "react";
import { useApi } from "#app/api-query.ts";
import type { Channel } from "#app/api-types.ts";

/** French names of the channels that are not specific to one network. The service has English names only. */
const FRENCH_CHANNEL_NAMES = new Map([
  ["cm.mobile", "Mobile money au Cameroun"],
  ["cm.bank", "Compte bancaire au Cameroun"],
  ["cm.cash", "Retrait d’espèces au Cameroun"],
]);

/** Null before the first response; empty on pages without a catalogue, such as the platform operators'. */
const CatalogueContext = createContext<readonly Channel[] | null>([]);

/** Loads the channels of this business and environment once, for all cells below. */
export function Catalogue({ children }: { readonly children: ReactNode }) {
  const { data, failure } = useApi("GET /{environment}/channels", {});
  return <CatalogueContext value={data?.data ?? (failure ? [] : null)}>{children}</CatalogueContext>;
}

/** The channels of this business and environment; empty while they load. */
export function useCatalogue(): readonly Channel[] {
  return useContext(CatalogueContext) ?? [];
}

/** Returns a function from channel id to display name; it returns "" while the catalogue loads. */
export function useChannelNames(): (id: string) => string {
  const { language } = useLanguage();
  const channels = useContext(CatalogueContext);
  if (channels === null) return () => "";
  const name_by_id = new Map(channels.map(({ id, name }) => [id, name]));
  return (id) => (language === "fr" ? FRENCH_CHANNEL_NAMES.get(id) : undefined) ?? name_by_id.get(id) ?? id;
}
