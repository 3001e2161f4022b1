import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pg from "pg";
import { adaptPoolSize } from "./pool-size.ts";

/** A pool of `pg`. The test itself opens and refuses its connections. */
function aPool(max: number): pg.Pool {
  return new pg.Pool({ max, host: "127.0.0.1", port: 1 });
}

function refused(): pg.DatabaseError {
  const error = new pg.DatabaseError("too many connections", 20, "error");
  error.code = "53300";
  return error;
}

describe("the size of a connection pool", () => {
  it("is halved once by a burst of refusals, however few connections are open", async () => {
    const pool = aPool(20);
    const reported: number[] = [];
    const size = adaptPoolSize(pool, (available) => reported.push(available));
    const client = new pg.Client();
    const burst = Array.from({ length: 20 }, () => {
      let tries = 0;
      return size.acquire(async () => {
        tries += 1;
        if (tries === 1) throw refused();
        return Object.assign(client, { release() {} });
      }, 1_000);
    });
    pool.emit("connect", client);
    await Promise.all(burst);
    assert.equal(size.available(), 10);
    assert.deepEqual(reported, [10]);
    size.stop();
    await pool.end();
  });

  it("falls to what is open when the server refuses again and again", async () => {
    const pool = aPool(20);
    const size = adaptPoolSize(pool, () => {});
    const client = new pg.Client();
    for (let open = 0; open < 3; open += 1) pool.emit("connect", client);
    let tries = 0;
    await size.acquire(async () => {
      tries += 1;
      if (tries < 8) throw refused();
      return Object.assign(client, { release() {} });
    }, 1_000);
    assert.equal(size.available(), 3);
    size.stop();
    await pool.end();
  });
});
