import { useTranslation } from "@kolo/ui/language.tsx";
import { type ReactNode, useRef, useState } from "react";
import type { Answer, ApiResponse, FailedResponse } from "#app/api.ts";
import type { BulkTransferCheck } from "#app/api-types.ts";
import { FILE_COLUMNS } from "#app/fields.ts";
import { type MerchantContext, useMerchantContext } from "#app/merchant-context.ts";
import { useUnsavedChanges } from "#app/unsaved-changes.tsx";
import { useMessages } from "#i18n/messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { useCatalogue, useChannelNames } from "#ui/channel-catalogue.tsx";
import { FieldFrame, Form, SelectField } from "#ui/form.tsx";
import { checkSpreadsheet, type SpreadsheetCheck } from "./check-spreadsheet.ts";
import { assignFields, hasRequiredColumns, type Spreadsheet, type SpreadsheetField } from "./spreadsheet.ts";
import { type BulkQuery, includedRows, type Upload, UploadReview } from "./upload-review.tsx";

interface CheckedFileProps {
  /** The accessible name of the form. */
  readonly title: string;
  /** Renders the rest of the page. Called once every included row is valid. */
  readonly children: (upload: Upload, check: BulkTransferCheck) => ReactNode;
}

/** A file of people to pay: chosen, checked row by row, and corrected. */
export function CheckedFile({ title, children }: CheckedFileProps) {
  const context = useMerchantContext();
  const [upload, setUpload] = useState<Upload | null>(null);
  useUnsavedChanges(upload !== null);
  /**
   * Validates the upload again. On failure it keeps the previous result and the input, and returns the failed response.
   */
  async function recheck(
    before: Upload,
    spreadsheet: Spreadsheet,
    excluded_lines: ReadonlySet<number>,
  ): Promise<ApiResponse<unknown> | null> {
    const next = await checkUpload(context, spreadsheet, excluded_lines, before.query);
    const has_rows = includedRows(spreadsheet, excluded_lines).length > 0;
    if (has_rows && !hasResult(next.result)) return next.result.response;
    setUpload((shown) => (shown?.key === before.key ? next : shown));
    return null;
  }
  return (
    <div className="narrow">
      <UploadForm title={title} onCheck={setUpload} />
      {upload && (
        <UploadReview
          key={upload.key}
          upload={upload}
          onChange={(spreadsheet, excluded_lines) => recheck(upload, spreadsheet, excluded_lines)}
        >
          {(check) => children(upload, check)}
        </UploadReview>
      )}
    </div>
  );
}

/** Checks the spreadsheet without the excluded rows. */
async function checkUpload(
  context: MerchantContext,
  spreadsheet: Spreadsheet,
  excluded_lines: ReadonlySet<number>,
  query: BulkQuery,
): Promise<Upload> {
  const headers = { "content-type": "text/csv" };
  const result = await checkSpreadsheet(spreadsheet, includedRows(spreadsheet, excluded_lines), (csv) =>
    context.send("POST /{environment}/transfers/bulk/check", { query, body: csv, headers }),
  );
  return { spreadsheet, excluded_lines, query, result, key: crypto.randomUUID() };
}

// A workbook is a zip archive. The service also determines the type from the first bytes.
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const ZIP = [0x50, 0x4b];

/** Sends the file to the service, which parses it: the page has no parser. */
function parseFile(
  context: MerchantContext,
  bytes: ArrayBuffer,
): Promise<ApiResponse<Answer<"POST /{environment}/transfers/bulk/read">>> {
  const first_bytes = new Uint8Array(bytes.slice(0, ZIP.length));
  const type = ZIP.every((byte, at) => first_bytes[at] === byte) ? WORKBOOK : "text/csv";
  return context.send("POST /{environment}/transfers/bulk/read", {
    ...{ body: new Blob([bytes]), headers: { "content-type": type } },
  });
}

/** Whether the check has a result to show: totals, or rows with errors. */
function hasResult({ check, problems }: SpreadsheetCheck): boolean {
  return check !== null || problems.length > 0;
}

interface UploadFormProps {
  readonly title: string;
  readonly onCheck: (upload: Upload | null) => void;
}

function UploadForm({ title, onCheck }: UploadFormProps) {
  const messages = useSendMessages();
  const context = useMerchantContext();
  const [channel, setChannel] = useState("cm.mobile");
  const [unmapped, setUnmapped] = useState<Spreadsheet | null>(null);
  const [assignments, setAssignments] = useState<ReadonlyMap<number, string>>(new Map());
  const file = useRef<File | null>(null);
  const checked_upload = useRef<Upload | null>(null);
  // Choosing another file discards any check that has finished or is still running.
  const generation = useRef(0);
  const discardCheck = (): void => {
    generation.current += 1;
    onCheck(null);
  };
  const nameOfChannel = useChannelNames();
  const transfer_channels = useCatalogue().filter(({ kinds }) => kinds.includes("transfer"));
  const query = { currency: context.business.currency, channel };
  return (
    <Form
      label={title}
      button={messages.check}
      tone="plain"
      check={(): Readonly<Record<string, string>> => (file.current ? {} : { file: messages.choose_file })}
      send={async (): Promise<ApiResponse<unknown>> => {
        const own_generation = generation.current;
        // A browser cannot read a file that was saved again after it was chosen.
        const bytes = await file.current?.arrayBuffer().catch(() => null);
        if (bytes === null || bytes === undefined) return fileError(messages.file_changed);
        const response = await parseFile(context, bytes);
        if (!response.is_ok) return response;
        const read: Spreadsheet = response.body.bulk_file;
        const spreadsheet = assignments.size === 0 ? read : assignFields(read, assignments);
        if (!hasRequiredColumns(spreadsheet)) {
          // The service has no field for these headings, but the user may recognize them: show the column form.
          setUnmapped(read);
          return fileError(messages.unnamed);
        }
        const upload = await checkUpload(context, spreadsheet, new Set(), query);
        const { result } = upload;
        checked_upload.current = own_generation === generation.current ? upload : null;
        return hasResult(result) ? response : result.response;
      }}
      onDone={() => onCheck(checked_upload.current)}
    >
      {(errors) => (
        <>
          <FileField
            error={errors.file}
            onFile={(chosen) => {
              file.current = chosen;
              setUnmapped(null);
              setAssignments(new Map());
              discardCheck();
            }}
          />
          {unmapped && (
            <ColumnChoice
              spreadsheet={unmapped}
              assignments={assignments}
              onAssign={(next) => {
                setAssignments(next);
                discardCheck();
              }}
            />
          )}
          <SelectField
            {...{ label: messages.channel, name: "channel", value: channel, error: errors.channel }}
            onValue={(next) => {
              setChannel(next);
              discardCheck();
            }}
            options={transfer_channels.map(({ id }) => [id, nameOfChannel(id)] as const)}
          />
        </>
      )}
    </Form>
  );
}

function FileField(props: { readonly error: string | undefined; readonly onFile: (file: File | null) => void }) {
  const messages = useSendMessages();
  const { error, onFile } = props;
  return (
    <FieldFrame {...{ id: "file", label: messages.file, help: messages.upload_help, error }}>
      {(attributes) => (
        <input
          {...attributes}
          name="file"
          type="file"
          accept={`.csv,.tsv,.txt,.xlsx,text/csv,${WORKBOOK}`}
          onClick={(event) => {
            event.currentTarget.value = "";
          }}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
        />
      )}
    </FieldFrame>
  );
}

// Programs write the files with these columns, under their exact headings.
const PROGRAM_COLUMNS: readonly SpreadsheetField[] = ["beneficiary", "email", "account_number", "bank_code", "country"];
const COLUMNS = FILE_COLUMNS.filter((name) => !PROGRAM_COLUMNS.includes(name));

interface ColumnChoiceProps {
  readonly spreadsheet: Spreadsheet;
  readonly assignments: ReadonlyMap<number, string>;
  readonly onAssign: (assignments: ReadonlyMap<number, string>) => void;
}

/** The form that assigns columns to fields, for headings that the service does not recognize. */
function ColumnChoice({ spreadsheet, assignments, onAssign }: ColumnChoiceProps) {
  const messages = useTranslation(COLUMN_MESSAGES);
  const { columns } = useMessages();
  function choose(name: string, chosen: string): void {
    const others = [...assignments].filter(([index, field]) => field !== name && String(index) !== chosen);
    onAssign(new Map(chosen === "" ? others : [...others, [Number(chosen), name]]));
  }
  return (
    <fieldset className="field">
      <legend>{messages.which}</legend>
      {COLUMNS.map((name) => (
        <SelectField
          key={name}
          label={columns[name]}
          name={`column-${name}`}
          value={String([...assignments].find(([, field]) => field === name)?.[0] ?? "")}
          onValue={(chosen) => choose(name, chosen)}
          options={[
            ["", messages.none],
            ...spreadsheet.columns.map(
              ({ heading }, index) => [String(index), heading || messages.column(index + 1)] as const,
            ),
          ]}
        />
      ))}
    </fieldset>
  );
}

const COLUMN_MESSAGES = {
  en: { which: "Which column is what?", none: "Not in the file", column: (number: number) => `Column ${number}` },
  fr: {
    which: "Que contient chaque colonne\u202f?",
    none: "Absent du fichier",
    column: (number: number) => `Colonne ${number}`,
  },
};

/** An answer in the service's form, for an error in the file. */
function fileError(text: string): FailedResponse {
  return {
    ...{ status: 400, is_ok: false, body: {}, message: text, errors: { file: text } },
    ...{ request_id: "", retry_after_s: null },
  };
}
