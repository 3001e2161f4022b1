import { useTexts } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { checkSheet, type SheetCheck } from "./bulk-check.ts";
import { keptOf, Review, type SheetOrder, type Upload } from "./bulk-review.tsx";
import { isNamed, renamed, type Sheet, sheetOf } from "./bulk-sheet.ts";
import { useChannelNames } from "./channel-name.tsx";
import { Choice, Form } from "./form.tsx";
import { itemOf, itemsOf, textOf, textsOf } from "./items.ts";
import { useBegun } from "./leaving.tsx";
import { type Place, usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { noAttempts } from "./send-once.ts";
import { useSendWords } from "./send-texts.ts";
import { Heading } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";

/** A bulk from a spreadsheet: checked row by row, then sent as a whole or not at all. */
export function UploadPage() {
  const words = useSendWords();
  const { pages } = useWords();
  const place = usePlace();
  const [upload, setUpload] = useState<Upload | null>(null);
  useBegun(upload !== null);
  // Kept while the sheet changes: a changed sheet must not be sent beside one whose answer was lost.
  const attempts = useRef(noAttempts<SheetOrder>());
  /** Checks again. A failed check keeps the previous result and the input, and returns its answer. */
  async function lookAgain(before: Upload, sheet: Sheet, left: ReadonlySet<number>): Promise<Answer | null> {
    const next = await looked(place, sheet, left, before.query);
    const has_rows = keptOf(sheet, left).length > 0;
    if (has_rows && !isKnown(next.result)) return next.result.answer;
    setUpload((shown) => (shown?.key === before.key ? next : shown));
    return null;
  }
  return (
    <>
      <Link className="back" to={place.to("/bulk")}>
        ← {pages.bulk}
      </Link>
      <Heading title={words.upload_title} />
      <div className="narrow">
        <Pick onCheck={setUpload} />
        {upload && (
          <Review
            key={upload.key}
            upload={upload}
            attempts={attempts}
            onChange={(sheet, left) => lookAgain(upload, sheet, left)}
          />
        )}
      </div>
    </>
  );
}

/** Checks the sheet without the lines to leave out. */
async function looked(place: Place, sheet: Sheet, left: ReadonlySet<number>, query: string): Promise<Upload> {
  const type = { "content-type": "text/csv" };
  const result = await checkSheet(sheet, keptOf(sheet, left), (csv) =>
    place.ask("POST", `/transfers/bulk/check${query}`, csv, type),
  );
  return { sheet, left, query, result, key: crypto.randomUUID() };
}

// A workbook is a zip archive. The service also determines the type from the first bytes.
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const ZIP = [0x50, 0x4b];

/** Sends the file to the service, which parses it: the page has no parser. */
function readFile(place: Place, bytes: ArrayBuffer): Promise<Answer> {
  const begins = new Uint8Array(bytes.slice(0, ZIP.length));
  const type = ZIP.every((byte, at) => begins[at] === byte) ? WORKBOOK : "text/csv";
  return place.ask("POST", "/transfers/bulk/read", new Blob([bytes]), { "content-type": type });
}

/** Whether the check has a result to show: totals, or rows with errors. */
function isKnown({ check, problems }: SheetCheck): boolean {
  return check !== null || problems.length > 0;
}

function Pick({ onCheck }: { readonly onCheck: (upload: Upload | null) => void }) {
  const words = useSendWords();
  const place = usePlace();
  const [channel, setChannel] = useState("cm.mobile");
  const [unnamed, setUnnamed] = useState<Sheet | null>(null);
  const [called, setCalled] = useState<ReadonlyMap<number, string>>(new Map());
  const file = useRef<File | null>(null);
  const seen = useRef<Upload | null>(null);
  // Choosing another file discards any check that has finished or is still running.
  const round = useRef(0);
  const chooseAnew = (): void => {
    round.current += 1;
    onCheck(null);
  };
  const nameOfChannel = useChannelNames();
  const channels = useSeenAnswer(place.to("channels"), () => place.ask("GET", "/channels"));
  const ways = itemsOf(channels.answer?.body ?? {}, "data").filter((one) => textsOf(one, "kinds").includes("transfer"));
  const query = `?currency=${textOf(place.business, "currency")}&channel=${channel}`;
  return (
    <Form
      label={words.upload_title}
      button={words.check}
      tone="plain"
      check={(): Readonly<Record<string, string>> => (file.current ? {} : { file: words.choose_file })}
      send={async () => {
        const mine = round.current;
        // A browser cannot read a file that was saved again after it was chosen.
        const bytes = await file.current?.arrayBuffer().catch(() => null);
        if (bytes === null || bytes === undefined) return refused(words.file_changed);
        const answer = await readFile(place, bytes);
        if (!answer.is_ok) return answer;
        const read = sheetOf(itemOf(answer.body, "bulk_file"));
        const sheet = called.size === 0 ? read : renamed(read, called);
        if (!isNamed(sheet)) {
          // The service has no field for these headings, but the user may recognize them: show the column form.
          setUnnamed(read);
          return refused(words.unnamed);
        }
        const upload = await looked(place, sheet, new Set(), query);
        const { result } = upload;
        seen.current = mine === round.current ? upload : null;
        return isKnown(result) ? { ...result.answer, is_ok: true } : result.answer;
      }}
      onDone={() => onCheck(seen.current)}
    >
      {(errors) => (
        <>
          <FileField
            error={errors.file}
            onFile={(chosen) => {
              file.current = chosen;
              setUnnamed(null);
              setCalled(new Map());
              chooseAnew();
            }}
          />
          {unnamed && (
            <ColumnChoice
              sheet={unnamed}
              called={called}
              onCalled={(next) => {
                setCalled(next);
                chooseAnew();
              }}
            />
          )}
          <Choice
            {...{ label: words.channel, name: "channel", value: channel }}
            onValue={(next) => {
              setChannel(next);
              chooseAnew();
            }}
            options={ways.map((one) => [textOf(one, "id"), nameOfChannel(textOf(one, "id"))] as const)}
          />
        </>
      )}
    </Form>
  );
}

function FileField(props: { readonly error: string | undefined; readonly onFile: (file: File | null) => void }) {
  const words = useSendWords();
  const { error, onFile } = props;
  return (
    <div className={error ? "field field-wrong" : "field"}>
      <label htmlFor="file">{words.file}</label>
      <p className="field-help" id="file-help">
        {words.upload_help}
      </p>
      <div className="field-frame">
        <input
          id="file"
          name="file"
          type="file"
          accept={`.csv,.tsv,.txt,.xlsx,text/csv,${WORKBOOK}`}
          aria-describedby={error ? "file-help file-error" : "file-help"}
          aria-invalid={error ? true : undefined}
          onClick={(event) => {
            event.currentTarget.value = "";
          }}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
      {error && (
        <p className="field-error" id="file-error">
          {error}
        </p>
      )}
    </div>
  );
}

const COLUMNS = ["name", "phone", "amount", "channel", "reference", "description"] as const;

interface ColumnChoiceProps {
  readonly sheet: Sheet;
  readonly called: ReadonlyMap<number, string>;
  readonly onCalled: (called: ReadonlyMap<number, string>) => void;
}

/** The form that assigns columns to fields, for headings that the service does not recognize. */
function ColumnChoice({ sheet, called, onCalled }: ColumnChoiceProps) {
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
            ...sheet.columns.map(({ heading }, place) => [String(place), heading || words.column(place + 1)] as const),
          ]}
        />
      ))}
    </fieldset>
  );
}

const UPLOAD_TEXTS = {
  en: { which: "Which column is what?", none: "Not in the file", column: (number: number) => `Column ${number}` },
  fr: {
    which: "Que contient chaque colonne\u202f?",
    none: "Absent du fichier",
    column: (number: number) => `Colonne ${number}`,
  },
};

/** An answer in the service's form, for an error in the file. */
function refused(text: string): Answer {
  return {
    ...{ status: 400, is_ok: false, body: {}, message: text, errors: { file: text } },
    ...{ request_id: "", retry_after_s: null },
  };
}
