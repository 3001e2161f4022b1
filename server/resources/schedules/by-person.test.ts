import assert from "node:assert/strict";
import { it } from "node:test";
import { createTestUser } from "#testing/users.ts";
import { startTestWorld } from "#testing/world.ts";

it("a person creates, pauses and deletes a schedule, sets holidays and cancels a bulk in the dashboard", async () => {
  const world = await startTestWorld();
  const shop = await world.merchant({ balance: 1_000_000n });
  const person = await createTestUser(world, shop.id, "finance");
  await person.signIn();
  const send = async (method: string, path: string, body?: object) => {
    const answer = await person.send(method, `/merchants/${shop.id}/test${path}`, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const payee = { name: "Jane Mballa", phone: "677123456" };
  const list = { currency: "XAF", transfers: [{ amount: 1_000, channel: "cm.mobile", beneficiary_data: payee }] };
  const { schedule } = await send("POST", "/schedules", { ...list, name: "Fuel", frequency: "daily", time: "09:00" });
  await send("PUT", `/schedules/${schedule.id}`, { active: false });
  await send("PUT", "/holidays", { days: ["2027-05-01"] });
  await send("DELETE", `/schedules/${schedule.id}`);
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const { bulk_transfer } = await send("POST", "/transfers/bulk", { ...list, scheduled_at });
  await send("DELETE", `/transfers/bulk/${bulk_transfer.id}`);
  const rows = await world.rows(`select action from audit_log where actor = 'user:${person.id}'`);
  const actions = rows.map(({ action }) => String(action));
  for (const action of ["schedule.created", "schedule.updated", "schedule.deleted", "holidays.set"])
    assert.ok(actions.includes(action), action);
  assert.ok(actions.includes("bulk_transfer.canceled"));
});
