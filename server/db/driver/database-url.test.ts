import assert from "node:assert/strict";
import { it } from "node:test";
import { parseDatabaseUrl } from "./database-url.ts";

const AUTHORITY = `${import.meta.dirname}/../../testing/certificates/authority.pem`;
const hostPortsOf = (url: string) => parseDatabaseUrl(url).servers.map(({ host, port }) => `${host} ${port}`);
const encryptionOf = (query: string) =>
  parseDatabaseUrl(`postgresql://db.example/kolo?${query}`).servers.map(({ ssl }) =>
    typeof ssl !== "object"
      ? "none"
      : `${ssl.rejectUnauthorized === false ? "unverified" : "verified"}${ssl.checkServerIdentity ? ", any name" : ""}`,
  );

it("a database URL is parsed as libpq does: hosts, ports, sockets, names with special characters", () => {
  assert.deepEqual(hostPortsOf("postgres://db.example/kolo"), ["db.example 5432"]);
  assert.deepEqual(hostPortsOf("postgresql://u@a:5433,b,[::1]:7/kolo"), ["a 5433", "b 5432", "::1 7"]);
  assert.deepEqual(hostPortsOf("postgresql://u@/kolo?host=/run/postgresql&port=5433"), ["/run/postgresql 5433"]);
  assert.deepEqual(hostPortsOf("postgresql://u@%2Frun%2Fpostgresql/kolo"), ["/run/postgresql 5432"]);
  assert.deepEqual(hostPortsOf("postgresql:///kolo?host=a,b&port=1,2&target_session_attrs=read-write"), ["a 1", "b 2"]);
  const [server] = parseDatabaseUrl("postgresql://anna%40x:p%3Aq:r@h/k%20o?options=-c%20geqo%3Doff").servers;
  assert.deepEqual(
    [server?.user, server?.password, server?.database, server?.options],
    ["anna@x", "p:q:r", "k o", "-c geqo=off"],
  );
});

it("each sslmode has libpq's meaning", () => {
  assert.deepEqual(encryptionOf(""), ["none"]);
  assert.deepEqual(encryptionOf("sslmode=disable"), ["none"]);
  assert.deepEqual(encryptionOf("sslmode=allow"), ["none", "unverified"]);
  assert.deepEqual(encryptionOf("sslmode=prefer"), ["unverified", "none"]);
  assert.deepEqual(encryptionOf("sslmode=require"), ["unverified"]);
  assert.deepEqual(encryptionOf(`sslmode=require&sslrootcert=${AUTHORITY}`), ["verified, any name"]);
  assert.deepEqual(encryptionOf(`sslmode=verify-ca&sslrootcert=${AUTHORITY}`), ["verified, any name"]);
  assert.deepEqual(encryptionOf(`sslmode=verify-full&sslrootcert=${AUTHORITY}`), ["verified"]);
  assert.deepEqual(encryptionOf("sslmode=verify-full&sslrootcert=system"), ["verified"]);
  const [socket] = parseDatabaseUrl("postgresql://%2Frun/kolo?sslmode=require").servers;
  assert.equal(socket?.ssl, false);
});

it("an invalid database URL is refused with a message that omits the password", () => {
  for (const [url, reason] of [
    ["http://u:secret@h/kolo", /is a URL such as/],
    ["postgresql://u:secret@h:99999/kolo", /port that cannot be: 99999/],
    ["postgresql://u:secret@h/kolo?sslmode=on", /sslmode=on; it is one of disable/],
    ["postgresql://u:secret@h/kolo?sslmode=verify-ca", /without sslrootcert/],
    [
      "postgresql://u:secret@h/kolo?sslmode=verify-full&sslrootcert=/none.pem",
      /sslrootcert that cannot be read: \/none.pem/,
    ],
    ["postgresql://u:secret@h/kolo?target_session_attrs=standby", /needs a server that takes writes/],
    ["postgresql://u:secret@h/kolo?pool_mode=session", /does not know: pool_mode/],
    ["postgresql://u:secret@a:1,b:2/kolo?port=1,2,3", /2 hosts and 3 ports/],
    ["postgresql://u:secret@%zz/kolo", /begins no character/],
  ] as const) {
    assert.throws(
      () => parseDatabaseUrl(url),
      (error: Error) => reason.test(error.message) && !error.message.includes("secret"),
      url,
    );
  }
});
