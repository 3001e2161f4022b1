import { useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable } from "#ui/cells.tsx";
import { DescriptionList, type DescriptionRows } from "#ui/description-list.tsx";
import { Form, SelectField } from "#ui/form.tsx";
import { Heading, Notice } from "#ui/page-elements.tsx";
import { BrandingForm } from "./branding-form.tsx";

const MESSAGES = {
  en: {
    name: "Name",
    id: "Id",
    country: "Country",
    currency: "Currency",
    zone: "Time zone",
    zone_help:
      "The days of lists, charts and exported files, and the ends of keys, are those of this clock. Everybody at the business sees its times.",
    save: "Save",
    saved: (zone: string) => `Days and times are now those of ${zone}.`,
  },
  fr: {
    name: "Nom",
    id: "Identifiant",
    country: "Pays",
    currency: "Devise",
    zone: "Fuseau horaire",
    zone_help:
      "Les jours des listes, des graphiques et des fichiers exportés, ainsi que la fin des clés, suivent cette horloge. Toute l’entreprise voit ses heures.",
    save: "Enregistrer",
    saved: (zone: string) => `Les jours et les heures sont désormais ceux de ${zone}.`,
  },
};

export function BusinessPage() {
  const { pages } = useMessages();
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const { business } = context;
  const rows: DescriptionRows = [
    [messages.name, business.name],
    [messages.id, <Copyable key="id" text={business.id} />],
    [messages.country, business.country],
    [messages.currency, business.currency],
    [messages.zone, business.time_zone],
  ];
  return (
    <>
      <Heading title={pages.business} />
      <DescriptionList rows={rows} />
      {context.hasRight("manage") && <TimeZoneForm />}
      {context.hasRight("manage") && <BrandingForm />}
    </>
  );
}

function TimeZoneForm() {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const current = context.business.time_zone;
  const [time_zone, setTimeZone] = useState(current);
  const [saved, setSaved] = useState("");
  const time_zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", current])].sort();
  return (
    <section aria-labelledby="zone">
      <h2 id="zone">{messages.zone}</h2>
      <p className="quiet">{messages.zone_help}</p>
      {saved !== "" && <Notice>{messages.saved(saved)}</Notice>}
      <Form
        {...{ label: messages.zone, button: messages.save, tone: "plain" }}
        send={() => context.send("PUT /{merchant}/time-zone", { body: { time_zone } })}
        onDone={({ body }) => {
          setSaved(body.time_zone);
          void context.refresh();
        }}
      >
        {(errors) => (
          <SelectField
            {...{ label: messages.zone, error: errors.time_zone, name: "time_zone", value: time_zone }}
            onValue={setTimeZone}
            options={time_zones.map((name) => [name, name.replaceAll("_", " ")])}
          />
        )}
      </Form>
    </section>
  );
}
