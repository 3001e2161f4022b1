import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { Time } from "./cells.tsx";
import { type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { useOperatorWords } from "./operator-texts.ts";
import { usePlace } from "./place.ts";
import { useSelfWords } from "./self-texts.ts";
import { Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { useAnswer } from "./use-answer.ts";

const PER_PAGE = 50;

/** Who is an operator, and the log of acts that are no one merchant's. */
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
        {items.length > 0 && <ActsTable items={items} />}
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

/** Privileged acts, the latest first. */
export function ActsTable({ items }: { readonly items: readonly Item[] }) {
  const words = useSelfWords();
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.act}</th>
            <th scope="col" className="wide">
              {words.subject}
            </th>
            <th scope="col">{words.actor}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((act) => (
            <tr key={textOf(act, "id")}>
              <td className="moment">
                <Time at={textOf(act, "created_at")} />
              </td>
              <td>
                <code>{textOf(act, "act")}</code> <span className="quiet">{textOf(act, "environment")}</span>
              </td>
              <td className="wide">{textOf(act, "subject") || "–"}</td>
              <td className="actor">{textOf(act, "actor_name") || textOf(act, "actor")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
