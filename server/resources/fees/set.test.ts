import assert from "node:assert/strict";
import { it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import { startTestWorld } from "#testing/world.ts";
import { setFee } from "./set.ts";
import { type Fee, list } from "./store.ts";

const world = await startTestWorld({ works: false });

it("a fee for a channel that carries no money is refused, with the channels it may be set for", async () => {
  const { merchant, environment } = await world.merchant();
  const fee = { merchant, environment, percent_bp: 100, fixed: 0n, minimum: 0n, maximum: null } as const;
  const set = (kind: Fee["kind"], channel: string) =>
    world.db.engine((tx) => setFee(tx, { ...fee, kind, channel }, "test"));
  for (const kind of ["collect", "transfer"] as const) {
    await assert.rejects(set(kind, "cm.mobile"), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.deepEqual(error.fields?.channel?.[0]?.params.channels, ["cm.mtn", "cm.orange"]);
      return true;
    });
  }
  await set("transfer", "cm.orange");
  await set("transfer", "*");
  const fees = await world.db.engine((tx) => list(tx, { merchant, environment }));
  assert.deepEqual(
    fees.map(({ channel }) => channel),
    ["*", "cm.orange"],
  );
});
