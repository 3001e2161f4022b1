import { type Book, FAULTS, type Fate, type Fault } from "./book.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, fakeServer } from "./server.ts";

/**
 * A control server on a port of its own, apart from the fake providers' paths: it returns the movements and injects
 * faults.
 *
 * GET /<provider>/log; POST /<provider>/faults {on, faults}, /fates {party, …fate}, /advance {ms}, /finish.
 */
export async function controlServer(port: number, books: Readonly<Record<string, Book>>): Promise<FakeServer> {
  return fakeServer(port, (request) => {
    const [, provider = "", command = ""] = request.path.split("/");
    const book = books[provider];
    if (!book) return { status: 404, body: { message: `There is ${Object.keys(books).join(", ")}` } };
    return request.method === "GET"
      ? { status: 200, body: { movements: book.movements } }
      : applyCommand(book, command, request);
  });
}

function applyCommand(book: Book, command: string, request: FakeRequest): FakeAnswer {
  const fields: Readonly<Record<string, unknown>> = JSON.parse(request.body || "{}");
  switch (command) {
    case "faults": {
      const faults = Array.isArray(fields.faults) ? fields.faults.flatMap(parseFaults) : [];
      book.addFaults(fields.on === "ask" || fields.on === "token" ? fields.on : "create", faults);
      return { status: 200, body: { faults } };
    }
    case "fates": {
      const fate = parseFate(fields);
      book.setFate(typeof fields.party === "string" ? fields.party : null, fate);
      return { status: 200, body: fate };
    }
    case "advance":
      book.advance(Number(fields.ms ?? 0));
      return { status: 200, body: { now: new Date(book.now_ms()).toISOString() } };
    case "finish":
      book.finish();
      return { status: 200, body: { movements: book.movements } };
    default:
      return { status: 404 };
  }
}

function parseFaults(text: unknown): readonly Fault[] {
  return FAULTS.filter((fault) => fault === text);
}

function parseFate(fields: Readonly<Record<string, unknown>>): Partial<Fate> {
  const notices = (["none", "once", "twice", "late", "lying"] as const).find((one) => one === fields.notices);
  const [fault] = parseFaults(fields.fault);
  return {
    ...(typeof fields.ending === "string" ? { ending: fields.ending } : {}),
    ...(typeof fields.after_ms === "number" ? { after_ms: fields.after_ms } : {}),
    ...(typeof fields.turns_after_ms === "number" ? { turns_after_ms: fields.turns_after_ms } : {}),
    ...(typeof fields.hidden_ms === "number" ? { hidden_ms: fields.hidden_ms } : {}),
    ...(notices ? { notices } : {}),
    ...(fault ? { fault } : {}),
  };
}
