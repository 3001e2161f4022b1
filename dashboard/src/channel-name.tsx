import { useLanguage } from "@kolo/ui/language.tsx";
import { itemsOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useSeenAnswer } from "./use-answer.ts";

/** The names of channels that are no operator's own, which the service says in English. */
const FRENCH = new Map([
  ["cm.mobile", "Mobile money au Cameroun"],
  ["cm.bank", "Compte bancaire au Cameroun"],
  ["cm.cash", "Retrait d’espèces au Cameroun"],
]);

/** What people call the channels of the catalogue, by their ids. */
export function useChannelNames(): (id: string) => string {
  const place = usePlace();
  const { language } = useLanguage();
  const { answer } = useSeenAnswer(place.to("channels"), () => place.ask("GET", "/channels"));
  const names = new Map(itemsOf(answer?.body ?? {}, "data").map((one) => [textOf(one, "id"), textOf(one, "name")]));
  return (id) => (language === "fr" ? FRENCH.get(id) : undefined) ?? names.get(id) ?? id;
}
