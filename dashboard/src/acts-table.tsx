import { Time } from "./cells.tsx";
import { type Item, textOf } from "./items.ts";
import { RecordLink } from "./record-link.tsx";
import { useSelfWords } from "./self-texts.ts";

interface ActsProps {
  readonly items: readonly Item[];
  /** Whether what an act was about has a page here. */
  readonly has_links?: boolean;
}

/** Privileged acts, the latest first. */
export function ActsTable({ items, has_links = false }: ActsProps) {
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
              <td className="wide">
                {has_links ? <RecordLink text={textOf(act, "subject")} /> : textOf(act, "subject") || "–"}
              </td>
              <td className="actor">{textOf(act, "actor_name") || textOf(act, "actor")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
