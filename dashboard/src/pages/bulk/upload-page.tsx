import { Button } from "@kolo/ui/button.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer } from "#app/api.ts";
import type { BulkTransferCheck } from "#app/api-types.ts";
import { allowsDuplicate, newSendAttempts, type SendAttempts } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { Heading, Notice } from "#ui/page-elements.tsx";
import { AT_ONCE, canBeHeld, type Timing, TimingFields, timingErrors, timingOf } from "#ui/timing-fields.tsx";
import { useSendOrder } from "#ui/use-send-order.tsx";
import { CheckedFile } from "./checked-file.tsx";
import { toCsv } from "./spreadsheet.ts";
import { type BulkQuery, includedRows, type Upload } from "./upload-review.tsx";

/** The spreadsheet in the form of a request. */
interface BulkOrder {
  readonly query: BulkQuery & ReturnType<typeof timingOf>;
  readonly csv: string;
}

/** A bulk from a spreadsheet: checked row by row, then sent, now or later, as a whole or not at all. */
export function UploadPage() {
  const messages = useSendMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const [timing, setTiming] = useState(AT_ONCE);
  // Kept while the spreadsheet changes: a changed one must not be sent in addition to one whose answer was lost.
  const attempts = useRef(newSendAttempts<BulkOrder>());
  const duplicate_choices = useRef(new Map<string, boolean>());
  return (
    <>
      <Link className="back" to={context.pagePath("/bulk")}>
        ← {pages.bulk}
      </Link>
      <Heading title={messages.upload_title} />
      <CheckedFile title={messages.upload_title}>
        {(upload, check) => (
          <SendBulk {...{ upload, check, attempts, duplicate_choices, timing }} onTiming={setTiming} />
        )}
      </CheckedFile>
    </>
  );
}

interface SendBulkProps {
  readonly upload: Upload;
  readonly check: BulkTransferCheck;
  readonly attempts: { current: SendAttempts<BulkOrder> };
  readonly duplicate_choices: { readonly current: Map<string, boolean> };
  readonly timing: Timing;
  readonly onTiming: (timing: Timing) => void;
}

function SendBulk({ upload, check, attempts, duplicate_choices, timing, onTiming }: SendBulkProps) {
  const messages = useSendMessages();
  const approval = useApprovalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const sum = formatMoney(BigInt(check.total_amount), check.currency, language);
  const {
    is_busy,
    trouble: error,
    send,
  } = useSendOrder({
    ...{
      attempts,
      pageOf: ({ bulk_transfer }: Answer<"POST /{environment}/transfers/bulk">) => `/bulk/${bulk_transfer.id}`,
    },
    order: {
      query: { ...upload.query, ...timingOf(timing, context.business.time_zone) },
      csv: toCsv(upload.spreadsheet, includedRows(upload.spreadsheet, upload.excluded_lines)),
    },
    post: ({ query, csv }, key) =>
      context.send("POST /{environment}/transfers/bulk", {
        query: {
          ...query,
          allow_duplicate: allowsDuplicate(duplicate_choices.current, key, check.duplicates.length > 0),
        },
        ...{ body: csv, headers: { "content-type": "text/csv", "idempotency-key": key } },
      }),
  });
  function press(): void {
    const timing_errors = timingErrors(timing, messages.needed);
    setErrors(timing_errors);
    if (Object.keys(timing_errors).length === 0) void send();
  }
  const button = timing.is_later ? messages.schedule_all : messages.send_all;
  const can_be_sent = canBeHeld(timing, check.is_enough);
  return (
    <>
      <TimingFields timing={timing} errors={errors} onTiming={onTiming} />
      {check.needs_approval && <Notice>{approval.will_wait}</Notice>}
      {!can_be_sent && <Notice tone="bad">{messages.poor}</Notice>}
      {error}
      {can_be_sent && (
        <Button tone="main" is_busy={is_busy} onClick={press}>
          {button(check.total_transfers, sum)}
        </Button>
      )}
    </>
  );
}
