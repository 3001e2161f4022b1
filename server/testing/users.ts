import { argon2Sync, createHmac } from "node:crypto";
import { sql } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { createPerson } from "#resources/users/create.ts";
import type { Role } from "#resources/users/schema.ts";
import { parseJsonOrNull, type TestResponse, type TestWorld } from "./world.ts";

export const PASSWORD = "correct horse battery staple";
const PASSWORD_HASH = cheapHash(PASSWORD);
let user_count = 0;

/** A person with a browser: it keeps the cookies, and sends the headers of our own pages. */
export interface TestUser {
  readonly id: Id<"per">;
  readonly email: string;
  cookie: string;
  /** The cookies that make the browser a known device; empty: a new browser. */
  device: string;
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  signIn(password?: string): Promise<TestResponse>;
  /** Sets up a second factor, signs in with it, and returns its secret. */
  enrollSecondFactor(): Promise<string>;
}

/** A person of a merchant, not signed in. */
export async function createTestUser(world: TestWorld, merchant: Id<"mer">, role: Role): Promise<TestUser> {
  user_count += 1;
  const email = `p${user_count}@example.cm`;
  const { id } = await world.db.engine((tx) =>
    createPerson(tx, { merchant, role, email, name: "Ama Test", password: PASSWORD_HASH }, "test"),
  );
  return openTestUser(world, id, email);
}

export function openTestUser(world: TestWorld, id: Id<"per">, email: string): TestUser {
  const person: TestUser = {
    id,
    email,
    cookie: "",
    device: "",
    async send(method, path, body, extra_headers = {}) {
      const cookie = [person.cookie, person.device].filter((part) => part !== "").join("; ");
      const headers = new Headers({ origin: world.url, "x-kolo-dashboard": "1", cookie, ...extra_headers });
      for (const [name, value] of [...headers]) if (value === "") headers.delete(name);
      if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
      const response = await fetch(`${world.url}/dashboard/api${path}`, {
        ...{ method, headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [pair = ""] = set.split(";");
        if (/^(__Host-)?kolo-device-/.test(pair)) person.device = pair;
        else person.cookie = pair;
      }
      const text = await response.text();
      return { status: response.status, body: parseJsonOrNull(text), text, headers: response.headers };
    },
    signIn: (password = PASSWORD) => person.send("POST", "/sign-in", { email, password }),
    async enrollSecondFactor() {
      await person.signIn();
      const { body } = await person.send("POST", "/me/second-factor");
      await person.send("POST", "/me/second-factor/confirm", { code: await currentTotpCode(world, body.secret) });
      // Each code is valid only once: wait half a minute for the next one.
      world.db.advanceClock(30_000);
      await person.signIn();
      const sign_in = await person.send("POST", "/sign-in/code", { code: await currentTotpCode(world, body.secret) });
      assert(sign_in.status === 200, `the code is right: ${sign_in.text}`);
      return body.secret;
    },
  };
  return person;
}

/**
 * Hashes with Argon2's lowest cost. Checking a password takes the cost of its hash: with the service's own, each
 * sign-in of a test would take 25 ms of CPU time.
 */
function cheapHash(password: string): string {
  const [nonce, base64] = [Buffer.alloc(16, 7), (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")];
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync("argon2id", { message: password, nonce, tagLength: 32, ...cost });
  return `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(tag)}`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The current code of an authenticator app: a second implementation of RFC 6238, independent of the service's. */
export async function currentTotpCode(world: TestWorld, secret: string): Promise<string> {
  const now = await world.db.engine(async (tx) => (await tx.row<{ at: string }>(sql`select ${tx.now} as at`)).at);
  return totpCode(secret, Date.parse(`${now.slice(0, 23)}Z`));
}

export function totpCode(secret: string, at_ms: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(at_ms / 30_000), 4);
  const digest = createHmac("sha1", bytes).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
