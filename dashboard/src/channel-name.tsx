import { useLanguage } from "@kolo/ui/language.tsx";
import { createContext, type ReactNode, useContext } from "react";
import { type Item, itemsOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useSeenAnswer } from "./use-answer.ts";

/** French names of the channels that belong to no single network. The service has English names only. */
const FRENCH = new Map([
  ["cm.mobile", "Mobile money au Cameroun"],
  ["cm.bank", "Compte bancaire au Cameroun"],
  ["cm.cash", "Retrait d’espèces au Cameroun"],
]);

/** Null before the first answer; empty on pages without a catalogue, such as the platform operators'. */
const CatalogueContext = createContext<readonly Item[] | null>([]);

/** Loads the channels of this business and environment once, for all cells below. */
export function Catalogue({ children }: { readonly children: ReactNode }) {
  const place = usePlace();
  const { answer } = useSeenAnswer(place.to("channels"), () => place.ask("GET", "/channels"));
  return <CatalogueContext value={answer && itemsOf(answer.body, "data")}>{children}</CatalogueContext>;
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
  const names = new Map(channels.map((one) => [textOf(one, "id"), textOf(one, "name")]));
  return (id) => (language === "fr" ? FRENCH.get(id) : undefined) ?? names.get(id) ?? id;
}
