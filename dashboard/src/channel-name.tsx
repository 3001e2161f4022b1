import { useLanguage } from "@kolo/ui/language.tsx";
import { createContext, type ReactNode, useContext } from "react";
import { type Item, itemsOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useSeenAnswer } from "./use-answer.ts";

/** The names of channels that are no operator's own, which the service says in English. */
const FRENCH = new Map([
  ["cm.mobile", "Mobile money au Cameroun"],
  ["cm.bank", "Compte bancaire au Cameroun"],
  ["cm.cash", "Retrait d’espèces au Cameroun"],
]);

/** Null before the first answer; without any where nothing has a catalogue, as among the operators' pages. */
const CatalogueContext = createContext<readonly Item[] | null>([]);

/** Asks for the channels of a place once, however many cells below it name one. */
export function Catalogue({ children }: { readonly children: ReactNode }) {
  const place = usePlace();
  const { answer } = useSeenAnswer(place.to("channels"), () => place.ask("GET", "/channels"));
  return <CatalogueContext value={answer && itemsOf(answer.body, "data")}>{children}</CatalogueContext>;
}

/** The channels of the place; none before they are known. */
export function useCatalogue(): readonly Item[] {
  return useContext(CatalogueContext) ?? [];
}

/** What people call the channels of the catalogue, by their ids; nothing yet while the catalogue is on its way. */
export function useChannelNames(): (id: string) => string {
  const { language } = useLanguage();
  const channels = useContext(CatalogueContext);
  if (channels === null) return () => "";
  const names = new Map(channels.map((one) => [textOf(one, "id"), textOf(one, "name")]));
  return (id) => (language === "fr" ? FRENCH.get(id) : undefined) ?? names.get(id) ?? id;
}
