import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

// Only these tests and `server/http/published-messages.test.ts` compare the messages of successes. An operation's
// message in its document is the one that it sends.

/** The parts of an OpenAPI document that lead to the messages. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly schema: { readonly properties?: { readonly message?: { readonly examples: readonly string[] } } };
}

/** A message, and the operations whose answers have it. */
type MessageRow = readonly [message: string, ...operations: readonly string[]];

const API_MESSAGES: readonly MessageRow[] = [
  ["Payments retrieved", "listPayments"],
  ["Payment initialized", "createPayment", "payInvoice"],
  ["Transaction retrieved", "retrievePayment"],
  ["Payment page retrieved", "retrievePaymentPage"],
  ["Payment processing initiated", "processPayment"],
  ["Your transaction has been canceled", "cancelPayment"],
  ["Parts retrieved", "listPaymentParts"],
  ["Parts released", "releasePayment"],
  ["Received parts retrieved", "listReceivedParts"],
  ["Received part retrieved", "retrieveReceivedPart"],
  ["Payment links retrieved", "listPaymentLinks"],
  ["Payment link created", "createPaymentLink"],
  ["Payment link retrieved", "retrievePaymentLink"],
  ["Payment link updated", "updatePaymentLink"],
  ["Payment link deactivated", "deactivatePaymentLink"],
  ["Invoices retrieved", "listInvoices"],
  ["Invoice created", "createInvoice"],
  ["Invoice retrieved", "retrieveInvoice"],
  ["Invoice canceled", "cancelInvoice"],
  ["Refunds retrieved", "listRefunds"],
  ["Refund created", "createRefund"],
  ["Refund retrieved", "retrieveRefund"],
  ["Number looked up", "lookUpAccount"],
  ["Transfers retrieved", "listTransfers"],
  ["Transfer initialized", "createTransfer"],
  ["Transfer retrieved", "retrieveTransfer"],
  ["Transfer canceled successfully", "cancelTransfer"],
  [
    "Timeline retrieved",
    "retrieveTransferTimeline",
    "retrievePaymentTimeline",
    "retrieveRefundTimeline",
    "explainWithdrawal",
    "retrieveBulkTransferTimeline",
  ],
  ["Bulk transfer initialized", "createBulkTransfer"],
  ["Bulk transfer checked", "checkBulkTransfer"],
  ["File read", "readBulkTransferFile"],
  ["Bulk transfer retrieved", "retrieveBulkTransfer"],
  ["Bulk transfer canceled successfully", "cancelBulkTransfer"],
  ["Bulk transfers retrieved", "listBulkTransfers"],
  ["Schedules retrieved", "listSchedules"],
  ["Schedule created", "createSchedule"],
  ["Due times computed", "previewSchedule"],
  ["Schedule retrieved", "retrieveSchedule"],
  ["Schedule updated", "updateSchedule"],
  ["Schedule deleted", "deleteSchedule"],
  ["Runs retrieved", "listScheduleRuns", "listWithdrawalRuleRuns"],
  ["The next run is due now", "runSchedule"],
  ["Holidays retrieved", "listHolidays"],
  ["Holidays set", "setHolidays"],
  ["Beneficiaries retrieved", "listBeneficiaries"],
  ["Beneficiary created", "createBeneficiary"],
  ["Beneficiary retrieved", "retrieveBeneficiary"],
  ["Beneficiary updated", "updateBeneficiary"],
  ["Beneficiary deleted", "deleteBeneficiary"],
  ["Customers retrieved", "listCustomers"],
  ["Customer created", "createCustomer"],
  ["Customer retrieved", "retrieveCustomer"],
  ["Customer updated", "updateCustomer"],
  ["Customer deleted", "deleteCustomer"],
  ["Customer blocked", "blockCustomer"],
  ["Customer unblocked", "unblockCustomer"],
  ["Customer payments retrieved", "listCustomerPayments"],
  ["Balance retrieved", "retrieveBalance"],
  ["Balance history retrieved", "listBalanceHistory"],
  ["Statement retrieved", "retrieveBalanceStatement"],
  ["Limits retrieved", "listLimits"],
  ["Corrections retrieved", "listCorrections"],
  ["Withdrawal rules retrieved", "listWithdrawalRules"],
  ["Withdrawal rule set", "setWithdrawalRule"],
  ["Withdrawal rule removed", "removeWithdrawalRule"],
  ["Withdrawal rule is due now", "runWithdrawalRule"],
  ["Withdrawals retrieved", "listWithdrawals"],
  ["Withdrawal created", "createWithdrawal"],
  ["Withdrawal retrieved", "retrieveWithdrawal"],
  ["Withdrawal canceled", "cancelWithdrawal"],
  ["Withdrawal accounts retrieved", "listWithdrawalAccounts"],
  ["Withdrawal account registered", "createWithdrawalAccount"],
  ["Withdrawal account retrieved", "retrieveWithdrawalAccount"],
  ["Withdrawal account removed", "deleteWithdrawalAccount"],
  ["Withdrawal account confirmed", "confirmWithdrawalAccount"],
  ["Channels retrieved", "listChannels"],
  ["Countries retrieved", "listCountries"],
  ["Currencies retrieved", "listCurrencies"],
  ["Banks retrieved", "listBanks"],
  ["Webhooks retrieved", "listWebhooks"],
  ["Webhook created", "createWebhook"],
  ["Webhook retrieved", "retrieveWebhook"],
  ["Webhook updated", "updateWebhook"],
  ["Webhook deleted", "deleteWebhook"],
  ["Webhook secret rotated", "rotateWebhookSecret"],
  ["Webhook secret confirmed", "confirmWebhookSecret"],
  ["New webhook secret canceled", "cancelWebhookSecret"],
  ["Deliveries retrieved", "listWebhookDeliveries"],
  ["Delivery retrieved", "retrieveDelivery"],
  ["Delivery queued", "retryDelivery"],
  ["Replay queued", "replayWebhookEvents"],
  ["Test event queued", "testWebhook"],
  ["Events retrieved", "listEvents"],
  ["Event retrieved", "retrieveEvent"],
];

const DASHBOARD_MESSAGES: readonly MessageRow[] = [
  ["Branding retrieved", "getMerchantsBranding"],
  ["Branding set", "putMerchantsBranding"],
  ["Signed in", "postSignIn", "postSignInCode"],
  ["The session has ended", "postSignOut", "deleteMeSessionsId"],
  ["Thank you", "postMeProof"],
  ["Sessions retrieved", "getMeSessions"],
  ["Invitation retrieved", "postInvitation"],
  ["Welcome", "postInvitationNew", "postInvitationKnown", "postSignInPasskey", "postMeProofPasskey", "getMe"],
  ["Password changed", "postReset", "putMePassword"],
  ["How a password is set anew", "getForgottenPassword"],
  ["If somebody has this address, a link is on its way to it", "postForgottenPassword"],
  ["Scan, then confirm", "postMeSecondFactor"],
  ["Second factor removed", "deleteMeSecondFactor"],
  ["Recovery codes", "postMeSecondFactorConfirm", "postMeSecondFactorRecoveryCodes"],
  ["Ask the authenticator", "postSignInPasskeyOptions", "postMeProofPasskeyOptions", "postMePasskeysOptions"],
  ["Passkeys retrieved", "getMePasskeys"],
  ["Passkey added", "postMePasskeys"],
  ["Passkey removed", "deleteMePasskeysId"],
  ["Merchants retrieved", "getOperatorMerchants"],
  ["Merchant retrieved", "getOperatorMerchantsId"],
  ["Limits retrieved", "getOperatorMerchantsIdLimits"],
  [
    "Done",
    "putOperatorMerchantsIdLimits",
    "putMerchantsNotifications",
    "deleteOperatorMerchantsIdLimitsLimit",
    "postOperatorChannelsAccountChannelPause",
    "postOperatorChannelsAccountChannelResume",
    "postOperatorExceptionsIdResolve",
    "getMerchantsExportPermission",
    "putMerchantsKeysId",
    "deleteMerchantsKeysId",
    "putMerchantsKeyRule",
    "postMerchantsAddresses",
    "deleteMerchantsAddresses",
    "postMerchantsApprovalsIdApprove",
    "postMerchantsApprovalsIdReject",
    "putMerchantsLimits",
    "putMerchantsPartiesIdNote",
    "postMerchantsCustomersIdMerge",
    "postMerchantsBeneficiariesIdMerge",
    "putMerchantsDuplicateGuard",
    "postMerchantsBlocks",
    "deleteMerchantsBlocksId",
    "deleteMerchantsLimitsId",
    "getMerchantsAuditLogExportPermission",
    "putMerchantsPeopleId",
    "deleteMerchantsPeopleId",
    "deleteMerchantsInvitationsId",
    "postMerchantsConnections",
    "deleteMerchantsConnectionsId",
  ],
  ["Entries retrieved", "getOperatorMerchantsIdEntries"],
  [
    "Decided",
    "postOperatorMerchantsIdEntriesEntryReverse",
    "postOperatorMerchantsIdAdjustments",
    "postOperatorCorrectionsIdApprove",
    "postOperatorCorrectionsIdReject",
    "postOperatorWithdrawalsIdStart",
    "postOperatorWithdrawalsIdComplete",
    "postOperatorWithdrawalsIdFail",
    "postOperatorReviewsIdResolve",
  ],
  ["Corrections retrieved", "getOperatorCorrections"],
  ["Withdrawals retrieved", "getOperatorWithdrawals"],
  ["Withdrawal retrieved", "getOperatorWithdrawalsId"],
  ["Channels retrieved", "getOperatorChannels"],
  ["Reviews retrieved", "getOperatorReviews"],
  ["Review retrieved", "getOperatorReviewsId"],
  ["Statements retrieved", "getOperatorStatements"],
  ["Statement retrieved", "getOperatorStatementsId"],
  ["Exceptions retrieved", "getOperatorExceptions"],
  ["Operators retrieved", "getOperatorPeople"],
  ["Acts retrieved", "getOperatorAuditLog", "getMerchantsAuditLog"],
  ["Overview", "getMerchantsOverview"],
  ["Names retrieved", "getMerchantsNames"],
  ["Party retrieved", "getMerchantsPartiesId"],
  ["Activity retrieved", "getMerchantsPartiesIdActivity"],
  ["Account number retrieved", "postMerchantsAccountNumbersId"],
  ["Fees retrieved", "getMerchantsFees"],
  ["Keys retrieved", "getMerchantsKeys"],
  ["Keys created", "postMerchantsKeys"],
  ["Addresses retrieved", "getMerchantsAddresses"],
  ["Requests retrieved", "getMerchantsRequests"],
  ["Request retrieved", "getMerchantsRequestsId"],
  ["Approvals retrieved", "getMerchantsApprovals"],
  ["Approval retrieved", "getMerchantsApprovalsId"],
  ["Blocks retrieved", "getMerchantsBlocks"],
  ["Rule retrieved", "getMerchantsApprovalRule", "putMerchantsApprovalRule"],
  ["Time zone set", "putMerchantsTimeZone"],
  ["People retrieved", "getMerchantsPeople"],
  ["Notifications retrieved", "getMerchantsNotifications"],
  ["Invited", "postMerchantsPeople"],
  ["Connections retrieved", "getMerchantsConnections"],
];

for (const [file, messages] of [
  ["openapi.json", API_MESSAGES],
  ["dashboard-openapi.json", DASHBOARD_MESSAGES],
] as const) {
  const path = join(import.meta.dirname, "..", "docs", "reference", file);
  const actual = messagesOf(JSON.parse(readFileSync(path, "utf8")));

  describe(`the messages of successes in ${file}`, () => {
    for (const [message, ...operations] of messages) {
      it(message, () => {
        for (const operation of operations) assert.equal(actual.get(operation), message, operation);
      });
    }

    it("are all in the table", () => {
      assert.deepEqual(messages.flatMap(([, ...operations]) => operations).sort(), [...actual.keys()].sort());
    });
  });
}

/** Returns the message of each operation. A few answers are no JSON, and have none. */
function messagesOf({ paths }: ApiDocument): ReadonlyMap<string, string> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const messages = operations.flatMap(({ operationId, deprecated, responses }): (readonly [string, string])[] => {
    const [, success] = Object.entries(responses).find(([status]) => status < "300") ?? [];
    const message = success?.content?.["application/json"]?.schema.properties?.message?.examples[0];
    return deprecated || message === undefined ? [] : [[operationId, message]];
  });
  return new Map(messages);
}
