import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import type { BrowserOperation } from "#http/browser-operation.ts";
import { checkDateRange, readDateFilter } from "#http/date-filter.ts";
import { queryParser } from "#http/query-parser.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { fromMilliseconds, SECOND_MS } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import type { CsvFormat } from "./csv.ts";
import { exportAuditLog, exportLimiter, exportList, readTimeZone, recordExport } from "./export.ts";
import {
  EXPORTABLE_LISTS,
  type ExportableList,
  ExportQuery,
  FILTER_VALUES,
  LIST_FILTERS,
  StatementFileQuery,
} from "./schema.ts";
import { readStatement, statementCsv } from "./statement-file.ts";

/** The person who requests a file, and its scope. */
export interface ExportRequester {
  readonly merchant: Id<"mer">;
  readonly scope: Scope;
  readonly person: string;
  readonly actor: string;
  /** Whether the person still has the right; checked repeatedly while the file is sent. */
  isStillAuthorized(): Promise<boolean>;
}

type FileOperation = "GET /exports/{id}" | "GET /balance/statement/export" | "GET /audit-log/export";

export interface ExportOptions {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly readSnapshot: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** Returns the person who sent the request, if authorized. Throws the dashboard's error otherwise. */
  admit(request: FastifyRequest, operation: FileOperation): Promise<ExportRequester>;
}

const BASE_PATH = "/dashboard/api/merchants/:merchant";
// A receiver that reads nothing for this long is disconnected.
const STALLED_MS = 60 * SECOND_MS;

// The interval of checking the right: a download must end within a second after its receiver loses the right.
const RIGHT_CHECK_MS = SECOND_MS / 2;

// The query fields of the format, common to all files.
const FORMAT_FIELDS = ["separator", "language"] as const;
const readStatementQuery = queryParser(StatementFileQuery);
const readAuditLogQuery = queryParser(Type.Pick(ExportQuery, FORMAT_FIELDS));

/** Parses the filters of one list. It refuses other lists' filters. */
function readExportQuery(list: ExportableList, query: unknown): ExportQuery {
  return queryParser(Type.Pick(ExportQuery, [...LIST_FILTERS[list], ...FORMAT_FIELDS]))(query);
}

const file = { status: 200, message: "The file", schema: Type.String(), content_type: "text/csv" };

/** The operations that answer with a file. */
export const EXPORT_OPERATIONS: readonly BrowserOperation[] = [
  { method: "GET", path: "/merchants/{merchant}/{environment}/exports/{id}", query: ExportQuery, reply: file },
  {
    method: "GET",
    path: "/merchants/{merchant}/{environment}/balance/statement/export",
    query: StatementFileQuery,
    reply: file,
  },
  {
    method: "GET",
    path: "/merchants/{merchant}/audit-log/export",
    query: Type.Pick(ExportQuery, FORMAT_FIELDS),
    reply: file,
  },
];

/** Registers the exports of lists: all matching rows, whatever their number, in bounded memory. */
export function exportPaths(options: ExportOptions): (app: FastifyInstance) => void {
  const acquire = exportLimiter();
  return (app) => {
    app.get<{ Params: { id: string } }>(`${BASE_PATH}/:environment/exports/:id`, async (request, reply) => {
      const requester = await options.admit(request, "GET /exports/{id}");
      const { scope, person, actor, merchant } = requester;
      const list = EXPORTABLE_LISTS.find((name) => name === request.params.id);
      if (!list) throw new ServiceError("list_not_found", "There is no such list");
      const query = readExportQuery(list, request.query);
      const filter = {
        search: query.search ?? null,
        status: query.status ?? null,
        channels: query.channels?.split(",").map((channel) => channel.trim()) ?? null,
        active: query.active ?? null,
        type: query.type ?? null,
        currency: query.currency ?? null,
        state: query.state ?? null,
        webhook: query.webhook ?? null,
        resource: query.resource ?? null,
        bulk: query.bulk_transfer ?? null,
        account: query.account ?? null,
      };
      checkDateRange(query);
      const { environment } = scope;
      if (list === "deliveries" && filter.webhook === null)
        throw badRequest("webhook", "webhook_required", "Name the webhook whose they are");
      for (const field of ["status", "type", "state"] as const) {
        const choice = FILTER_VALUES[list]?.[field];
        const value = query[field];
        if (choice && value !== undefined && !choice.includes(value)) {
          throw badRequest(field, "not_one_of", `Use one of: ${choice.join(", ")}`, { values: choice });
        }
      }
      const time_zone = await readTimeZone(options.readSnapshot, scope);
      const file = {
        name: `${list}-${environment}`,
        acquire: () => acquire(merchant, person),
        asker: requester,
        time_zone,
      };
      return sendFile(request, reply, file, async () => {
        await options.transact((tx) =>
          recordExport(tx, { merchant, environment, actor, subject: list, query, address: request.ip }),
        );
        const { range } = await options.readSnapshot(scope, (tx) => readDateFilter(tx, merchant, query));
        return exportList(
          options.readSnapshot,
          scope,
          list,
          { ...filter, ...range },
          csvFormatOf(request, time_zone, query),
        );
      });
    });
    app.get(`${BASE_PATH}/:environment/balance/statement/export`, async (request, reply) => {
      const requester = await options.admit(request, "GET /balance/statement/export");
      const { scope, person, actor, merchant } = requester;
      const { environment } = scope;
      const { separator, language, ...query } = readStatementQuery(request.query);
      const statement = await readStatement(options.readSnapshot, scope, query);
      const { date_start, date_end, time_zone } = statement;
      const file = {
        name: `statement-${environment}-${date_start}-${date_end}`,
        acquire: () => acquire(merchant, person),
        asker: requester,
        time_zone,
      };
      return sendFile(request, reply, file, async () => {
        await options.transact((tx) =>
          recordExport(tx, { merchant, environment, actor, subject: "statement", query, address: request.ip }),
        );
        const format = csvFormatOf(request, time_zone, {
          ...(separator === undefined ? {} : { separator }),
          ...(language === undefined ? {} : { language }),
        });
        return oneChunk(statementCsv(statement, format));
      });
    });
    app.get(`${BASE_PATH}/audit-log/export`, async (request, reply) => {
      const requester = await options.admit(request, "GET /audit-log/export");
      const { scope, person, actor, merchant } = requester;
      const query = readAuditLogQuery(request.query);
      const time_zone = await readTimeZone(options.readSnapshot, scope);
      const file = { name: "audit-log", acquire: () => acquire(merchant, person), asker: requester, time_zone };
      return sendFile(request, reply, file, async () => {
        await options.transact((tx) =>
          recordExport(tx, {
            merchant,
            environment: null,
            actor,
            subject: "audit_log",
            query: {},
            address: request.ip,
          }),
        );
        const format = csvFormatOf(request, time_zone, query);
        return exportAuditLog(options.readSnapshot, options.transact, scope, format);
      });
    });
  };
}

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text;
}

/** Returns the file's format. The language is that of the request, or else the browser's. */
function csvFormatOf(request: FastifyRequest, time_zone: string, { separator, language }: ExportQuery): CsvFormat {
  const preferred = /^\s*fr\b/i.test(request.headers["accept-language"] ?? "") ? "fr" : "en";
  return {
    separator: separator === "semicolon" ? ";" : ",",
    language: language ?? preferred,
    time_zone,
  };
}

/**
 * Sends the file at the receiver's pace (backpressure), and stops when it disconnects. HEAD: send headers only; create
 * no file and write no audit entry.
 */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { readonly name: string; readonly time_zone: string; readonly asker: ExportRequester; acquire(): () => void },
  open: () => Promise<AsyncIterable<string>>,
): Promise<FastifyReply> {
  const day = dayIn(file.time_zone, fromMilliseconds(Date.now()));
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="kolo-${file.name}-${day}.csv"`,
  };
  if (request.method === "HEAD") return reply.headers(headers).send(Readable.from([]));
  const release = file.acquire();
  try {
    const stream = Readable.from(await open(), { objectMode: false, highWaterMark: 1 });
    stream.once("close", release);
    stopWhenUnauthorized(stream, file.asker);
    reply.raw.setTimeout(STALLED_MS, () => stream.destroy());
    return reply.headers(headers).send(stream);
  } catch (error) {
    release();
    throw error;
  }
}

/** Ends the download of a person who has lost the right to it: removed, signed out, or given another role. */
function stopWhenUnauthorized(stream: Readable, requester: ExportRequester): void {
  let is_checking = false;
  async function checkRight(): Promise<void> {
    if (is_checking) return;
    is_checking = true;
    // Keep the download open while the database is unavailable: the right is unchanged, and no rows can be read.
    if (!(await requester.isStillAuthorized().catch(() => true)))
      stream.destroy(new Error("The right to this file ended"));
    is_checking = false;
  }
  const timer = setInterval(checkRight, RIGHT_CHECK_MS);
  timer.unref();
  stream.once("close", () => clearInterval(timer));
}
