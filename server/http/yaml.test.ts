import assert from "node:assert/strict";
import { it } from "node:test";
import { toYaml } from "./yaml.ts";

it("YAML has the same values as JSON, and quotes what it would read as another type", () => {
  const value = {
    openapi: "3.1.0",
    paths: { "/payments/{reference}": { get: { tags: ["Payments"], security: [], "200": {}, "2XX": null } } },
    list: [{ name: "a: b", nested: [[1, 2], []] }, "yes", true, 1.5],
    no: 'a "quote"\nand a line',
    "X-Grant": -1,
  };
  const text = `openapi: "3.1.0"
paths:
  /payments/{reference}:
    get:
      "200": {}
      tags:
        - "Payments"
      security: []
      "2XX": null
list:
  - name: "a: b"
    nested:
      - - 1
        - 2
      - []
  - "yes"
  - true
  - 1.5
"no": "a \\"quote\\"\\nand a line"
X-Grant: -1
`;
  assert.equal(toYaml(value), text);
});
