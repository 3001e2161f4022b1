import { FIELD_LABELS, type FieldName } from "#kernel/field-labels.ts";

export const EXPORT_LANGUAGES = ["en", "fr"] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/** Returns a column's heading in the reader's language. The heading of a time includes its zone. */
export function columnHeading(column: string, language: ExportLanguage, time_zone: string): string {
  const name = HEADINGS[column]?.[language === "en" ? 0 : 1] ?? column;
  return column.endsWith("_at") ? `${name} (${time_zone})` : name;
}

/**
 * The headings that differ from the field's label in the dashboard. They must not change, because programs parse them.
 */
const OWN_HEADINGS: Readonly<Partial<Record<FieldName, readonly [en: string, fr: string]>>> = {
  active: ["Active", "Actif"],
  amount_total: ["Amount with fee", "Montant frais compris"],
  phone: ["Phone", "Téléphone"],
  type: ["Type", "Type"],
  failure_reason: ["Why it failed", "Cause de l’échec"],
  kind: ["What", "Nature"],
  sequence: ["Sequence", "Séquence"],
  disabled_reason: ["Why it is off", "Cause de l’arrêt"],
  origin: ["Origin", "Origine"],
  created_at: ["Created", "Créé"],
  ended_at: ["Ended", "Fini"],
};
const HEADINGS: Readonly<Record<string, readonly [en: string, fr: string]>> = { ...FIELD_LABELS, ...OWN_HEADINGS };
