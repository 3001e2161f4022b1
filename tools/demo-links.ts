import { requestSender, type TestMerchant, type TestWorld } from "../server/testing/world.ts";

const PAYERS = [
  ["Awa Diallo", "677000000"],
  ["Jean-Pierre Essomba", "699000000"],
  ["Brigitte Nkolo", "677000001"],
  ["Paul Biloa", "677000000"],
] as const;

/** Creates the payment links of the demo, one of them with payments. Returns its id. */
export async function createLinks(world: TestWorld, shop: TestMerchant): Promise<string> {
  const create = async (link: object): Promise<string> =>
    (await shop.post("/payment-links", { currency: "XAF", ...link })).body.payment_link.id;
  await create({ name: "Membership 2027", amount: 10_000, description: "Once a year" });
  await shop.send("DELETE", `/payment-links/${await create({ name: "Donation" })}`);
  const id = await create({ name: "School fees", amount: 75_000, max_payments: 30 });
  const payer = requestSender(world.url, {});
  for (const [index, [name, phone]] of PAYERS.entries()) {
    const { body } = await payer("POST", `/checkout/links/${id}`, { name, phone: `67700${index}${phone.slice(-3)}` });
    const path = new URL(body.url).pathname.replace("/pay/", "/checkout/");
    await payer("POST", path, { channel: "cm.mobile", phone });
  }
  await world.waitUntilIdle();
  return id;
}
