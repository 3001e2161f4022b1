import type { FieldErrors } from "#kernel/errors.ts";
import type { Environment } from "#kernel/scope.ts";
import { parseBulkFile, parseFileRows } from "./file.ts";
import { sortFieldErrors, validateBulk, validateBulkAgainstCatalogue } from "./parse.ts";
import { BulkFile, ENTRIES_MAX, NewBulk } from "./schema.ts";

/** Two field errors per entry of the longest list; the response then has at most 3 MB. */
export const BULK_FIELDS_NAMED_MAX = 2 * ENTRIES_MAX;

const CSV = "text/csv";
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface BulkInput {
  readonly body: unknown;
  readonly input: unknown;
  readonly environment: Environment | null;
}

/** The bodies of the operations on bulks, for the routes and for the thread that parses large ones. */
export const BULK_BODIES = {
  "new bulk": {
    schema: NewBulk,
    rules: {
      fields_max: BULK_FIELDS_NAMED_MAX,
      validate: ({ body, input, environment }: BulkInput): FieldErrors => validateBulk(body, input, environment),
      foresee: ({ body, environment }: BulkInput): FieldErrors =>
        environment === null ? {} : validateBulkAgainstCatalogue(body, environment),
      sortErrors: sortFieldErrors,
    },
    // The reader recognizes CSV and workbooks by their bytes, whatever the content type.
    formats: { [CSV]: { read: parseBulkFile }, [WORKBOOK]: { read: parseBulkFile } },
  },
  "bulk file": { schema: BulkFile, formats: { [CSV]: { read: parseFileRows }, [WORKBOOK]: { read: parseFileRows } } },
};
