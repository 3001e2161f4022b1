import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { type ApiQuery, useApi } from "#app/api-query.ts";
import { KEY_RIGHTS, type KeyRight, type MerchantLink } from "#app/api-types.ts";
import { rightsByResource } from "#app/key-rights.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { rightsText, useKeyMessages } from "#i18n/key-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable, Time } from "#ui/cells.tsx";
import { ConfirmButton } from "#ui/confirm-dialog.tsx";
import { Form, SelectField } from "#ui/form.tsx";
import { RightsChoice } from "#ui/key-form.tsx";
import { CodeBlock, Dialog, Heading, QueryState } from "#ui/page-elements.tsx";
import { Table, type TableColumn } from "#ui/table.tsx";

const MESSAGES = {
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
type EnvironmentChoice = "both" | "test" | "live";

const RIGHTS_PRESETS = { read: KEY_RIGHTS.filter((right) => right.endsWith(":read")), all: KEY_RIGHTS };

function environmentsOf({ environments }: MerchantLink): EnvironmentChoice {
  if (environments.length > 1) return "both";
  return environments[0] === "live" ? "live" : "test";
}

/** The merchant links: the businesses that may act for this one, and those that it may act for. */
export function MerchantLinksPage() {
  const { pages } = useMessages();
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const query = useApi("GET /{merchant}/connections", {});
  const [is_open, setOpen] = useState(false);
  const { data } = query;
  const items = data?.items ?? [];
  const shared = { items, onDone: query.reload };
  return (
    <>
      <Heading title={pages.connections}>
        {context.hasRight("manage") && (
          <Button tone="main" onClick={() => setOpen(true)}>
            {messages.allow}
          </Button>
        )}
      </Heading>
      <p className="measure">
        {messages.help_before}
        <code className="unbroken">X-Sync</code>
        {messages.help_after}
      </p>
      <dl className="own-id">
        <dt>{messages.own_id}</dt>
        <dd>
          <Copyable text={context.business.id} />
        </dd>
      </dl>
      <QueryState query={query} />
      {data && (
        <>
          <MerchantLinks direction="in" {...shared} />
          <MerchantLinks direction="out" {...shared} />
        </>
      )}
      {is_open && <AllowMerchant query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MerchantLinksProps {
  readonly direction: Direction;
  readonly items: readonly MerchantLink[];
  readonly onDone: () => void;
}

function MerchantLinks({ direction, items, onDone }: MerchantLinksProps) {
  const messages = useTranslation(MESSAGES);
  const shown = items.filter((item) => item.direction === direction);
  const [first] = shown;
  return (
    <section aria-labelledby={`connected-${direction}`}>
      <h2 id={`connected-${direction}`}>{messages[direction]}</h2>
      {shown.length === 0 && <p className="quiet">{direction === "in" ? messages.in_none : messages.out_none}</p>}
      {shown.length > 0 && <MerchantLinkTable label={messages[direction]} items={shown} onDone={onDone} />}
      {direction === "out" && first && (
        <>
          <p className="quiet connected-hint">{messages.curl}</p>
          <CodeBlock label="curl">{curlFor(first.id)}</CodeBlock>
        </>
      )}
    </section>
  );
}

function curlFor(id: string): string {
  return `curl "$KOLO_URL/payments" \\\n  -H "Authorization: $KOLO_PUBLIC_KEY" -H "X-Sync: ${id}"`;
}

interface MerchantLinkTableProps {
  readonly label: string;
  readonly items: readonly MerchantLink[];
  readonly onDone: () => void;
}

function MerchantLinkTable({ label, items, onDone }: MerchantLinkTableProps) {
  const messages = useTranslation(MESSAGES);
  const key_messages = useKeyMessages();
  const { columns } = useMessages();
  const context = useMerchantContext();
  const end: TableColumn<MerchantLink> = {
    name: "end",
    header: messages.end,
    is_header_hidden: true,
    align: "end",
    cell: (item) => <EndLink merchant_link={item} onDone={onDone} />,
  };
  return (
    <Table
      label={label}
      rows={items}
      columns={[
        {
          name: "name",
          header: columns.name,
          cell: (item) => item.name,
          secondary: (item) => <code>{item.id}</code>,
        },
        {
          name: "rights",
          header: messages.may,
          cell: (item) => rightsText(key_messages, rightsByResource(item.rights)),
          secondary: (item) => messages[environmentsOf(item)],
        },
        {
          ...{ name: "created_at", header: messages.since, hidden_below_px: 600 },
          cell: (item) => <Time at={item.created_at} />,
        },
        {
          name: "last_request_at",
          header: messages.last,
          hidden_below_px: 900,
          cell: (item) =>
            item.last_request_at ? (
              <Time at={item.last_request_at} />
            ) : (
              <span className="quiet">{messages.not_lately}</span>
            ),
        },
        ...(context.hasRight("manage") ? [end] : []),
      ]}
    />
  );
}

function EndLink({ merchant_link, onDone }: { readonly merchant_link: MerchantLink; readonly onDone: () => void }) {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const { id, name, direction } = merchant_link;
  return (
    <ConfirmButton
      label={`${messages.end}, ${name}`}
      title={direction === "in" ? messages.end_in(name) : messages.end_out(name)}
      hint={messages.end_hint}
      button={messages.end}
      action={() => context.send("DELETE /{merchant}/connections/{id}", { params: { id }, query: { direction } })}
      onDone={onDone}
    />
  );
}

function AllowMerchant({ query, onClose }: { readonly query: ApiQuery<unknown>; readonly onClose: () => void }) {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const key_messages = useKeyMessages();
  const [merchant, setMerchant] = useState("");
  const [rights_choice, setRightsChoice] = useState<keyof typeof RIGHTS_PRESETS | "chosen">("read");
  const [chosen_rights, setChosenRights] = useState<readonly KeyRight[]>(RIGHTS_PRESETS.read);
  const [environment_choice, setEnvironmentChoice] = useState<EnvironmentChoice>("both");
  const rights = rights_choice === "chosen" ? chosen_rights : RIGHTS_PRESETS[rights_choice];
  const environments = environment_choice === "both" ? (["test", "live"] as const) : [environment_choice];
  function check(): Readonly<Record<string, string>> {
    return rights.length === 0 ? { rights: key_messages.may_needed } : {};
  }
  return (
    <Dialog title={messages.allow_title} onClose={onClose}>
      <p className="quiet">{messages.allow_help}</p>
      <Form
        label={messages.allow_title}
        button={messages.allow}
        check={check}
        send={() => context.send("POST /{merchant}/connections", { body: { merchant, rights, environments } })}
        onDone={() => {
          query.reload();
          onClose();
        }}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: messages.id, error: errors.merchant, name: "merchant", value: merchant }}
              onValue={setMerchant}
            />
            <SelectField
              label={messages.may}
              name="may"
              value={rights_choice}
              options={[
                ["read", messages.may_read],
                ["chosen", messages.may_chosen],
                ["all", messages.may_all],
              ]}
              onValue={(value) => setRightsChoice(value === "all" || value === "chosen" ? value : "read")}
            />
            {rights_choice === "chosen" && (
              <RightsChoice
                rights={chosen_rights}
                error={errors.rights}
                help={messages.rights_help}
                onRights={setChosenRights}
              />
            )}
            <SelectField
              label={messages.where}
              name="where"
              value={environment_choice}
              options={[
                ["both", messages.both],
                ["test", messages.test],
                ["live", messages.live],
              ]}
              onValue={(value) => setEnvironmentChoice(value === "test" || value === "live" ? value : "both")}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
