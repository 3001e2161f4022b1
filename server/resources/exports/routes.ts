import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { checkDays, daysIn } from "#http/days.ts";
import { queryReader } from "#http/query.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { fromMilliseconds, SECOND_MS } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import type { CsvReader } from "./csv.ts";
import { exportActs, exportSheet, noteExport, presses, timeZoneIn } from "./export.ts";
import { CHOICES, ExportQuery, FILTERS, SHEETS, type SheetName } from "./schema.ts";

/** The person who requests a file, and its scope. */
export interface Asker {
  readonly merchant: Id<"mer">;
  readonly scope: Scope;
  readonly person: string;
  readonly actor: string;
  /** Whether they still have the right; checked while the file is sent. */
  isStillAdmitted(): Promise<boolean>;
}

export interface ExportOptions {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly look: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** The sender of a request, if authorized. Throws the dashboard's error otherwise. */
  admit(request: FastifyRequest, operation: "GET /exports/{id}" | "GET /acts/export"): Promise<Asker>;
}

const PLACE = "/dashboard/api/merchants/:merchant";
// A receiver that reads nothing for this long is disconnected.
const STALLED_MS = 60 * SECOND_MS;

// The interval of checking the right: a file ends within a second after its receiver was removed.
const LOOK_MS = SECOND_MS / 2;

// The query fields of the format, common to all files.
const WRITTEN_HOW = ["separator", "language"] as const;
const readActsQuery = queryReader(Type.Pick(ExportQuery, WRITTEN_HOW));

/** Reads the filters of one sheet; it refuses other sheets' filters. */
function readQueryOf(sheet: SheetName, query: unknown): ExportQuery {
  return queryReader(Type.Pick(ExportQuery, [...FILTERS[sheet], ...WRITTEN_HOW]))(query);
}

/** Exports of lists: all matching rows, whatever their number, in bounded memory. */
export function exportPaths(options: ExportOptions): (app: FastifyInstance) => void {
  const begin = presses();
  return (app) => {
    app.get<{ Params: { id: string } }>(`${PLACE}/:environment/exports/:id`, async (request, reply) => {
      const asker = await options.admit(request, "GET /exports/{id}");
      const { scope, person, actor, merchant } = asker;
      const sheet = SHEETS.find((name) => name === request.params.id);
      if (!sheet) throw new ServiceError("not_found", "There is no such list");
      const query = readQueryOf(sheet, request.query);
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
      };
      checkDays(query);
      const { environment } = scope;
      if (sheet === "deliveries" && filter.webhook === null)
        throw badRequest("webhook", "Name the webhook whose they are");
      for (const field of ["status", "type", "state"] as const) {
        const choice = CHOICES[sheet]?.[field];
        const given = query[field];
        if (choice && given !== undefined && !choice.includes(given)) {
          throw badRequest(field, `Use one of: ${choice.join(", ")}`);
        }
      }
      const time_zone = await timeZoneIn(options.look, scope);
      const file = { name: `${sheet}-${environment}`, begun: () => begin(merchant, person), asker, time_zone };
      return send(request, reply, file, async () => {
        await options.transact((tx) =>
          noteExport(tx, { merchant, environment, actor, subject: sheet, query, address: request.ip }),
        );
        const { range } = await options.look(scope, (tx) => daysIn(tx, merchant, query));
        return exportSheet(options.look, scope, sheet, { ...filter, ...range }, readerOf(request, time_zone, query));
      });
    });
    app.get(`${PLACE}/acts/export`, async (request, reply) => {
      const asker = await options.admit(request, "GET /acts/export");
      const { scope, person, actor, merchant } = asker;
      const query = readActsQuery(request.query);
      const time_zone = await timeZoneIn(options.look, scope);
      const file = { name: "audit-log", begun: () => begin(merchant, person), asker, time_zone };
      return send(request, reply, file, async () => {
        await options.transact((tx) =>
          noteExport(tx, { merchant, environment: null, actor, subject: "acts", query: {}, address: request.ip }),
        );
        const reader = readerOf(request, time_zone, query);
        return exportActs(options.look, options.transact, scope, reader);
      });
    });
  };
}

/** The file's format: the language of the request, or else the browser's. */
function readerOf(request: FastifyRequest, time_zone: string, { separator, language }: ExportQuery): CsvReader {
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
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { readonly name: string; readonly time_zone: string; readonly asker: Asker; begun(): () => void },
  begin: () => Promise<AsyncIterable<string>>,
): Promise<FastifyReply> {
  const day = dayIn(file.time_zone, fromMilliseconds(Date.now()));
  const described = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="kolo-${file.name}-${day}.csv"`,
  };
  if (request.method === "HEAD") return reply.headers(described).send(Readable.from([]));
  const done = file.begun();
  try {
    const stream = Readable.from(await begin(), { objectMode: false, highWaterMark: 1 });
    stream.once("close", done);
    endWithRight(stream, file.asker);
    reply.raw.setTimeout(STALLED_MS, () => stream.destroy());
    return reply.headers(described).send(stream);
  } catch (error) {
    done();
    throw error;
  }
}

/** Ends the download of a person who has lost the right to it: removed, signed out, or in another role. */
function endWithRight(stream: Readable, asker: Asker): void {
  let is_looking = false;
  async function look(): Promise<void> {
    if (is_looking) return;
    is_looking = true;
    // An unavailable database is no evidence against the right, and returns no rows either.
    if (!(await asker.isStillAdmitted().catch(() => true))) stream.destroy(new Error("The right to this file ended"));
    is_looking = false;
  }
  const looking = setInterval(look, LOOK_MS);
  looking.unref();
  stream.once("close", () => clearInterval(looking));
}
