/**
 * The time zone of a country (IANA's name), which is its merchants'. Of a country with several it is the one of its seat of government;
 * UTC where we know none.
 */
export function timeZoneOf(country: string): string {
  return ZONES[country] ?? "UTC";
}

const ZONES: Readonly<Record<string, string>> = {
  ...{ AO: "Africa/Luanda", BF: "Africa/Ouagadougou", BI: "Africa/Bujumbura", BJ: "Africa/Porto-Novo" },
  ...{ BW: "Africa/Gaborone", CD: "Africa/Kinshasa", CF: "Africa/Bangui", CG: "Africa/Brazzaville" },
  ...{ CI: "Africa/Abidjan", CM: "Africa/Douala", CV: "Atlantic/Cape_Verde", DJ: "Africa/Djibouti" },
  ...{ DZ: "Africa/Algiers", EG: "Africa/Cairo", ER: "Africa/Asmara", ET: "Africa/Addis_Ababa" },
  ...{ GA: "Africa/Libreville", GH: "Africa/Accra", GM: "Africa/Banjul", GN: "Africa/Conakry" },
  ...{ GQ: "Africa/Malabo", GW: "Africa/Bissau", KE: "Africa/Nairobi", KM: "Indian/Comoro" },
  ...{ LR: "Africa/Monrovia", LS: "Africa/Maseru", LY: "Africa/Tripoli", MA: "Africa/Casablanca" },
  ...{ MG: "Indian/Antananarivo", ML: "Africa/Bamako", MR: "Africa/Nouakchott", MU: "Indian/Mauritius" },
  ...{ MW: "Africa/Blantyre", MZ: "Africa/Maputo", NA: "Africa/Windhoek", NE: "Africa/Niamey" },
  ...{ NG: "Africa/Lagos", RW: "Africa/Kigali", SC: "Indian/Mahe", SD: "Africa/Khartoum" },
  ...{ SL: "Africa/Freetown", SN: "Africa/Dakar", SO: "Africa/Mogadishu", SS: "Africa/Juba" },
  ...{ ST: "Africa/Sao_Tome", SZ: "Africa/Mbabane", TD: "Africa/Ndjamena", TG: "Africa/Lome" },
  ...{ TN: "Africa/Tunis", TZ: "Africa/Dar_es_Salaam", UG: "Africa/Kampala", ZA: "Africa/Johannesburg" },
  ...{ ZM: "Africa/Lusaka", ZW: "Africa/Harare" },
};

/** Writes instants as `2026-03-01 09:30:00` by the clock of a zone: what a spreadsheet reads as a date. */
export function localTime(zone: string): (at: Date) => string {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  });
  return (at) => format.format(at);
}
