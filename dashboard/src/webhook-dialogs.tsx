import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { EVENT_TYPES } from "./event-types.ts";
import { Choice, DayField, Form } from "./form.tsx";
import { type Item, itemOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Dialog, Notice } from "./shell-parts.tsx";
import { useWebhookWords } from "./webhook-texts.ts";

interface RotateProps {
  readonly path: string;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** Rotates the secret, with the overlap during which both secrets sign. */
export function RotateDialog({ path, onClose, onSecret }: RotateProps) {
  const words = useWebhookWords();
  const place = usePlace();
  const [hours, setHours] = useState("24");
  return (
    <Dialog title={words.rotate} onClose={onClose}>
      <p className="quiet">{words.rotate_help}</p>
      <Form
        label={words.rotate}
        button={words.rotate}
        send={() => place.ask("POST", `${path}/rotate`, { overlap_hours: Number(hours) })}
        onDone={({ body }) => onSecret(textOf(itemOf(body, "data"), "secret"))}
      >
        {() => (
          <Choice
            {...{ label: words.overlap_hours, name: "overlap_hours", value: hours, onValue: setHours }}
            options={(["24", "1", "168", "0"] as const).map((value) => [value, words.hours[value]] as const)}
          />
        )}
      </Form>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

/**
 * Replays the events of a range of days, of one type or all. Sends further requests while one request is too small for all
 * events.
 */
export function ReplayDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const words = useWebhookWords();
  const place = usePlace();
  const { language } = useLanguage();
  const [which, setWhich] = useState("undelivered");
  const [type, setType] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [done, setDone] = useState<Item | null>(null);
  const next_from = textOf(done ?? {}, "next_from");
  const body = {
    which,
    ...(type === "" ? {} : { types: [type] }),
    ...(next_from === "" ? (from === "" ? {} : { from: startOf(from, 0) }) : { from: next_from }),
    ...(to === "" ? {} : { to: startOf(to, DAY_MS) }),
  };
  const count = numberOf(done ?? {}, "queued");
  return (
    <Dialog title={words.replay} onClose={onClose}>
      <p className="quiet">{words.replay_help}</p>
      {done && (
        <Notice>
          {count === 0 ? words.replayed_none : words.replayed(formatAmount(BigInt(count), "XAF", language))}
        </Notice>
      )}
      <Form
        label={words.replay}
        button={next_from === "" ? words.replay : words.replay_on}
        send={() => place.ask("POST", `${path}/replay`, body)}
        onDone={(answer) => setDone(itemOf(answer.body, "replay"))}
      >
        {(errors) => (
          <>
            <Choice
              {...{ label: words.which, name: "which", value: which, onValue: setWhich }}
              options={[
                ["undelivered", words.undelivered],
                ["all", words.all],
              ]}
            />
            <Choice
              {...{ label: words.type, name: "types", value: type, onValue: setType }}
              options={[["", words.every_type], ...EVENT_TYPES.map((one) => [one, one] as const)]}
            />
            <DayField {...{ label: words.from, name: "from", value: from, error: errors.from, onValue: setFrom }} />
            <DayField {...{ label: words.to, name: "to", value: to, error: errors.to, onValue: setTo }} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The start of a day in the browser's time zone, plus `plus_ms` milliseconds. */
function startOf(day: string, plus_ms: number): string {
  return new Date(new Date(`${day}T00:00`).getTime() + plus_ms).toISOString();
}
