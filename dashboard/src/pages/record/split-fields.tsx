import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useSplitMessages } from "#i18n/split-messages.ts";
import { CheckboxField, SelectField } from "#ui/form.tsx";
import { formatPercent } from "#ui/format-percent.ts";
import { LoadError } from "#ui/page-elements.tsx";
import {
  FEE_BEARERS,
  MEASURES,
  merchantField,
  NEW_PART,
  NEW_SPLIT,
  PARTS_MAX,
  REFUND_BEARERS,
  type SplitDraft,
  type SplitOrder,
  type SplitPartDraft,
  sizeField,
  sumOfSplit,
} from "#ui/split-draft.ts";

type Errors = Readonly<Record<string, string>>;

interface SplitFieldsProps {
  /** Null while the payment is not shared. */
  readonly split: SplitDraft | null;
  readonly order: SplitOrder;
  readonly errors: Errors;
  readonly onSplit: (split: SplitDraft | null) => void;
}

/** The parts of a payment for linked merchants. Shows nothing to a business without such links. */
export default function SplitFields({ split, order, errors, onSplit }: SplitFieldsProps) {
  const messages = useSplitMessages();
  const { environment } = useMerchantContext();
  const query = useApi("GET /{merchant}/connections", {}, { is_form: true });
  if (query.failure) return <LoadError response={query.failure} reload={query.reload} />;
  const links = (query.data?.items ?? []).filter(
    (link) => link.direction === "out" && link.environments.includes(environment),
  );
  const [first, second] = links;
  if (!first) return null;
  // A single business needs no choice. Of several, none is chosen: money must not go to the wrong one by default.
  const new_part = second ? NEW_PART : { ...NEW_PART, merchant: first.id };
  return (
    <>
      <CheckboxField
        {...{ label: messages.share, help: messages.share_help, is_on: split !== null }}
        onChange={(is_on) => onSplit(is_on ? { ...NEW_SPLIT, parts: [new_part] } : null)}
      />
      {split && (
        <fieldset className="form-section">
          <legend>{messages.legend}</legend>
          {split.parts.map((part, index) => (
            <PartFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
              key={index}
              {...{ split, index, part, links, errors, currency: order.currency, onSplit }}
            />
          ))}
          {split.parts.length < PARTS_MAX && (
            <p className="actions">
              <Button onClick={() => onSplit({ ...split, parts: [...split.parts, new_part] })}>{messages.add}</Button>
            </p>
          )}
          <SplitTotal {...{ split, order }} />
          <SelectField
            {...{ label: messages.fee_bearer, name: "split.fee_bearer", value: split.fee_bearer }}
            options={FEE_BEARERS.map((bearer) => [bearer, messages.fee_bearers[bearer]] as const)}
            onValue={(value) =>
              onSplit({ ...split, fee_bearer: FEE_BEARERS.find((bearer) => bearer === value) ?? "platform" })
            }
          />
          <SelectField
            {...{ label: messages.refund_bearer, name: "split.refund_bearer", value: split.refund_bearer }}
            options={REFUND_BEARERS.map((bearer) => [bearer, messages.refund_bearers[bearer]] as const)}
            onValue={(value) => onSplit({ ...split, refund_bearer: value === "platform" ? "platform" : "parts" })}
          />
        </fieldset>
      )}
    </>
  );
}

interface PartFieldsProps {
  readonly split: SplitDraft;
  readonly index: number;
  readonly part: SplitPartDraft;
  readonly links: readonly { readonly id: string; readonly name: string }[];
  readonly errors: Errors;
  readonly currency: string;
  readonly onSplit: (split: SplitDraft) => void;
}

function PartFields({ split, index, part, links, errors, currency, onSplit }: PartFieldsProps) {
  const messages = useSplitMessages();
  const number = split.parts.length === 1 ? 0 : index + 1;
  const set = (change: Partial<SplitPartDraft>): void =>
    onSplit({ ...split, parts: split.parts.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  const size = {
    ...{ name: sizeField(part, index), value: part.size, error: errors[sizeField(part, index)] },
    onValue: (text: string) => set({ size: text }),
  };
  const unchosen = part.merchant === "" ? ([["", messages.choose]] as const) : [];
  return (
    <div className="form-part">
      <SelectField
        {...{ label: messages.business(number), name: merchantField(index), value: part.merchant }}
        error={errors[merchantField(index)]}
        options={[...unchosen, ...links.map(({ id, name }) => [id, name] as const)]}
        onValue={(merchant) => set({ merchant })}
      />
      <SelectField
        {...{ label: messages.measure(number), name: `split.parts.${index}.measure`, value: part.measure }}
        options={MEASURES.map((measure) => [measure, messages.measures[measure]] as const)}
        onValue={(value) => set({ measure: value === "amount" ? "amount" : "percent", size: "" })}
      />
      {part.measure === "percent" ? (
        <Field {...size} label={messages.percent_of(number)} inputMode="decimal" after="%" />
      ) : (
        <AmountField {...size} label={messages.amount_of(number)} currency={currency} />
      )}
      <CheckboxField
        {...{ label: messages.hold(number), is_on: part.is_held }}
        onChange={(is_on) => set({ is_held: is_on })}
      />
      {split.parts.length > 1 && (
        <Button onClick={() => onSplit({ ...split, parts: split.parts.filter((_, at) => at !== index) })}>
          {messages.remove(number)}
        </Button>
      )}
    </div>
  );
}

/** The sum of the parts and the rest, or that they are more than the payment. */
function SplitTotal({ split, order }: { readonly split: SplitDraft; readonly order: SplitOrder }) {
  const messages = useSplitMessages();
  const { language } = useLanguage();
  const sum = sumOfSplit(split, order);
  const money = (amount: bigint): string => formatMoney(amount, order.currency, language);
  return (
    <div className="form-total" aria-live="polite">
      {sum?.kind === "exceeds" && <p className="field-error">{messages.exceeds}</p>}
      {sum?.kind === "amount" && <strong>{messages.total(money(sum.parts), money(sum.rest))}</strong>}
      {sum?.kind === "percent" && (
        <strong>{messages.total(formatPercent(sum.parts, language), formatPercent(sum.rest, language))}</strong>
      )}
    </div>
  );
}
