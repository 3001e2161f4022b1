import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { StatusOf, Sum } from "./cells.tsx";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { useWords } from "./texts.ts";

const TEXTS = {
  en: {
    progress: "How many have ended",
    some: (ended: string, all: string) => `${ended} of ${all} have ended`,
    all: (all: string) => `All ${all} have ended`,
    shown: (shown: string, all: string) => `The first ${shown} of ${all}.`,
    list: "Show all as a list",
  },
  fr: {
    progress: "Combien sont terminés",
    some: (ended: string, all: string) => `${ended} sur ${all} terminés`,
    all: (all: string) => `Les ${all} sont terminés`,
    shown: (shown: string, all: string) => `Les ${shown} premiers sur ${all}.`,
    list: "Tout afficher en liste",
  },
};

const MOVING = ["pending", "processing"];

/** How far a bulk is: its transfers that have ended, of all. */
export function BulkProgress({ bulk }: { readonly bulk: Item }) {
  const texts = useTexts(TEXTS);
  const { language } = useLanguage();
  const progress = itemOf(bulk, "progress");
  const all = numberOf(bulk, "total_transfers");
  const moving = MOVING.reduce((sum, status) => sum + numberOf(progress, status), 0);
  const written = (count: number): string => formatAmount(BigInt(count), "XAF", language);
  const ended = all - moving;
  return (
    <div className="progress">
      <progress aria-label={texts.progress} max={all} value={ended} />
      <p className="quiet" aria-live="polite">
        {ended === all ? texts.all(written(all)) : texts.some(written(ended), written(all))}
      </p>
    </div>
  );
}

/** The transfers of a bulk, in its own order. */
export function BulkEntries({ bulk }: { readonly bulk: Item }) {
  const words = useWords();
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const { language } = useLanguage();
  const entries = itemsOf(bulk, "transfers");
  const all = numberOf(bulk, "total_transfers");
  if (entries.length === 0) return null;
  const written = (count: number): string => formatAmount(BigInt(count), "XAF", language);
  return (
    <section className="related" aria-labelledby="entries">
      <h2 id="entries">{words.pages.transfers}</h2>
      <div className="table-frame">
        <table>
          <tbody>
            {entries.map((entry) => (
              <tr key={textOf(entry, "id")} className="opens">
                <td>
                  <Link className="row-link" to={place.to(`/transfers/${textOf(entry, "id")}`)}>
                    {textOf(entry, "reference")}
                  </Link>
                </td>
                <td>
                  <StatusOf status={textOf(entry, "status")} />
                </td>
                <td className="number">
                  <Sum item={{ ...entry, currency: bulk.currency }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all > entries.length && <p className="quiet">{texts.shown(written(entries.length), written(all))}</p>}
      <Link className="back" to={place.to(`/transfers?bulk_transfer=${textOf(bulk, "id")}`)}>
        {texts.list}
      </Link>
    </section>
  );
}
