import { type Book, FAULTS, type Fate, type Fault } from "./book.ts";
import { type FakeAnswer, type FakeRequest, type FakeServer, fakeServer } from "./server.ts";

/**
 * The control port beside the fake providers, never on their paths: it returns the movements and injects faults.
 *
 * GET /<provider>/log; POST /<provider>/faults {on, faults}, /fates {party, …fate}, /advance {ms}, /finish.
 */
export async function control(port: number, books: Readonly<Record<string, Book>>): Promise<FakeServer> {
  return fakeServer(port, (request) => {
    const [, provider = "", what = ""] = request.path.split("/");
    const book = books[provider];
    if (!book) return { status: 404, body: { message: `There is ${Object.keys(books).join(", ")}` } };
    return request.method === "GET"
      ? { status: 200, body: { movements: book.movements } }
      : change(book, what, request);
  });
}

function change(book: Book, what: string, request: FakeRequest): FakeAnswer {
  const given: Readonly<Record<string, unknown>> = JSON.parse(request.body || "{}");
  switch (what) {
    case "faults": {
      const faults = Array.isArray(given.faults) ? given.faults.flatMap(faultIn) : [];
      book.addFaults(given.on === "ask" || given.on === "token" ? given.on : "create", faults);
      return { status: 200, body: { faults } };
    }
    case "fates": {
      const fate = fateIn(given);
      book.setFate(typeof given.party === "string" ? given.party : null, fate);
      return { status: 200, body: fate };
    }
    case "advance":
      book.advance(Number(given.ms ?? 0));
      return { status: 200, body: { now: new Date(book.now_ms()).toISOString() } };
    case "finish":
      book.finish();
      return { status: 200, body: { movements: book.movements } };
    default:
      return { status: 404 };
  }
}

function faultIn(text: unknown): readonly Fault[] {
  return FAULTS.filter((fault) => fault === text);
}

function fateIn(given: Readonly<Record<string, unknown>>): Partial<Fate> {
  const notices = (["none", "once", "twice", "late", "lying"] as const).find((one) => one === given.notices);
  const [fault] = faultIn(given.fault);
  return {
    ...(typeof given.ending === "string" ? { ending: given.ending } : {}),
    ...(typeof given.after_ms === "number" ? { after_ms: given.after_ms } : {}),
    ...(typeof given.turns_after_ms === "number" ? { turns_after_ms: given.turns_after_ms } : {}),
    ...(typeof given.hidden_ms === "number" ? { hidden_ms: given.hidden_ms } : {}),
    ...(notices ? { notices } : {}),
    ...(fault ? { fault } : {}),
  };
}
