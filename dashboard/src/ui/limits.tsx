import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import type { Limit, NewLimit } from "#app/api-types.ts";
import { Time } from "./cells.tsx";
import { ConfirmButton } from "./confirm-dialog.tsx";
import { Form, SelectField } from "./form.tsx";
import { Notice } from "./page-elements.tsx";
import { Table } from "./table.tsx";

type AppliesTo = Limit["applies_to"];
type Period = Limit["period"];
type Measure = Limit["measure"];

const APPLIES_TO: readonly AppliesTo[] = ["merchant", "key", "person", "payee", "payer"];
const PERIODS: readonly Period[] = ["hour", "day", "month"];
const MEASURES: readonly Measure[] = ["amount", "count"];

const MESSAGES = {
  en: {
    title: "Limits",
    help: "An order that would exceed a limit is refused. Failed and canceled orders no longer count. Transfers, bulks, refunds and withdrawals count as money out.",
    none: "No limits are set.",
    applies_to: {
      merchant: "All money out",
      key: "Each API key",
      person: "Each person",
      payee: "Each payee",
      payer: "Each payer",
    },
    periods: { hour: "Per hour", day: "Per day", month: "Per month" },
    measures: { amount: "Amount", count: "Number of orders" },
    set_by: { platform: "Platform operator", merchant: "This business" },
    applies: "Applies to",
    period: "Period",
    measure: "Limits the",
    maximum: "Maximum",
    used: "Used",
    until: "Until",
    from: "Set by",
    add: "Set a limit",
    amount: "Maximum amount",
    count: "Maximum number",
    whole: "Enter a whole number, 0 or more",
    saved: "The limit applies from the next order on.",
    remove: "Remove",
    remove_sure: "Remove this limit?",
    remove_hint: "Orders are no longer refused because of it.",
    stricter: "A limit of this business can only be stricter than one of the platform operator.",
  },
  fr: {
    title: "Plafonds",
    help: "Une opération qui dépasserait un plafond est refusée. Les opérations échouées ou annulées ne comptent plus. Les transferts, les envois groupés, les remboursements et les retraits comptent comme sorties d’argent.",
    none: "Aucun plafond n’est fixé.",
    applies_to: {
      merchant: "Toutes les sorties d’argent",
      key: "Chaque clé d’API",
      person: "Chaque personne",
      payee: "Chaque bénéficiaire",
      payer: "Chaque payeur",
    },
    periods: { hour: "Par heure", day: "Par jour", month: "Par mois" },
    measures: { amount: "Montant", count: "Nombre d’opérations" },
    set_by: { platform: "Opérateur de la plateforme", merchant: "Cette entreprise" },
    applies: "S’applique à",
    period: "Période",
    measure: "Porte sur",
    maximum: "Plafond",
    used: "Utilisé",
    until: "Jusqu’au",
    from: "Fixé par",
    add: "Fixer un plafond",
    amount: "Montant maximal",
    count: "Nombre maximal",
    whole: "Saisissez un nombre entier, 0 ou plus",
    saved: "Le plafond s’applique dès la prochaine opération.",
    remove: "Supprimer",
    remove_sure: "Supprimer ce plafond\u202f?",
    remove_hint: "Il ne fera plus refuser d’opérations.",
    stricter: "Un plafond de cette entreprise ne peut être que plus strict que celui de l’opérateur de la plateforme.",
  },
};

interface LimitsProps {
  readonly items: readonly Limit[];
  /** The currency of new limits. */
  readonly currency: string;
  /** The author of new limits; only limits of this author can be removed. Null: nothing can be changed. */
  readonly author: Limit["set_by"] | null;
  readonly set: (limit: NewLimit) => Promise<ApiResponse<unknown>>;
  readonly remove: (id: string) => Promise<ApiResponse<unknown>>;
  readonly onChange: () => void;
}

/** A merchant's limits, and a form to set one. */
export function Limits({ items, currency, author, set, remove, onChange }: LimitsProps) {
  const messages = useTranslation(MESSAGES);
  return (
    <>
      <p className="measure">{messages.help}</p>
      {items.length === 0 ? (
        <p className="quiet">{messages.none}</p>
      ) : (
        <LimitTable {...{ items, author, remove, onChange }} />
      )}
      {author !== null && <LimitForm {...{ currency, author, set, onChange }} />}
    </>
  );
}

function LimitTable({
  items,
  author,
  remove,
  onChange,
}: Pick<LimitsProps, "items" | "author" | "remove" | "onChange">) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const valueText = ({ measure, currency = "" }: Limit, value: number | undefined): string => {
    if (value === undefined) return "–";
    return measure === "amount" ? formatMoney(BigInt(value), currency, language) : value.toLocaleString(language);
  };
  return (
    <section className="list">
      <Table
        label={messages.title}
        rows={items}
        rowKey={(item) => item.id}
        columns={[
          {
            name: "applies_to",
            header: messages.applies,
            cell: (item) => messages.applies_to[item.applies_to],
            secondary: (item) => item.holder ?? messages.set_by[item.set_by],
          },
          { name: "period", header: messages.period, cell: (item) => messages.periods[item.period] },
          { name: "maximum", header: messages.maximum, align: "end", cell: (item) => valueText(item, item.maximum) },
          {
            name: "used",
            header: messages.used,
            align: "end",
            hidden_below_px: 600,
            cell: (item) => valueText(item, item.used),
          },
          {
            name: "until",
            header: messages.until,
            hidden_below_px: 900,
            cell: (item) => <Time at={item.free_at} />,
          },
          {
            name: "remove",
            header: messages.remove,
            is_header_hidden: true,
            cell: (item) =>
              item.set_by === author ? (
                <ConfirmButton
                  title={messages.remove_sure}
                  subject={`${messages.applies_to[item.applies_to]}, ${messages.periods[item.period]}: ${valueText(item, item.maximum)}`}
                  hint={messages.remove_hint}
                  button={messages.remove}
                  action={() => remove(item.id)}
                  onDone={onChange}
                />
              ) : null,
          },
        ]}
      />
    </section>
  );
}

function LimitForm({ currency, author, set, onChange }: Omit<LimitsProps, "items" | "remove">) {
  const messages = useTranslation(MESSAGES);
  const [applies_to, setAppliesTo] = useState<AppliesTo>("merchant");
  const [period, setPeriod] = useState<Period>("day");
  const [measure, setMeasure] = useState<Measure>("amount");
  const [text, setText] = useState("");
  const [is_saved, setSaved] = useState(false);
  const amount = parseTypedAmount(text, currency);
  const maximum = measure === "count" ? parseCount(text) : amount === null ? null : Number(amount);
  const limit = { applies_to, period, measure, maximum: maximum ?? 0 };
  const field = { name: "maximum", value: text, onValue: setText };
  return (
    <div className="narrow">
      <h2>{messages.add}</h2>
      {author === "merchant" && <p className="quiet">{messages.stricter}</p>}
      {is_saved && <Notice>{messages.saved}</Notice>}
      <Form<unknown>
        {...{ label: messages.add, button: messages.add, tone: "plain" }}
        check={(): Readonly<Record<string, string>> => (maximum === null ? { maximum: messages.whole } : {})}
        send={() => set(measure === "amount" ? { ...limit, currency } : limit)}
        onDone={() => {
          setSaved(true);
          setText("");
          onChange();
        }}
      >
        {(errors) => (
          <>
            <Choice
              label={messages.applies}
              name="applies_to"
              value={applies_to}
              error={errors.applies_to}
              onValue={setAppliesTo}
              options={APPLIES_TO}
              texts={messages.applies_to}
            />
            <Choice
              label={messages.period}
              name="period"
              value={period}
              error={errors.period}
              onValue={setPeriod}
              options={PERIODS}
              texts={messages.periods}
            />
            <Choice
              label={messages.measure}
              name="measure"
              value={measure}
              error={errors.measure}
              onValue={setMeasure}
              options={MEASURES}
              texts={messages.measures}
            />
            {measure === "amount" ? (
              <AmountField {...field} label={messages.amount} error={errors.maximum} currency={currency} />
            ) : (
              <Field {...field} label={messages.count} error={errors.maximum} inputMode="numeric" />
            )}
          </>
        )}
      </Form>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly error: string | undefined;
  readonly onValue: (value: Value) => void;
  readonly options: readonly Value[];
  readonly texts: Readonly<Record<Value, string>>;
}

function Choice<Value extends string>({ options, texts, onValue, ...field }: ChoiceProps<Value>) {
  return (
    <SelectField
      {...field}
      options={options.map((option) => [option, texts[option]])}
      onValue={(text) => {
        const chosen = options.find((option) => option === text);
        if (chosen !== undefined) onValue(chosen);
      }}
    />
  );
}

const COUNT_DIGITS_MAX = 9;

function parseCount(text: string): number | null {
  const digits = text.replace(/\s/g, "");
  return /^\d+$/.test(digits) && digits.length <= COUNT_DIGITS_MAX ? Number(digits) : null;
}
