import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { ActsTable } from "./acts-table.tsx";
import { Time } from "./cells.tsx";
import { type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { useOperatorWords } from "./operator-texts.ts";
import { usePlace } from "./place.ts";
import { Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { useAnswer } from "./use-answer.ts";

const PER_PAGE = 50;

/** The platform operators, and the audit log of actions that belong to no single merchant. */
export function OperatorLogPage() {
  const words = useOperatorWords();
  const place = usePlace();
  const [before, setBefore] = useState<number | null>(null);
  const people = useAnswer("operators", () => place.ask("GET", "/people"));
  const path = before === null ? "/acts" : `/acts?before=${before}`;
  const acts = useAnswer(path, () => place.ask("GET", path));
  const items = itemsOf(acts.answer?.body ?? {}, "items");
  const last = items.at(-1);
  return (
    <>
      <Heading title={words.pages.log} />
      <section aria-labelledby="operators">
        <h2 id="operators">{words.operators}</h2>
        <p className="quiet explained">{words.operators_hint}</p>
        {people.answer === null && <Skeleton />}
        {people.answer && !people.answer.is_ok && <Failure answer={people.answer} again={people.again} />}
        <ul className="rows">
          {itemsOf(people.answer?.body ?? {}, "items").map((person) => (
            <Person key={textOf(person, "id")} person={person} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="acts">
        <h2 id="acts">{words.log}</h2>
        <p className="quiet explained">{words.log_hint}</p>
        {acts.answer && !acts.answer.is_ok && <Failure answer={acts.answer} again={acts.again} />}
        {acts.answer?.is_ok && items.length === 0 && <p className="quiet">{words.log_empty}</p>}
        {items.length > 0 && <ActsTable label={words.log} items={items} />}
        {items.length === PER_PAGE && last && (
          <Button onClick={() => setBefore(numberOf(last, "number"))}>{words.more}</Button>
        )}
      </section>
    </>
  );
}

function Person({ person }: { readonly person: Item }) {
  const words = useOperatorWords();
  return (
    <li>
      <span className="address">
        {textOf(person, "name")}
        <br />
        <span className="quiet">{textOf(person, "email")}</span>
      </span>
      <span className="row-state">
        <span>{words.second_factor(person.has_second_factor === true)}</span>
        <span className="quiet">
          {words.granted} <Time at={textOf(person, "granted_at")} />, {words.by} {textOf(person, "granted_by")}
        </span>
      </span>
    </li>
  );
}
