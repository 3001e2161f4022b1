import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { it } from "node:test";
import { startTestWorld } from "#testing/world.ts";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./server.ts";

const SLACK_MS = 3_000;

it("a connection with incomplete headers or an incomplete request is closed within two seconds of the timeout", async () => {
  const world = await startTestWorld();
  const ended = async (text: string): Promise<number> => {
    const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
    socket.on("error", () => {});
    const began_ms = performance.now();
    socket.write(text);
    socket.resume();
    await once(socket, "close");
    return performance.now() - began_ms;
  };
  const merchant = await world.merchant();
  const head = `POST /customers HTTP/1.1\r\nHost: x\r\nAuthorization: ${merchant.public_key}\r\n`;
  const [headers_ms, body_ms] = await Promise.all([
    ended("GET / HTTP/1.1\r\nHost: x\r\n"),
    ended(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`),
  ]);
  assert.ok(Math.abs(headers_ms - HEADERS_TIMEOUT_MS) < SLACK_MS, `headers: ${headers_ms} ms`);
  assert.ok(Math.abs(body_ms - REQUEST_TIMEOUT_MS) < SLACK_MS, `body: ${body_ms} ms`);
});
