import { Button, ButtonLink } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { Time } from "./cells.tsx";
import { itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useSelfWords } from "./self-texts.ts";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

const PER_PAGE = 50;

/** Every privileged act at this business, the latest first; nobody can change or remove one. */
export function LogPage() {
  const words = useSelfWords();
  const all = useWords();
  const { language } = useLanguage();
  const { pages } = all;
  const place = usePlace();
  const [before, setBefore] = useState<number | null>(null);
  const path = before === null ? "/acts" : `/acts?before=${before}`;
  const acts = useAnswer(`${place.to("log")} ${path}`, () => place.askBusiness("GET", path));
  const items = itemsOf(acts.answer?.body ?? {}, "items");
  const last = items.at(-1);
  return (
    <>
      <Heading title={pages.log}>
        {acts.answer?.is_ok && (
          <ButtonLink href={place.apiOfBusiness(`/acts/export${language === "fr" ? "?separator=semicolon" : ""}`)}>
            {all.export}
          </ButtonLink>
        )}
      </Heading>
      {acts.answer === null && <Skeleton />}
      {acts.answer?.status === 403 && <Notice>{acts.answer.errors.role ? words.no_right : words.need_factor}</Notice>}
      {acts.answer && !acts.answer.is_ok && acts.answer.status !== 403 && (
        <Failure answer={acts.answer} again={acts.again} />
      )}
      {items.length > 0 && (
        <section className="table-frame" aria-label={pages.log}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.when}</th>
                <th scope="col">{words.act}</th>
                <th scope="col" className="wide">
                  {words.subject}
                </th>
                <th scope="col" className="wide">
                  {words.actor}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((act) => (
                <tr key={textOf(act, "id")}>
                  <td>
                    <Time at={textOf(act, "created_at")} />
                  </td>
                  <td>
                    <code>{textOf(act, "act")}</code> <span className="quiet">{textOf(act, "environment")}</span>
                  </td>
                  <td className="wide">{textOf(act, "subject")}</td>
                  <td className="wide">{textOf(act, "actor")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {items.length === PER_PAGE && last && (
        <Button onClick={() => setBefore(numberOf(last, "number"))}>{words.more}</Button>
      )}
    </>
  );
}
