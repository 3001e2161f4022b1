import { Button } from "@kolo/ui/button.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { useApprovalWords } from "./approval-texts.ts";
import { Sum } from "./cells.tsx";
import { type FirstLine, readFirstLine, renamed } from "./csv-heading.ts";
import { Choice, Form } from "./form.tsx";
import { amountOf, type Item, itemOf, itemsOf, numberOf, textOf, textsOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { go, Link } from "./router.tsx";
import { useSendWords } from "./send-texts.ts";
import { Heading, Notice } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

const ERRORS_SHOWN = 100;

interface Upload {
  readonly csv: string;
  readonly query: string;
  readonly check: Item;
}

/** A list of transfers from a spreadsheet: checked row by row without sending, then sent as a whole or not at all. */
export function UploadPage() {
  const words = useSendWords();
  const { pages } = useWords();
  const place = usePlace();
  const [upload, setUpload] = useState<Upload | null>(null);
  return (
    <>
      <Link className="back" to={place.to("/bulk")}>
        ← {pages.bulk}
      </Link>
      <Heading title={words.upload_title} />
      <div className="narrow">
        <Pick onCheck={setUpload} />
        {upload && <Preview key={upload.csv} upload={upload} />}
      </div>
    </>
  );
}

function Pick({ onCheck }: { readonly onCheck: (upload: Upload | null) => void }) {
  const words = useSendWords();
  const place = usePlace();
  const [channel, setChannel] = useState("cm.mobile");
  const [heading, setHeading] = useState<FirstLine | null>(null);
  const [called, setCalled] = useState<ReadonlyMap<number, string>>(new Map());
  const file = useRef<File | null>(null);
  const csv = useRef("");
  const channels = useAnswer(place.to("channels"), () => place.ask("GET", "/channels"));
  const ways = itemsOf(channels.answer?.body ?? {}, "data").filter((one) => textsOf(one, "kinds").includes("transfer"));
  const query = `?currency=${textOf(place.business, "currency")}&channel=${channel}`;
  return (
    <Form
      label={words.upload_title}
      button={words.check}
      tone="plain"
      check={(): Readonly<Record<string, string>> => (file.current ? {} : { file: words.choose_file })}
      send={async () => {
        // A browser does not read a file that was saved again since it was chosen.
        const text = await file.current?.text().catch(() => null);
        if (text === null || text === undefined) return changedFile(words.file_changed);
        csv.current = called.size === 0 ? text : renamed(readFirstLine(text), called);
        const type = { "content-type": "text/csv" };
        const answer = await place.ask("POST", `/transfers/bulk/check${query}`, csv.current, type);
        // A heading that says nothing to the service may say something to who reads it.
        if (answer.status === 400 && Object.keys(answer.errors).length === 0) setHeading(readFirstLine(text));
        return answer;
      }}
      onDone={({ body }: Answer) => onCheck({ csv: csv.current, query, check: itemOf(body, "bulk_check") })}
    >
      {(errors) => (
        <>
          <div className={errors.file ? "field field-wrong" : "field"}>
            <label htmlFor="file">{words.file}</label>
            <p className="field-help" id="file-help">
              {words.upload_help}
            </p>
            <div className="field-frame">
              <input
                id="file"
                name="file"
                type="file"
                accept=".csv,text/csv"
                aria-describedby={errors.file ? "file-help file-error" : "file-help"}
                aria-invalid={errors.file ? true : undefined}
                onClick={(event) => {
                  event.currentTarget.value = "";
                }}
                onChange={(event) => {
                  file.current = event.currentTarget.files?.[0] ?? null;
                  setHeading(null);
                  setCalled(new Map());
                  onCheck(null);
                }}
              />
            </div>
            {errors.file && (
              <p className="field-error" id="file-error">
                {errors.file}
              </p>
            )}
          </div>
          {heading && <ColumnChoice heading={heading} called={called} onCalled={setCalled} />}
          <Choice
            {...{ label: words.channel, name: "channel", value: channel, onValue: setChannel }}
            options={ways.map((one) => [textOf(one, "id"), textOf(one, "name")] as const)}
          />
        </>
      )}
    </Form>
  );
}

const COLUMNS = ["name", "phone", "amount", "channel", "reference", "description"] as const;

interface ColumnChoiceProps {
  readonly heading: FirstLine;
  readonly called: ReadonlyMap<number, string>;
  readonly onCalled: (called: ReadonlyMap<number, string>) => void;
}

/** Which column of the file holds what, where its own heading does not say. */
function ColumnChoice({ heading, called, onCalled }: ColumnChoiceProps) {
  const words = useTexts(UPLOAD_TEXTS);
  const { columns } = useWords();
  function choose(name: string, chosen: string): void {
    const others = [...called].filter(([place, known]) => known !== name && String(place) !== chosen);
    onCalled(new Map(chosen === "" ? others : [...others, [Number(chosen), name]]));
  }
  return (
    <fieldset className="field">
      <legend>{words.which}</legend>
      {COLUMNS.map((name) => (
        <Choice
          key={name}
          label={columns[name]}
          name={`column-${name}`}
          value={String([...called].find(([, known]) => known === name)?.[0] ?? "")}
          onValue={(chosen) => choose(name, chosen)}
          options={[
            ["", words.none],
            ...heading.names.map((text, place) => [String(place), text || words.column(place + 1)] as const),
          ]}
        />
      ))}
    </fieldset>
  );
}

const UPLOAD_TEXTS = {
  en: { which: "Which column is what?", none: "Not in the file", column: (number: number) => `Column ${number}` },
  fr: {
    which: "Que contient chaque colonne ?",
    none: "Absent du fichier",
    column: (number: number) => `Colonne ${number}`,
  },
};

function changedFile(text: string): Answer {
  return {
    ...{ status: 400, is_ok: false, body: {}, message: text, errors: { file: text } },
    ...{ request_id: "", retry_after_s: null },
  };
}

function Preview({ upload }: { readonly upload: Upload }) {
  const words = useSendWords();
  const approval = useApprovalWords();
  const place = usePlace();
  const { language } = useLanguage();
  const { csv, query, check } = upload;
  const key = useRef(crypto.randomUUID());
  const [trouble, setTrouble] = useState("");
  const [is_busy, setBusy] = useState(false);
  const errors = Object.entries(itemOf(check, "errors"));
  const repeats = itemsOf(check, "duplicates").length;
  const count = numberOf(check, "total_transfers");
  const sum = formatMoney(amountOf(check, "total_amount") ?? 0n, textOf(check, "currency"), language);
  async function send(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const headers = { "content-type": "text/csv", "idempotency-key": key.current };
    const answer = await place.ask("POST", `/transfers/bulk${query}`, csv, headers);
    setBusy(false);
    if (answer.is_ok) go(place.to(`/bulk/${textOf(itemOf(answer.body, "bulk_transfer"), "id")}`));
    else if (answer.status === 0) setTrouble(words.lost);
    else setTrouble(`${words.sent_wrong} ${Object.values(answer.errors)[0] || answer.message}`);
  }
  return (
    <section className="review" aria-labelledby="preview">
      <h2 id="preview">{words.preview}</h2>
      <dl className="sums">
        <div>
          <dt>{words.rows}</dt>
          <dd>{count}</dd>
        </div>
        {(["total_amount", "total_fee", "available"] as const).map((field) => (
          <div key={field}>
            <dt>{{ total_amount: words.sum, total_fee: words.fees, available: words.available }[field]}</dt>
            <dd>
              <Sum item={check} field={field} />
            </dd>
          </div>
        ))}
      </dl>
      {errors.length > 0 && <Errors errors={errors} />}
      {repeats > 0 && <Notice>{words.repeats(repeats)}</Notice>}
      {errors.length === 0 && check.needs_approval === true && <Notice>{approval.will_wait}</Notice>}
      {errors.length === 0 && check.is_enough !== true && <Notice tone="bad">{words.poor}</Notice>}
      {trouble !== "" && <Notice tone="bad">{trouble}</Notice>}
      {errors.length === 0 && check.is_enough === true && (
        <Button tone="main" is_busy={is_busy} onClick={() => void send()}>
          {words.send_all(count, sum)}
        </Button>
      )}
    </section>
  );
}

/** Each row that is wrong, by the line it has in the file. */
function Errors({ errors }: { readonly errors: readonly (readonly [string, unknown])[] }) {
  const words = useSendWords();
  return (
    <>
      <Notice tone="bad">{words.errors(errors.length)}</Notice>
      <div className="table-frame">
        <table>
          <thead>
            <tr>
              <th scope="col" className="number">
                {words.row}
              </th>
              <th scope="col">{words.problem}</th>
            </tr>
          </thead>
          <tbody>
            {errors.slice(0, ERRORS_SHOWN).map(([path, texts]) => (
              <tr key={path}>
                <td className="number">{lineOf(path)}</td>
                <td>
                  <code>{path.split(".").slice(2).join(".")}</code> {Array.isArray(texts) ? texts.join(", ") : ""}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** `transfers.0` is the second line of the file: the first names the columns. */
function lineOf(path: string): string {
  const entry = /^transfers\.(\d+)/.exec(path)?.[1];
  return entry === undefined ? "" : String(Number(entry) + 2);
}
