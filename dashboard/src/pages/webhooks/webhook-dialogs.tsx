import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { Answer } from "#app/api.ts";
import { EVENT_TYPES } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useWebhookMessages } from "#i18n/webhook-messages.ts";
import { DayField, Form, SelectField } from "#ui/form.tsx";
import { endOfDayInZone, instantInZone } from "#ui/instant-in-zone.ts";
import { Dialog, Notice } from "#ui/page-elements.tsx";

interface RotateProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** Rotates the secret, with the overlap during which both secrets sign. */
export function RotateDialog({ id, onClose, onSecret }: RotateProps) {
  const messages = useWebhookMessages();
  const context = useMerchantContext();
  const [hours, setHours] = useState("24");
  return (
    <Dialog title={messages.rotate} onClose={onClose}>
      <p className="quiet">{messages.rotate_help}</p>
      <Form
        label={messages.rotate}
        button={messages.rotate}
        send={() =>
          context.send("POST /{environment}/webhooks/{id}/rotate", {
            ...{ params: { id }, body: { overlap_hours: Number(hours) } },
          })
        }
        onDone={({ body }) => onSecret(body.data.secret)}
      >
        {(errors) => (
          <SelectField
            {...{ label: messages.overlap_hours, error: errors.overlap_hours, name: "overlap_hours", value: hours }}
            onValue={setHours}
            options={(["24", "1", "168", "0"] as const).map((value) => [value, messages.hours[value]] as const)}
          />
        )}
      </Form>
    </Dialog>
  );
}

/**
 * Replays the events of a range of days in the business's time zone, of one type or all. One request replays a limited number of events; the
 * button then continues with the next request.
 */
export function ReplayDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const messages = useWebhookMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const [which, setWhich] = useState<"undelivered" | "all">("undelivered");
  const [type, setType] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [replayed, setReplayed] = useState<Answer<"POST /{environment}/webhooks/{id}/replay">["replay"] | null>(null);
  const { time_zone } = context.business;
  const next_from = replayed?.next_from ?? "";
  const types = EVENT_TYPES.filter((one) => one === type);
  const body = {
    which,
    ...(types.length === 0 ? {} : { types }),
    ...(next_from === ""
      ? from === ""
        ? {}
        : { from: instantInZone(from, "00:00", time_zone) }
      : { from: next_from }),
    ...(to === "" ? {} : { to: endOfDayInZone(to, time_zone) }),
  };
  const count = replayed?.queued ?? 0;
  return (
    <Dialog title={messages.replay} onClose={onClose}>
      <p className="quiet">{messages.replay_help}</p>
      {replayed && (
        <Notice>
          {count === 0 ? messages.replayed_none : messages.replayed(formatAmount(BigInt(count), "XAF", language))}
        </Notice>
      )}
      <Form
        label={messages.replay}
        button={next_from === "" ? messages.replay : messages.replay_on}
        send={() => context.send("POST /{environment}/webhooks/{id}/replay", { params: { id }, body })}
        onDone={(response) => setReplayed(response.body.replay)}
      >
        {(errors) => (
          <>
            <SelectField
              {...{ label: messages.which, name: "which", value: which, error: errors.which }}
              onValue={(value) => setWhich(value === "all" ? "all" : "undelivered")}
              options={[
                ["undelivered", messages.undelivered],
                ["all", messages.all],
              ]}
            />
            <SelectField
              {...{ label: messages.type, name: "types", value: type, error: errors.types, onValue: setType }}
              options={[["", messages.every_type], ...EVENT_TYPES.map((one) => [one, one] as const)]}
            />
            <DayField {...{ label: messages.from, name: "from", value: from, error: errors.from, onValue: setFrom }} />
            <DayField {...{ label: messages.to, name: "to", value: to, error: errors.to, onValue: setTo }} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
