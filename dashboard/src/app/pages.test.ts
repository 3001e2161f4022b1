import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LISTS } from "#ui/list-definitions.ts";
import { operatorPageAt, PAGES, pageAt } from "./pages.ts";

describe("the page at an address", () => {
  it("matches by path segment, and a fixed segment takes precedence over a parameter", () => {
    assert.deepEqual(pageAt(""), { page: "/", id: "", delivery: "" });
    assert.equal(pageAt("/transfers/")?.page, "/transfers");
    assert.deepEqual(pageAt("/transfers/new"), { page: "/transfers/new", id: "", delivery: "" });
    assert.deepEqual(pageAt("/transfers/order%2F12"), { page: "/transfers/:id", id: "order/12", delivery: "" });
    assert.deepEqual(pageAt("/webhooks/whk_1/deliveries/dlv_2"), {
      page: "/webhooks/:id/deliveries/:delivery",
      id: "whk_1",
      delivery: "dlv_2",
    });
  });

  it("is null for an unknown address, and a malformed percent encoding does not throw", () => {
    assert.equal(pageAt("/salaries"), null);
    assert.equal(pageAt("/transfers/1/2/3"), null);
    assert.deepEqual(pageAt("/payments/%E0%A4%A"), { page: "/payments/:id", id: "%E0%A4%A", delivery: "" });
  });

  it("of the platform operators is one of their own", () => {
    assert.equal(operatorPageAt("")?.page, "/");
    assert.equal(operatorPageAt("/merchants/mer_1")?.id, "mer_1");
    for (const path of ["/merchant", "/channels/mtn", "/reviews/one/more"]) assert.equal(operatorPageAt(path), null);
  });

  it("exists for every list and for every record type with its own page", () => {
    const paths: readonly string[] = PAGES;
    for (const { page, opens, start } of LISTS) {
      assert.ok(paths.includes(`/${page}`), page);
      assert.ok(opens === null || paths.includes(`${opens}/:id`), page);
      assert.ok(start === null || paths.includes(start.page), page);
    }
  });
});
