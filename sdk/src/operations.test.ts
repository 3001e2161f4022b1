import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { OPERATIONS, type Operations } from "./api.ts";
import { Kolo } from "./kolo.ts";
import { startScriptedService } from "./scripted-service.ts";

interface OperationDescription {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: object };
}

const file = readFileSync(join(import.meta.dirname, "..", "..", "docs", "reference", "openapi.json"), "utf8");
const paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>> = JSON.parse(file).paths;
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

const payment = { amount: 1, currency: "XAF", phone: "677123456" };
const bulk = { currency: "XAF", transfers: [{ amount: 1, channel: "cm.mtn", beneficiary: "ben_1" }] };
const csv = "name,phone,amount\nJane,677123456,1\n";
const beneficiary = { name: "Jane", country: "CM", currency: "XAF", type: "mobile_money" } as const;
const filter = { page: 2, limit: 5, status: "failed", date_start: "2026-03-01" } as const;

/** At least one call of every operation. The compiler rejects this object if an operation is missing. */
const CALLS: { readonly [Name in keyof Operations]: readonly ((kolo: Kolo) => Promise<unknown>)[] } = {
  listPayments: [(kolo) => kolo.payments.list({ ...filter, channels: "cm.mtn,cm.orange", search: "a b" })],
  createPayment: [(kolo) => kolo.payments.create(payment)],
  retrievePayment: [(kolo) => kolo.payments.retrieve("x1")],
  retrievePaymentPage: [(kolo) => kolo.payments.page("x1")],
  processPayment: [(kolo) => kolo.payments.process("x1", { channel: "cm.mtn" })],
  cancelPayment: [(kolo) => kolo.payments.cancel("x1")],
  retrievePaymentTimeline: [(kolo) => kolo.payments.timeline("x1")],
  listPaymentLinks: [(kolo) => kolo.payment_links.list({ active: true })],
  createPaymentLink: [(kolo) => kolo.payment_links.create({ name: "Fees", currency: "XAF" })],
  retrievePaymentLink: [(kolo) => kolo.payment_links.retrieve("x1")],
  listInvoices: [(kolo) => kolo.invoices.list({ status: "overdue" })],
  createInvoice: [
    (kolo) => kolo.invoices.create({ amount: 500, currency: "XAF", phone: "677", due_at: "2030-01-01T00:00:00Z" }),
  ],
  retrieveInvoice: [(kolo) => kolo.invoices.retrieve("x1")],
  payInvoice: [(kolo) => kolo.invoices.pay("x1", { amount: 500 })],
  cancelInvoice: [(kolo) => kolo.invoices.cancel("x1")],
  updatePaymentLink: [(kolo) => kolo.payment_links.update("x1", { max_payments: 30 })],
  deactivatePaymentLink: [(kolo) => kolo.payment_links.deactivate("x1")],
  listRefunds: [(kolo) => kolo.refunds.list({ payment: "pay_1" })],
  createRefund: [(kolo) => kolo.refunds.create({ payment: "pay_1" })],
  retrieveRefund: [(kolo) => kolo.refunds.retrieve("x1")],
  retrieveRefundTimeline: [(kolo) => kolo.refunds.timeline("x1")],
  listPaymentParts: [(kolo) => kolo.split_payments.parts("x1")],
  releasePayment: [
    (kolo) => kolo.split_payments.release("x1"),
    (kolo) => kolo.split_payments.release("x1", { parts: ["prt_1"] }),
  ],
  listReceivedParts: [(kolo) => kolo.split_payments.listReceived({ limit: 5 })],
  retrieveReceivedPart: [(kolo) => kolo.split_payments.retrieveReceived("x1")],
  listWithdrawals: [(kolo) => kolo.withdrawals.list({ status: "pending" })],
  createWithdrawal: [(kolo) => kolo.withdrawals.create({ account: "wac_1", amount: 1 })],
  retrieveWithdrawal: [(kolo) => kolo.withdrawals.retrieve("x1")],
  explainWithdrawal: [(kolo) => kolo.withdrawals.timeline("x1")],
  cancelWithdrawal: [(kolo) => kolo.withdrawals.cancel("x1")],
  listWithdrawalRules: [(kolo) => kolo.withdrawals.rules()],
  setWithdrawalRule: [(kolo) => kolo.withdrawals.setRule({ account: "wac_1", frequency: "daily", time: "18:00" })],
  removeWithdrawalRule: [(kolo) => kolo.withdrawals.removeRule("x1")],
  listWithdrawalRuleRuns: [(kolo) => kolo.withdrawals.listRuleRuns("x1", { limit: 5 })],
  runWithdrawalRule: [(kolo) => kolo.withdrawals.runRule("x1")],
  listWithdrawalAccounts: [(kolo) => kolo.withdrawals.listAccounts({ limit: 5 })],
  createWithdrawalAccount: [
    (kolo) =>
      kolo.withdrawals.registerAccount({
        ...{ type: "mobile_money", name: "A", country: "CM", currency: "XAF", phone: "677123456" },
      }),
  ],
  retrieveWithdrawalAccount: [(kolo) => kolo.withdrawals.retrieveAccount("x1")],
  confirmWithdrawalAccount: [(kolo) => kolo.withdrawals.confirmAccount("x1")],
  deleteWithdrawalAccount: [(kolo) => kolo.withdrawals.removeAccount("x1")],
  lookUpAccount: [(kolo) => kolo.transfers.lookup({ channel: "cm.mtn", phone: "677123456" })],
  listTransfers: [(kolo) => kolo.transfers.list({ ...filter, approval: "waiting", bulk_transfer: "btr_1" })],
  createTransfer: [
    (kolo) => kolo.transfers.create({ amount: 1, currency: "XAF", channel: "cm.mtn", beneficiary: "ben_1" }),
  ],
  retrieveTransfer: [(kolo) => kolo.transfers.retrieve("x1", { currency: "EUR" })],
  cancelTransfer: [(kolo) => kolo.transfers.cancel("x1")],
  retrieveTransferTimeline: [(kolo) => kolo.transfers.timeline("x1")],
  retrieveBulkTransferTimeline: [(kolo) => kolo.bulk_transfers.timeline("x1")],
  createBulkTransfer: [
    (kolo) => kolo.bulk_transfers.create(bulk),
    (kolo) => kolo.bulk_transfers.createFromCsv(csv, { currency: "XAF", channel: "cm.mtn", description: "March" }),
  ],
  checkBulkTransfer: [
    (kolo) => kolo.bulk_transfers.check(bulk),
    (kolo) => kolo.bulk_transfers.checkCsv(new TextEncoder().encode(csv), { currency: "XAF" }),
  ],
  readBulkTransferFile: [(kolo) => kolo.bulk_transfers.readFile(csv)],
  retrieveBulkTransfer: [(kolo) => kolo.bulk_transfers.retrieve("x1", { transfers: 0 })],
  listSchedules: [(kolo) => kolo.schedules.list({ status: "active" })],
  createSchedule: [(kolo) => kolo.schedules.create({ ...bulk, name: "S", frequency: "daily", time: "09:00" })],
  previewSchedule: [(kolo) => kolo.schedules.preview({ frequency: "daily", time: "09:00" })],
  retrieveSchedule: [(kolo) => kolo.schedules.retrieve("x1", { due_times: 1, transfers: 0 })],
  updateSchedule: [(kolo) => kolo.schedules.pause("x1")],
  deleteSchedule: [(kolo) => kolo.schedules.delete("x1")],
  listScheduleRuns: [(kolo) => kolo.schedules.runs("x1", { page: 2 })],
  runSchedule: [(kolo) => kolo.schedules.run("x1")],
  listHolidays: [(kolo) => kolo.schedules.holidays()],
  setHolidays: [(kolo) => kolo.schedules.setHolidays(["2026-05-01"])],
  cancelBulkTransfer: [(kolo) => kolo.bulk_transfers.cancel("x1")],
  listBulkTransfers: [(kolo) => kolo.bulk_transfers.list({ page: 2 })],
  listBeneficiaries: [(kolo) => kolo.beneficiaries.list({ country: "CM", type: "mobile_money", search: "Jane" })],
  createBeneficiary: [(kolo) => kolo.beneficiaries.create(beneficiary)],
  retrieveBeneficiary: [(kolo) => kolo.beneficiaries.retrieve("x1")],
  updateBeneficiary: [(kolo) => kolo.beneficiaries.update("x1", { name: "Jane" })],
  deleteBeneficiary: [(kolo) => kolo.beneficiaries.delete("x1")],
  listCustomers: [(kolo) => kolo.customers.list({ search: "Jane" })],
  createCustomer: [(kolo) => kolo.customers.create({ name: "Jane", phone: "677123456" })],
  retrieveCustomer: [(kolo) => kolo.customers.retrieve("x1")],
  updateCustomer: [(kolo) => kolo.customers.update("x1", { name: "Jane" })],
  deleteCustomer: [(kolo) => kolo.customers.delete("x1")],
  blockCustomer: [(kolo) => kolo.customers.block("x1")],
  unblockCustomer: [(kolo) => kolo.customers.unblock("x1")],
  listCustomerPayments: [(kolo) => kolo.customers.listPayments("x1", { status: "complete" })],
  retrieveBalance: [(kolo) => kolo.balance.retrieve({ currency: "XAF" })],
  retrieveBalanceStatement: [(kolo) => kolo.balance.statement({ period: "month", date: "2026-10-01" })],
  listLimits: [(kolo) => kolo.balance.limits()],
  listCorrections: [(kolo) => kolo.balance.listCorrections({ limit: 5 })],
  listBalanceHistory: [(kolo) => kolo.balance.history({ currency: "XAF" })],
  listChannels: [(kolo) => kolo.catalogue.channels()],
  listCountries: [(kolo) => kolo.catalogue.countries()],
  listCurrencies: [(kolo) => kolo.catalogue.currencies()],
  listBanks: [(kolo) => kolo.catalogue.banks({ country: "CM" })],
  listWebhooks: [(kolo) => kolo.webhooks.list()],
  createWebhook: [(kolo) => kolo.webhooks.create({ url: "https://a.example.cm", events: ["transfer.failed"] })],
  retrieveWebhook: [(kolo) => kolo.webhooks.retrieve("x1")],
  updateWebhook: [(kolo) => kolo.webhooks.update("x1", { active: false })],
  deleteWebhook: [(kolo) => kolo.webhooks.delete("x1")],
  rotateWebhookSecret: [(kolo) => kolo.webhooks.rotate("x1", { overlap_hours: 1 })],
  confirmWebhookSecret: [(kolo) => kolo.webhooks.confirmSecret("x1")],
  cancelWebhookSecret: [(kolo) => kolo.webhooks.cancelSecret("x1")],
  listWebhookDeliveries: [(kolo) => kolo.webhooks.listDeliveries("x1", { state: "exhausted" })],
  retrieveDelivery: [(kolo) => kolo.webhooks.retrieveDelivery("x1", "x2")],
  retryDelivery: [(kolo) => kolo.webhooks.retryDelivery("x1", "x2")],
  replayWebhookEvents: [(kolo) => kolo.webhooks.replay("x1", { which: "all" })],
  testWebhook: [(kolo) => kolo.webhooks.test("x1")],
  listEvents: [(kolo) => kolo.events.list({ type: "transfer.failed", resource: "trf_1" })],
  retrieveEvent: [(kolo) => kolo.events.retrieve("x1")],
};

/** An answer that is valid for every operation, because it contains the field that each one requires. */
const everything = Object.fromEntries(Object.values(OPERATIONS).flatMap(({ gives }) => (gives ? [[gives, []]] : [])));
const service = await startScriptedService((response) => void response.writeHead(200).end(JSON.stringify(everything)));
const kolo = new Kolo({ url: service.url, public_key: "test_pk_1", private_key: "test_sk_1" });

describe("the client and the OpenAPI document", () => {
  it("have the same operations, except deprecated aliases", () => {
    const operation_ids = described.filter(({ deprecated }) => !deprecated).map(({ operationId }) => operationId);
    assert.deepEqual(Object.keys(OPERATIONS).sort(), operation_ids.toSorted());
    assert.deepEqual(Object.keys(CALLS).sort(), operation_ids.toSorted());
  });

  for (const { operationId, method, path, parameters, security, requestBody } of described) {
    const calls = Object.entries(CALLS).find(([name]) => name === operationId)?.[1] ?? [];
    for (const [index, call] of calls.entries()) {
      it(`${operationId} is called as it is described (${index + 1} of ${calls.length})`, async () => {
        await call(kolo);
        const request = service.requests.at(-1);
        const url = new URL(request?.url ?? "", service.url);
        const filled = path.replace(/\{(\w+)\}/g, (_, name) => (name === "delivery" ? "x2" : "x1"));
        assert.deepEqual([request?.method, url.pathname], [method, filled]);
        const query = parameters.flatMap((one) => (one.in === "query" ? [one.name] : []));
        for (const name of url.searchParams.keys()) assert.ok(query.includes(name), name);
        const type = request?.headers["content-type"];
        assert.ok(type === undefined ? !requestBody : type in (requestBody?.content ?? {}), type);
        const is_private = security.some((one) => "private_key" in one);
        assert.equal(request?.headers["x-grant"] !== undefined, is_private);
      });
    }
  }
});
