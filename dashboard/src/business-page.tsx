import { useTexts } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { Copyable } from "./cells.tsx";
import { Choice, Form } from "./form.tsx";
import { textOf } from "./items.ts";
import { Named, type NamedRows } from "./operator-parts.tsx";
import { usePlace } from "./place.ts";
import { Heading, Notice } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";

const TEXTS = {
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
  const { pages } = useWords();
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const { business } = place;
  const rows: NamedRows = [
    [texts.name, textOf(business, "name")],
    [texts.id, <Copyable key="id" text={textOf(business, "id")} />],
    [texts.country, textOf(business, "country")],
    [texts.currency, textOf(business, "currency")],
    [texts.zone, textOf(business, "time_zone")],
  ];
  return (
    <>
      <Heading title={pages.business} />
      <Named rows={rows} />
      {place.may("manage") && <ZoneForm />}
    </>
  );
}

function ZoneForm() {
  const texts = useTexts(TEXTS);
  const place = usePlace();
  const current = textOf(place.business, "time_zone");
  const [time_zone, setZone] = useState(current);
  const [saved, setSaved] = useState("");
  const names = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", current])].sort();
  return (
    <section aria-labelledby="zone">
      <h2 id="zone">{texts.zone}</h2>
      <p className="quiet">{texts.zone_help}</p>
      {saved !== "" && <Notice>{texts.saved(saved)}</Notice>}
      <Form
        {...{ label: texts.zone, button: texts.save, tone: "plain" }}
        send={() => place.askBusiness("PUT", "/time-zone", { time_zone })}
        onDone={({ body }) => {
          setSaved(textOf(body, "time_zone"));
          void place.refresh();
        }}
      >
        {() => (
          <Choice
            {...{ label: texts.zone, name: "time_zone", value: time_zone, onValue: setZone }}
            options={names.map((name) => [name, name.replaceAll("_", " ")])}
          />
        )}
      </Form>
    </section>
  );
}
