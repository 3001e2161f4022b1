import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useTexts } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { Copyable, Time } from "./cells.tsx";
import { Choice, Form } from "./form.tsx";
import { type Item, itemsOf, textOf, textsOf } from "./items.ts";
import { RightsChoice } from "./key-form.tsx";
import { KEY_NOUNS, rightsByNoun } from "./key-rights.ts";
import { rightsText, useKeyWords } from "./key-texts.ts";
import { usePlace } from "./place.ts";
import { Code, Dialog, Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { SureButton } from "./sure.tsx";
import { Table, type TableColumn } from "./table.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useAnswer } from "./use-answer.ts";

const TEXTS = {
  en: {
    help_before: "A business that is connected to another may use the API in its name: with its own keys, and ",
    help_after: ". It sees and does what this page allows it, in the environment of its key.",
    own_id: "The id of this business, for those it connects to",
    in: "May act for this business",
    in_none: "Nobody else acts for this business.",
    out: "This business may act for",
    out_none: "This business acts for nobody else. Theirs is to allow it: give them the id above.",
    since: "Since",
    last: "Last request",
    not_lately: "None in seven days",
    allow: "Let a business in",
    allow_title: "Let another business act for this one",
    allow_help: "It uses its own keys. Its owner finds the id on this page of theirs.",
    may: "It may",
    may_read: "Read, and change nothing",
    may_all: "Do everything, sending money included",
    may_chosen: "Do only what I choose",
    rights_help: "Transfers leave from an address on the list of this business.",
    where: "In",
    both: "Test and live",
    test: "Test only",
    live: "Live only",
    id: "Id of the other business",
    end: "End",
    end_in: (name: string) => `${name} can no longer act for this business?`,
    end_out: (name: string) => `This business no longer acts for ${name}?`,
    end_hint: "Requests with X-Sync are refused within a second. What was made stays.",
    curl: "From a terminal, with the keys of this business:",
  },
  fr: {
    help_before: "Une entreprise reliée à une autre peut utiliser l’API en son nom\u00a0: avec ses propres clés, et ",
    help_after: ". Elle voit et fait ce que cette page lui permet, dans l’environnement de sa clé.",
    own_id: "L’identifiant de cette entreprise, pour celles qu’elle veut relier",
    in: "Peuvent agir pour cette entreprise",
    in_none: "Personne d’autre n’agit pour cette entreprise.",
    out: "Cette entreprise peut agir pour",
    out_none:
      "Cette entreprise n’agit pour personne d’autre. C’est à l’autre de l’autoriser\u00a0: donnez-lui l’identifiant ci-dessus.",
    since: "Depuis",
    last: "Dernière requête",
    not_lately: "Aucune depuis sept jours",
    allow: "Autoriser une entreprise",
    allow_title: "Laisser une autre entreprise agir pour celle-ci",
    allow_help: "Elle utilise ses propres clés. Son propriétaire trouve l’identifiant sur cette même page, chez lui.",
    may: "Elle peut",
    may_read: "Consulter, sans rien modifier",
    may_all: "Tout faire, y compris envoyer de l’argent",
    may_chosen: "Seulement ce que je choisis",
    rights_help: "Les transferts partent d’une adresse de la liste de cette entreprise.",
    where: "En",
    both: "Test et réel",
    test: "Test seulement",
    live: "Réel seulement",
    id: "Identifiant de l’autre entreprise",
    end: "Mettre fin",
    end_in: (name: string) => `${name} ne pourra plus agir pour cette entreprise\u202f?`,
    end_out: (name: string) => `Cette entreprise n’agira plus pour ${name}\u202f?`,
    end_hint: "Les requêtes avec X-Sync sont refusées dans la seconde. Ce qui a été fait reste.",
    curl: "Depuis un terminal, avec les clés de cette entreprise\u00a0:",
  },
};

type Direction = "in" | "out";
type Where = "both" | "test" | "live";

const ALL_RIGHTS = KEY_NOUNS.flatMap(([noun, deeds]) => deeds.map((deed) => `${noun}:${deed}`));
const GRANTS = { read: ALL_RIGHTS.filter((right) => right.endsWith(":read")), all: ALL_RIGHTS };

function environmentsOf(item: Item): Where {
  const names = textsOf(item, "environments");
  if (names.length > 1) return "both";
  return names[0] === "live" ? "live" : "test";
}

/** The merchant links: the businesses that may act for this one, and those that it may act for. */
export function ConnectionsPage() {
  const { pages } = useWords();
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const asked = useAnswer(place.to("connections"), () => place.askBusiness("GET", "/connections"));
  const [is_open, setOpen] = useState(false);
  const { answer } = asked;
  const items = itemsOf(answer?.body ?? {}, "items");
  const shared = { items, onDone: asked.again };
  return (
    <>
      <Heading title={pages.connections}>
        {place.may("manage") && (
          <Button tone="main" onClick={() => setOpen(true)}>
            {texts.allow}
          </Button>
        )}
      </Heading>
      <p className="measure">
        {texts.help_before}
        <code className="unbroken">X-Sync</code>
        {texts.help_after}
      </p>
      <dl className="own-id">
        <dt>{texts.own_id}</dt>
        <dd>
          <Copyable text={textOf(place.business, "id")} />
        </dd>
      </dl>
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && (
        <>
          <Connections direction="in" {...shared} />
          <Connections direction="out" {...shared} />
        </>
      )}
      {is_open && <Allow asked={asked} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ConnectionsProps {
  readonly direction: Direction;
  readonly items: readonly Item[];
  readonly onDone: () => void;
}

function Connections({ direction, items, onDone }: ConnectionsProps) {
  const texts = useTexts(TEXTS);
  const shown = items.filter((item) => item.direction === direction);
  const [first] = shown;
  return (
    <section aria-labelledby={`connected-${direction}`}>
      <h2 id={`connected-${direction}`}>{texts[direction]}</h2>
      {shown.length === 0 && <p className="quiet">{direction === "in" ? texts.in_none : texts.out_none}</p>}
      {shown.length > 0 && <ConnectionTable label={texts[direction]} items={shown} onDone={onDone} />}
      {direction === "out" && first && (
        <>
          <p className="quiet connected-hint">{texts.curl}</p>
          <Code label="curl">{curlFor(textOf(first, "id"))}</Code>
        </>
      )}
    </section>
  );
}

function curlFor(id: string): string {
  return `curl "$KOLO_URL/payments" \\\n  -H "Authorization: $KOLO_PUBLIC_KEY" -H "X-Sync: ${id}"`;
}

interface ConnectionTableProps {
  readonly label: string;
  readonly items: readonly Item[];
  readonly onDone: () => void;
}

function ConnectionTable({ label, items, onDone }: ConnectionTableProps) {
  const texts = useTexts(TEXTS);
  const key_words = useKeyWords();
  const { columns } = useWords();
  const place = usePlace();
  const end: TableColumn = {
    name: "end",
    header: texts.end,
    is_header_hidden: true,
    align: "end",
    cell: (item) => <End connection={item} onDone={onDone} />,
  };
  return (
    <Table
      label={label}
      rows={items}
      columns={[
        {
          name: "name",
          header: columns.name,
          cell: (item) => textOf(item, "name"),
          secondary: (item) => <code>{textOf(item, "id")}</code>,
        },
        {
          name: "rights",
          header: texts.may,
          cell: (item) => rightsText(key_words, rightsByNoun(textsOf(item, "rights"))),
          secondary: (item) => texts[environmentsOf(item)],
        },
        { name: "created_at", header: texts.since, cell: (item) => <Time at={textOf(item, "created_at")} /> },
        {
          name: "last_request_at",
          header: texts.last,
          hidden_below_px: 900,
          cell: (item) =>
            textOf(item, "last_request_at") === "" ? (
              <span className="quiet">{texts.not_lately}</span>
            ) : (
              <Time at={textOf(item, "last_request_at")} />
            ),
        },
        ...(place.may("manage") ? [end] : []),
      ]}
    />
  );
}

function End({ connection, onDone }: { readonly connection: Item; readonly onDone: () => void }) {
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const [id, name, direction] = [textOf(connection, "id"), textOf(connection, "name"), textOf(connection, "direction")];
  return (
    <SureButton
      label={`${texts.end}, ${name}`}
      title={direction === "in" ? texts.end_in(name) : texts.end_out(name)}
      hint={texts.end_hint}
      button={texts.end}
      deed={() => place.askBusiness("DELETE", `/connections/${id}?direction=${direction}`)}
      onDone={onDone}
    />
  );
}

function Allow({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const key_words = useKeyWords();
  const [merchant, setMerchant] = useState("");
  const [may, setMay] = useState<keyof typeof GRANTS | "chosen">("read");
  const [chosen, setChosen] = useState<readonly string[]>(GRANTS.read);
  const [where, setWhere] = useState<Where>("both");
  const rights = may === "chosen" ? chosen : GRANTS[may];
  const environments = where === "both" ? ["test", "live"] : [where];
  function check(): Readonly<Record<string, string>> {
    return rights.length === 0 ? { rights: key_words.may_needed } : {};
  }
  return (
    <Dialog title={texts.allow_title} onClose={onClose}>
      <p className="quiet">{texts.allow_help}</p>
      <Form
        label={texts.allow_title}
        button={texts.allow}
        check={check}
        send={() => place.askBusiness("POST", "/connections", { merchant, rights, environments })}
        onDone={() => {
          asked.again();
          onClose();
        }}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: texts.id, error: errors.merchant, name: "merchant", value: merchant }}
              onValue={setMerchant}
            />
            <Choice
              label={texts.may}
              name="may"
              value={may}
              options={[
                ["read", texts.may_read],
                ["chosen", texts.may_chosen],
                ["all", texts.may_all],
              ]}
              onValue={(value) => setMay(value === "all" || value === "chosen" ? value : "read")}
            />
            {may === "chosen" && (
              <RightsChoice rights={chosen} error={errors.rights} help={texts.rights_help} onRights={setChosen} />
            )}
            <Choice
              label={texts.where}
              name="where"
              value={where}
              options={[
                ["both", texts.both],
                ["test", texts.test],
                ["live", texts.live],
              ]}
              onValue={(value) => setWhere(value === "test" || value === "live" ? value : "both")}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
