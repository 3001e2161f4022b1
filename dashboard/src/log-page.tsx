import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { ActsTable } from "./acts-table.tsx";
import { ExportButton } from "./export-button.tsx";
import { type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { NeedsFactor } from "./needs-factor.tsx";
import { usePlace } from "./place.ts";
import { useSelfWords } from "./self-texts.ts";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";

const PER_PAGE = 50;

/** Returns a function that adds the actor's name to an entry. The log has user ids only, also those of former members. */
function namedBy(members: readonly Item[]): (act: Item) => Item {
  const names = new Map(members.map((member) => [`user:${textOf(member, "id")}`, textOf(member, "name")]));
  return (act) => ({ ...act, actor_name: names.get(textOf(act, "actor")) ?? "" });
}

/** The audit log of this business, newest first. Nobody can change or delete an entry. */
export function LogPage() {
  const words = useSelfWords();
  const all = useWords();
  const { language } = useLanguage();
  const { pages } = all;
  const place = usePlace();
  const [before, setBefore] = useState<number | null>(null);
  const path = before === null ? "/acts" : `/acts?before=${before}`;
  const acts = useSeenAnswer(`${place.to("log")} ${path}`, () => place.askBusiness("GET", path));
  const staff = useSeenAnswer(place.to("people"), () => place.askBusiness("GET", "/people"));
  const named = namedBy(itemsOf(staff.answer?.body ?? {}, "members"));
  const items = itemsOf(acts.answer?.body ?? {}, "items");
  const last = items.at(-1);
  return (
    <>
      <Heading title={pages.log}>
        {acts.answer?.is_ok && (
          <ExportButton
            label={all.export}
            href={place.apiOfBusiness(
              `/acts/export?language=${language}${language === "fr" ? "&separator=semicolon" : ""}`,
            )}
            permission={() => place.askBusiness("GET", "/acts/export-permission")}
          />
        )}
      </Heading>
      {acts.answer === null && <Skeleton />}
      {acts.answer?.status === 403 && (acts.answer.errors.role ? <Notice>{words.no_right}</Notice> : <NeedsFactor />)}
      {acts.answer && !acts.answer.is_ok && acts.answer.status !== 403 && (
        <Failure answer={acts.answer} again={acts.again} />
      )}
      {items.length > 0 && <ActsTable label={pages.log} items={items.map(named)} has_links />}
      {items.length === PER_PAGE && last && (
        <Button onClick={() => setBefore(numberOf(last, "number"))}>{words.more}</Button>
      )}
    </>
  );
}
