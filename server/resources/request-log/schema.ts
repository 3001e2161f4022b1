import { Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";

export const STATUS_CLASSES = ["2xx", "4xx", "5xx"] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** A request with an API key, as the request log shows it. */
export const LoggedRequest = Type.Object(
  {
    id: Type.String({ description: "The `Request-Id` of the answer." }),
    created_at: Timestamp,
    method: Type.String(),
    route: Type.String({ description: "The path of the operation, with `{names}` for its parameters." }),
    path: Type.String({ description: "The path without its query, with long numbers masked." }),
    status: Type.Integer(),
    error: Nullable(Type.String({ description: "The kind of error." })),
    message: Nullable(Type.String()),
    fields: Nullable(Type.String({ description: "The invalid fields, separated by commas." })),
    answer: Nullable(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            "The body of an error, with numbers and keys masked, and with one error per field; null for a success.",
        },
      ),
    ),
    duration_ms: Type.Number(),
    address: Type.String(),
    key: Type.String(),
    key_name: Nullable(Type.String()),
    key_hint: Nullable(Type.String()),
    acted_for: Nullable(Type.String({ description: "The linked merchant of `X-Sync`." })),
    left_out: Type.Integer({
      description:
        "The number of requests of this key, at about this time, that were not logged because there were too many.",
    }),
  },
  { title: "LoggedRequest" },
);
export type LoggedRequest = Static<typeof LoggedRequest>;

const SEARCH_MAX = 200;
const KEY_MAX = 40;
const REQUEST_ID_MAX = 40;
/** The filters of the request log. The page contains requests older than the one with the id `before`. */
export const requestFields = {
  search: Type.Optional(
    Type.String({ maxLength: SEARCH_MAX, "x-pasted": "line", description: "Part of the path, or a complete id." }),
  ),
  status: Type.Optional(OneOf(STATUS_CLASSES)),
  method: Type.Optional(OneOf(["GET", "POST", "PUT", "DELETE"])),
  key: Type.Optional(Type.String({ maxLength: KEY_MAX })),
  before: Type.Optional(Type.String({ maxLength: REQUEST_ID_MAX })),
};
