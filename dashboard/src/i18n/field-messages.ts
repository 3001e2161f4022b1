import { useTranslation } from "@kolo/ui/language.tsx";
import { FIELD_LABELS } from "#app/fields.ts";

/** The labels of record fields, by field name. A field without a label shows its API name. */
export function useFieldLabels(): Readonly<Partial<Record<string, string>>> & (typeof FIELD_LABELS)["en"] {
  return useTranslation(FIELD_LABELS);
}
