import assert from "node:assert/strict";
import { it } from "node:test";
import { isLoopbackHost } from "./loopback.ts";

it("every spelling of the loopback host is recognised, and no other host is", () => {
  const host = (url: string) => isLoopbackHost(new URL(url).hostname);
  for (const url of [
    "http://localhost:8080",
    "http://127.0.0.1",
    "http://127.9.8.7",
    "http://0x7f.1",
    "http://[0::1]:1",
  ])
    assert.ok(host(url), url);
  for (const url of ["http://localhost.cm", "http://127.0.0.1.cm", "http://[::2]", "http://10.0.0.1", "http://0.0.0.0"])
    assert.ok(!host(url), url);
});
