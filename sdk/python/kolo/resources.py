# Written by `npm run docs` from docs/reference/openapi.json.

from __future__ import annotations

from typing import Any, Iterator, List, Optional, Union

from . import models
from .calls import CallOptions, Operation
from .pages import Page, every_item, page_of

OPERATIONS = {
    "listPayments": Operation("GET", "/payments", False, "items"),
    "createPayment": Operation("POST", "/payments", False, "transaction"),
    "retrievePayment": Operation("GET", "/payments/{reference}", False, "transaction"),
    "processPayment": Operation("POST", "/payments/{reference}", False, "transaction"),
    "cancelPayment": Operation("DELETE", "/payments/{reference}", False, None),
    "retrievePaymentPage": Operation("GET", "/payments/{reference}/page", False, "authorization_url"),
    "listPaymentLinks": Operation("GET", "/payment-links", True, "items"),
    "createPaymentLink": Operation("POST", "/payment-links", True, "payment_link"),
    "retrievePaymentLink": Operation("GET", "/payment-links/{id}", True, "payment_link"),
    "updatePaymentLink": Operation("PUT", "/payment-links/{id}", True, "payment_link"),
    "deactivatePaymentLink": Operation("DELETE", "/payment-links/{id}", True, "payment_link"),
    "listInvoices": Operation("GET", "/invoices", True, "items"),
    "createInvoice": Operation("POST", "/invoices", True, "invoice"),
    "retrieveInvoice": Operation("GET", "/invoices/{reference}", True, "invoice"),
    "cancelInvoice": Operation("DELETE", "/invoices/{reference}", True, None),
    "payInvoice": Operation("POST", "/invoices/{reference}/payments", True, "transaction"),
    "listRefunds": Operation("GET", "/refunds", True, "items"),
    "createRefund": Operation("POST", "/refunds", True, "refund"),
    "retrieveRefund": Operation("GET", "/refunds/{id}", True, "refund"),
    "listPaymentParts": Operation("GET", "/payments/{reference}/parts", True, "items"),
    "releasePayment": Operation("POST", "/payments/{reference}/release", True, "transaction"),
    "listReceivedParts": Operation("GET", "/received-parts", True, "items"),
    "retrieveReceivedPart": Operation("GET", "/received-parts/{id}", True, "part"),
    "lookUpAccount": Operation("POST", "/transfers/lookup", True, "lookup"),
    "listTransfers": Operation("GET", "/transfers", True, "items"),
    "createTransfer": Operation("POST", "/transfers", True, "transfer"),
    "retrieveTransfer": Operation("GET", "/transfers/{reference}", True, "transfer"),
    "cancelTransfer": Operation("DELETE", "/transfers/{reference}", True, None),
    "retrieveTransferTimeline": Operation("GET", "/transfers/{reference}/timeline", True, "timeline"),
    "retrievePaymentTimeline": Operation("GET", "/payments/{reference}/timeline", True, "timeline"),
    "retrieveRefundTimeline": Operation("GET", "/refunds/{id}/timeline", True, "timeline"),
    "explainWithdrawal": Operation("GET", "/withdrawals/{id}/timeline", True, "timeline"),
    "retrieveBulkTransferTimeline": Operation("GET", "/transfers/bulk/{id}/timeline", True, "timeline"),
    "createBulkTransfer": Operation("POST", "/transfers/bulk", True, "bulk_transfer"),
    "checkBulkTransfer": Operation("POST", "/transfers/bulk/check", True, "bulk_check"),
    "readBulkTransferFile": Operation("POST", "/transfers/bulk/read", True, "bulk_file"),
    "retrieveBulkTransfer": Operation("GET", "/transfers/bulk/{id}", True, "bulk_transfer"),
    "cancelBulkTransfer": Operation("DELETE", "/transfers/bulk/{id}", True, None),
    "listBulkTransfers": Operation("GET", "/bulk-transfers", True, "items"),
    "listSchedules": Operation("GET", "/schedules", True, "items"),
    "createSchedule": Operation("POST", "/schedules", True, "schedule"),
    "previewSchedule": Operation("POST", "/schedules/preview", True, "preview"),
    "retrieveSchedule": Operation("GET", "/schedules/{id}", True, "schedule"),
    "updateSchedule": Operation("PUT", "/schedules/{id}", True, "schedule"),
    "deleteSchedule": Operation("DELETE", "/schedules/{id}", True, None),
    "listScheduleRuns": Operation("GET", "/schedules/{id}/runs", True, "items"),
    "runSchedule": Operation("POST", "/schedules/{id}/run", True, "schedule"),
    "listHolidays": Operation("GET", "/holidays", True, "holidays"),
    "setHolidays": Operation("PUT", "/holidays", True, "holidays"),
    "listBeneficiaries": Operation("GET", "/beneficiaries", True, "items"),
    "createBeneficiary": Operation("POST", "/beneficiaries", True, "beneficiary"),
    "retrieveBeneficiary": Operation("GET", "/beneficiaries/{id}", True, "beneficiary"),
    "updateBeneficiary": Operation("PUT", "/beneficiaries/{id}", True, "beneficiary"),
    "deleteBeneficiary": Operation("DELETE", "/beneficiaries/{id}", True, None),
    "listCustomers": Operation("GET", "/customers", False, "items"),
    "createCustomer": Operation("POST", "/customers", False, "customer"),
    "retrieveCustomer": Operation("GET", "/customers/{id}", False, "customer"),
    "updateCustomer": Operation("PUT", "/customers/{id}", False, "customer"),
    "deleteCustomer": Operation("DELETE", "/customers/{id}", False, None),
    "blockCustomer": Operation("PUT", "/customers/{id}/block", False, "customer"),
    "unblockCustomer": Operation("PUT", "/customers/{id}/unblock", False, "customer"),
    "listCustomerPayments": Operation("GET", "/customers/{id}/payments", False, "payments"),
    "retrieveBalance": Operation("GET", "/balance", True, "balance"),
    "listBalanceHistory": Operation("GET", "/balance/history", True, "items"),
    "retrieveBalanceStatement": Operation("GET", "/balance/statement", True, "statement"),
    "listLimits": Operation("GET", "/limits", True, "limits"),
    "listCorrections": Operation("GET", "/corrections", True, "items"),
    "listWithdrawalRules": Operation("GET", "/withdrawal-rules", True, "withdrawal_rules"),
    "setWithdrawalRule": Operation("PUT", "/withdrawal-rules", True, "withdrawal_rule"),
    "removeWithdrawalRule": Operation("DELETE", "/withdrawal-rules/{id}", True, None),
    "listWithdrawalRuleRuns": Operation("GET", "/withdrawal-rules/{id}/runs", True, "items"),
    "runWithdrawalRule": Operation("POST", "/withdrawal-rules/{id}/run", True, "withdrawal_rule"),
    "listWithdrawals": Operation("GET", "/withdrawals", True, "items"),
    "createWithdrawal": Operation("POST", "/withdrawals", True, "withdrawal"),
    "retrieveWithdrawal": Operation("GET", "/withdrawals/{id}", True, "withdrawal"),
    "cancelWithdrawal": Operation("DELETE", "/withdrawals/{id}", True, None),
    "listWithdrawalAccounts": Operation("GET", "/withdrawal-accounts", True, "items"),
    "createWithdrawalAccount": Operation("POST", "/withdrawal-accounts", True, "withdrawal_account"),
    "retrieveWithdrawalAccount": Operation("GET", "/withdrawal-accounts/{id}", True, "withdrawal_account"),
    "deleteWithdrawalAccount": Operation("DELETE", "/withdrawal-accounts/{id}", True, None),
    "confirmWithdrawalAccount": Operation("POST", "/withdrawal-accounts/{id}/confirm", True, "withdrawal_account"),
    "listChannels": Operation("GET", "/channels", False, "data"),
    "listCountries": Operation("GET", "/countries", False, "data"),
    "listCurrencies": Operation("GET", "/currencies", False, "data"),
    "listBanks": Operation("GET", "/banks", False, "data"),
    "listWebhooks": Operation("GET", "/webhooks", True, "data"),
    "createWebhook": Operation("POST", "/webhooks", True, "data"),
    "retrieveWebhook": Operation("GET", "/webhooks/{id}", True, "data"),
    "updateWebhook": Operation("PUT", "/webhooks/{id}", True, "data"),
    "deleteWebhook": Operation("DELETE", "/webhooks/{id}", True, None),
    "rotateWebhookSecret": Operation("POST", "/webhooks/{id}/rotate", True, "data"),
    "confirmWebhookSecret": Operation("POST", "/webhooks/{id}/rotate/confirm", True, "data"),
    "cancelWebhookSecret": Operation("POST", "/webhooks/{id}/rotate/cancel", True, "data"),
    "listWebhookDeliveries": Operation("GET", "/webhooks/{id}/deliveries", True, "items"),
    "retrieveDelivery": Operation("GET", "/webhooks/{id}/deliveries/{delivery}", True, "delivery"),
    "retryDelivery": Operation("POST", "/webhooks/{id}/deliveries/{delivery}/retry", True, "delivery"),
    "replayWebhookEvents": Operation("POST", "/webhooks/{id}/replay", True, "replay"),
    "testWebhook": Operation("POST", "/webhooks/{id}/test", True, "delivery"),
    "listEvents": Operation("GET", "/events", True, "items"),
    "retrieveEvent": Operation("GET", "/events/{id}", True, "event"),
}

#: The longest wait of `wait`, in seconds: most payers who confirm at all do so within it.
WAIT_S = 300.0
OPEN_STATUSES = ("pending", "processing")


def _bytes_of(file: Union[bytes, str]) -> bytes:
    return file.encode() if isinstance(file, str) else bytes(file)


class Payments:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListPaymentsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Payment]:
        """List payments: `GET /payments`. Newest first. `search` covers the reference, the amount, the payer's name, e-mail and numbers, the payment's id and the provider's reference. A restricted private key needs the right `payments:read`."""
        answer = self._caller.call("listPayments", query=query, options=options)
        return page_of(answer, "items", models.Payment)

    def all(self, query: Optional[models.ListPaymentsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Payment]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewPayment, *, options: Optional[CallOptions] = None) -> models.CreatePaymentAnswer:
        """Create a payment: `POST /payments`. Redirect the payer to `authorization_url`, or request the money yourself with `POST /payments/{reference}`. Kolo finds the payer among your customers, or creates a customer. A `split` requires the private key. A publishable key may send neither `reference` nor the id of a `customer`, and only a `callback` of its origins; its answer has no `customer`, `phone`, `fee` and `metadata`. A restricted private key needs the right `payments:write`."""
        answer = self._caller.call("createPayment", body=body, options=options)
        return models.CreatePaymentAnswer(answer)

    def retrieve(self, reference: str, *, options: Optional[CallOptions] = None) -> models.Payment:
        """Retrieve a payment: `GET /payments/{reference}`. A publishable key sends the payment's `follow_token` in `X-Follow-Token`. Its answer has no `customer`, `phone`, `fee` and `metadata`. A restricted private key needs the right `payments:read`."""
        answer = self._caller.call("retrievePayment", params={"reference": reference}, options=options)
        return models.Payment(answer["transaction"])

    def wait(self, reference: str, *, wait_s: float = WAIT_S, options: Optional[CallOptions] = None) -> models.Payment:
        """Polls with growing pauses until the record has ended, and returns it. Raises `not_ended` after `wait_s` seconds; the record itself continues."""
        return self._caller.wait(lambda: self.retrieve(reference, options=options), lambda one: one.status not in OPEN_STATUSES, wait_s)

    def process(self, reference: str, body: models.ProcessPayment, *, options: Optional[CallOptions] = None) -> models.ProcessPaymentAnswer:
        """Process a payment: `POST /payments/{reference}`. Asks the payer to confirm on the phone. Without a number, Kolo uses the one given with the payment, else the customer's. Some networks need a one-time code (`otp`): without it the answer is 422 with the reason `otp_required`, and nothing is sent. Others ask the payer on a page of theirs (`action_url`). A restricted private key needs the right `payments:write`."""
        answer = self._caller.call("processPayment", params={"reference": reference}, body=body, options=options)
        return models.ProcessPaymentAnswer(answer)

    def cancel(self, reference: str, *, options: Optional[CallOptions] = None) -> None:
        """Cancel a payment: `DELETE /payments/{reference}`. Allowed only while the payment is `pending`. A restricted private key needs the right `payments:write`."""
        self._caller.call("cancelPayment", params={"reference": reference}, options=options)

    def page(self, reference: str, *, options: Optional[CallOptions] = None) -> Union[str, None]:
        """Retrieve a payment's page: `GET /payments/{reference}/page`. Returns the address of the hosted page again, to send it to the payer once more. Needs the right to write, because the address also allows canceling the payment. A restricted private key needs the right `payments:write`."""
        answer = self._caller.call("retrievePaymentPage", params={"reference": reference}, options=options)
        return answer["authorization_url"]

    def timeline(self, reference: str, *, options: Optional[CallOptions] = None) -> models.Timeline:
        """Retrieve a payment's timeline: `GET /payments/{reference}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `payments:read`."""
        answer = self._caller.call("retrievePaymentTimeline", params={"reference": reference}, options=options)
        return models.Timeline(answer["timeline"])


class PaymentLinks:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListPaymentLinksQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.PaymentLink]:
        """List payment links: `GET /payment-links`. Newest first. `search` covers the name and the id. A restricted private key needs the right `payment_links:read`."""
        answer = self._caller.call("listPaymentLinks", query=query, options=options)
        return page_of(answer, "items", models.PaymentLink)

    def all(self, query: Optional[models.ListPaymentLinksQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.PaymentLink]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewPaymentLink, *, options: Optional[CallOptions] = None) -> models.PaymentLink:
        """Create a payment link: `POST /payment-links`. Creates a page on which anybody can pay, any number of times. Without `amount` the payer chooses the amount. `max_payments` and `max_amount_collected` close the page by themselves: payments at the same time never pass them. A restricted private key needs the right `payment_links:write`."""
        answer = self._caller.call("createPaymentLink", body=body, options=options)
        return models.PaymentLink(answer["payment_link"])

    def retrieve(self, id: str, *, options: Optional[CallOptions] = None) -> models.PaymentLinkDetails:
        """Retrieve a payment link: `GET /payment-links/{id}`. With the totals of its payments; `GET /payments?payment_link=` lists them. A restricted private key needs the right `payment_links:read`."""
        answer = self._caller.call("retrievePaymentLink", params={"id": id}, options=options)
        return models.PaymentLinkDetails(answer["payment_link"])

    def update(self, id: str, body: Optional[models.PaymentLinkUpdate] = None, *, options: Optional[CallOptions] = None) -> models.PaymentLink:
        """Update a payment link: `PUT /payment-links/{id}`. Changes the fields that are sent. Payments that were started keep their amount. `active: true` activates a link again. A new limit may not be below what the link's payments already come to. A restricted private key needs the right `payment_links:write`."""
        answer = self._caller.call("updatePaymentLink", params={"id": id}, body=body or {}, options=options)
        return models.PaymentLink(answer["payment_link"])

    def deactivate(self, id: str, *, options: Optional[CallOptions] = None) -> models.PaymentLink:
        """Deactivate a payment link: `DELETE /payment-links/{id}`. No new payment can be started through the link. Payments that were started can still be paid. A restricted private key needs the right `payment_links:write`."""
        answer = self._caller.call("deactivatePaymentLink", params={"id": id}, options=options)
        return models.PaymentLink(answer["payment_link"])


class Invoices:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListInvoicesQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Invoice]:
        """List invoices: `GET /invoices`. Newest first. A restricted private key needs the right `invoices:read`."""
        answer = self._caller.call("listInvoices", query=query, options=options)
        return page_of(answer, "items", models.Invoice)

    def all(self, query: Optional[models.ListInvoicesQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Invoice]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewInvoice, *, options: Optional[CallOptions] = None) -> models.Invoice:
        """Create an invoice: `POST /invoices`. Creates a page on which a payer pays one sum, at once or in parts. `due_at` makes one part of the whole; `instalments` set the parts and their due dates; with `minimum_part` the payer may pay any part from that amount on. Each part is an ordinary payment. A restricted private key needs the right `invoices:write`."""
        answer = self._caller.call("createInvoice", body=body, options=options)
        return models.Invoice(answer["invoice"])

    def retrieve(self, reference: str, *, options: Optional[CallOptions] = None) -> models.Invoice:
        """Retrieve an invoice: `GET /invoices/{reference}`. `GET /payments?invoice=` lists its payments. A restricted private key needs the right `invoices:read`."""
        answer = self._caller.call("retrieveInvoice", params={"reference": reference}, options=options)
        return models.Invoice(answer["invoice"])

    def cancel(self, reference: str, *, options: Optional[CallOptions] = None) -> None:
        """Cancel an invoice: `DELETE /invoices/{reference}`. Nothing more can be paid; pending payments are canceled. What was paid stays paid. Refused once it is paid in full, and while a payer is confirming a payment. A restricted private key needs the right `invoices:write`."""
        self._caller.call("cancelInvoice", params={"reference": reference}, options=options)

    def pay(self, reference: str, body: Optional[models.NewInvoicePayment] = None, *, options: Optional[CallOptions] = None) -> models.PayInvoiceAnswer:
        """Pay an invoice: `POST /invoices/{reference}/payments`. Creates a payment of a part, as the invoice's page does. The part is reserved until the payment ends. Redirect the payer to `authorization_url`, or request the money with `POST /payments/{reference}`. A restricted private key needs the right `invoices:write`."""
        answer = self._caller.call("payInvoice", params={"reference": reference}, body=body or {}, options=options)
        return models.PayInvoiceAnswer(answer)


class Refunds:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListRefundsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Refund]:
        """List refunds: `GET /refunds`. Newest first. `search` covers the payment's id and reference, the amount, the payer's name, e-mail and numbers, the refund's id and the provider's reference. A restricted private key needs the right `refunds:read`."""
        answer = self._caller.call("listRefunds", query=query, options=options)
        return page_of(answer, "items", models.Refund)

    def all(self, query: Optional[models.ListRefundsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Refund]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewRefund, *, options: Optional[CallOptions] = None) -> models.Refund:
        """Create a refund: `POST /refunds`. Returns money from your balance to the number that paid: `amount`, or all that has not been refunded. A payment may be refunded in parts. If the merchant requires a second approval, the refund stays `pending`, with `approval`, until a second person approves it in the dashboard. Of a split payment, each part bears its share, unless `refund_bearer` says otherwise. A restricted private key needs the right `refunds:write`."""
        answer = self._caller.call("createRefund", body=body, options=options)
        return models.Refund(answer["refund"])

    def retrieve(self, id: str, *, options: Optional[CallOptions] = None) -> models.RefundDetails:
        """Retrieve a refund: `GET /refunds/{id}`. A restricted private key needs the right `refunds:read`."""
        answer = self._caller.call("retrieveRefund", params={"id": id}, options=options)
        return models.RefundDetails(answer["refund"])

    def wait(self, id: str, *, wait_s: float = WAIT_S, options: Optional[CallOptions] = None) -> models.RefundDetails:
        """Polls with growing pauses until the record has ended, and returns it. Raises `not_ended` after `wait_s` seconds; the record itself continues."""
        return self._caller.wait(lambda: self.retrieve(id, options=options), lambda one: one.status not in OPEN_STATUSES, wait_s)

    def timeline(self, id: str, *, options: Optional[CallOptions] = None) -> models.Timeline:
        """Retrieve a refund's timeline: `GET /refunds/{id}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `refunds:read`."""
        answer = self._caller.call("retrieveRefundTimeline", params={"id": id}, options=options)
        return models.Timeline(answer["timeline"])


class SplitPayments:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def parts(self, reference: str, *, options: Optional[CallOptions] = None) -> List[models.PaymentPart]:
        """List a payment's parts: `GET /payments/{reference}/parts`. The first one is your own: the rest of the payment. The parts add up to the payment. A restricted private key needs the right `payments:read`."""
        answer = self._caller.call("listPaymentParts", params={"reference": reference}, options=options)
        return [models.PaymentPart(item) for item in answer["items"]]

    def release(self, reference: str, body: Optional[models.Release] = None, *, options: Optional[CallOptions] = None) -> models.ReleasePaymentAnswer:
        """Release a payment: `POST /payments/{reference}/release`. Pays held parts to their merchants: those in `parts`, or all. The share that refunds took from a part is not paid. A release cannot be undone; a later refund takes its shares from the merchants' balances. A restricted private key needs the right `releases:write`."""
        answer = self._caller.call("releasePayment", params={"reference": reference}, body=body or {}, options=options)
        return models.ReleasePaymentAnswer(answer)

    def list_received(self, query: Optional[models.ListReceivedPartsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.PaymentPart]:
        """List received parts: `GET /received-parts`. Your parts of other merchants' payments, the newest first. The payer's data stay with the other merchant. A restricted private key needs the right `payments:read`."""
        answer = self._caller.call("listReceivedParts", query=query, options=options)
        return page_of(answer, "items", models.PaymentPart)

    def all_received(self, query: Optional[models.ListReceivedPartsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.PaymentPart]:
        """Iterates over every item of `list_received`, newest first, each once."""
        return every_item(lambda each: self.list_received(each, options=options), query or {})

    def retrieve_received(self, id: str, *, options: Optional[CallOptions] = None) -> models.PaymentPart:
        """Retrieve a received part: `GET /received-parts/{id}`. A restricted private key needs the right `payments:read`."""
        answer = self._caller.call("retrieveReceivedPart", params={"id": id}, options=options)
        return models.PaymentPart(answer["part"])


class Transfers:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def lookup(self, body: models.NewLookup, *, options: Optional[CallOptions] = None) -> models.Lookup:
        """Look up an account: `POST /transfers/lookup`. Asks the number's network for the account holder's name and whether the account can receive money. If you send `name`, the answer says how well it matches. A transfer with `expect_name` is checked in the same way before it is sent. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("lookUpAccount", body=body, options=options)
        return models.Lookup(answer["lookup"])

    def list(self, query: Optional[models.ListTransfersQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Transfer]:
        """List transfers: `GET /transfers`. Newest first. `search` covers the reference, the amount, the beneficiary's id, name and phone, the transfer's id and the provider's reference. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("listTransfers", query=query, options=options)
        return page_of(answer, "items", models.Transfer)

    def all(self, query: Optional[models.ListTransfersQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Transfer]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewTransfer, *, options: Optional[CallOptions] = None) -> models.Transfer:
        """Create a transfer: `POST /transfers`. Holds the amount and the fee at once. The transfer is `pending` and is sent a moment later. Send `beneficiary` (an id) or `beneficiary_data`. If the merchant requires a second approval, the transfer stays `pending`, with `approval`, until a second person approves it in the dashboard. With `scheduled_at` it stays `pending` until that moment, and can be canceled until then. `reserve_funds` says when its money is held. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("createTransfer", body=body, options=options)
        return models.Transfer(answer["transfer"])

    def retrieve(self, reference: str, query: Optional[models.RetrieveTransferQuery] = None, *, options: Optional[CallOptions] = None) -> models.TransferDetails:
        """Retrieve a transfer: `GET /transfers/{reference}`. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("retrieveTransfer", params={"reference": reference}, query=query, options=options)
        return models.TransferDetails(answer["transfer"])

    def wait(self, reference: str, *, wait_s: float = WAIT_S, options: Optional[CallOptions] = None) -> models.TransferDetails:
        """Polls with growing pauses until the record has ended, and returns it. Raises `not_ended` after `wait_s` seconds; the record itself continues."""
        return self._caller.wait(lambda: self.retrieve(reference, options=options), lambda one: one.status not in OPEN_STATUSES, wait_s)

    def cancel(self, reference: str, *, options: Optional[CallOptions] = None) -> None:
        """Cancel a transfer: `DELETE /transfers/{reference}`. Allowed only while the transfer is `pending`. A restricted private key needs the right `transfers:write`."""
        self._caller.call("cancelTransfer", params={"reference": reference}, options=options)

    def timeline(self, reference: str, *, options: Optional[CallOptions] = None) -> models.Timeline:
        """Retrieve a transfer's timeline: `GET /transfers/{reference}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("retrieveTransferTimeline", params={"reference": reference}, options=options)
        return models.Timeline(answer["timeline"])


class Withdrawals:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def timeline(self, id: str, *, options: Optional[CallOptions] = None) -> models.Timeline:
        """Explain a withdrawal: `GET /withdrawals/{id}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `withdrawals:read`."""
        answer = self._caller.call("explainWithdrawal", params={"id": id}, options=options)
        return models.Timeline(answer["timeline"])

    def rules(self, *, options: Optional[CallOptions] = None) -> List[models.WithdrawalRule]:
        """List withdrawal rules: `GET /withdrawal-rules`. At most one per currency, each with its last run. A restricted private key needs the right `withdrawals:read`."""
        answer = self._caller.call("listWithdrawalRules", options=options)
        return [models.WithdrawalRule(item) for item in answer["withdrawal_rules"]]

    def set_rule(self, body: models.NewWithdrawalRule, *, options: Optional[CallOptions] = None) -> models.WithdrawalRule:
        """Set a withdrawal rule: `PUT /withdrawal-rules`. Withdraws the available balance to a confirmed account every day or on days of the week, in the merchant's time zone. It replaces the rule in the account's currency, if there is one. Each due time has exactly one run: a withdrawal, or the reason why there is none. A restricted private key needs the right `withdrawals:write`."""
        answer = self._caller.call("setWithdrawalRule", body=body, options=options)
        return models.WithdrawalRule(answer["withdrawal_rule"])

    def remove_rule(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Remove a withdrawal rule: `DELETE /withdrawal-rules/{id}`. Withdrawals that it has made continue. A restricted private key needs the right `withdrawals:write`."""
        self._caller.call("removeWithdrawalRule", params={"id": id}, options=options)

    def list_rule_runs(self, id: str, query: Optional[models.ListWithdrawalRuleRunsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.WithdrawalRuleRun]:
        """List withdrawal rule runs: `GET /withdrawal-rules/{id}/runs`. One per due time, the latest first. A restricted private key needs the right `withdrawals:read`."""
        answer = self._caller.call("listWithdrawalRuleRuns", params={"id": id}, query=query, options=options)
        return page_of(answer, "items", models.WithdrawalRuleRun)

    def run_rule(self, id: str, *, options: Optional[CallOptions] = None) -> models.WithdrawalRule:
        """Run a withdrawal rule: `POST /withdrawal-rules/{id}/run`. In test only: the next run is due now. A restricted private key needs the right `withdrawals:write`."""
        answer = self._caller.call("runWithdrawalRule", params={"id": id}, options=options)
        return models.WithdrawalRule(answer["withdrawal_rule"])

    def list(self, query: Optional[models.ListWithdrawalsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Withdrawal]:
        """List withdrawals: `GET /withdrawals`. Newest first. A restricted private key needs the right `withdrawals:read`."""
        answer = self._caller.call("listWithdrawals", query=query, options=options)
        return page_of(answer, "items", models.Withdrawal)

    def all(self, query: Optional[models.ListWithdrawalsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Withdrawal]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewWithdrawal, *, options: Optional[CallOptions] = None) -> models.Withdrawal:
        """Create a withdrawal: `POST /withdrawals`. Takes money from your balance to a confirmed account of yours, in that account's currency. The amount is held at once; a withdrawal is free. If no channel reaches the account or takes the amount, the platform operator pays it through a bank. If the merchant requires a second approval, it stays `pending`, with `approval`, until then. A restricted private key needs the right `withdrawals:write`."""
        answer = self._caller.call("createWithdrawal", body=body, options=options)
        return models.Withdrawal(answer["withdrawal"])

    def retrieve(self, id: str, *, options: Optional[CallOptions] = None) -> models.WithdrawalDetails:
        """Retrieve a withdrawal: `GET /withdrawals/{id}`. By its id or your reference. A restricted private key needs the right `withdrawals:read`."""
        answer = self._caller.call("retrieveWithdrawal", params={"id": id}, options=options)
        return models.WithdrawalDetails(answer["withdrawal"])

    def wait(self, id: str, *, wait_s: float = WAIT_S, options: Optional[CallOptions] = None) -> models.WithdrawalDetails:
        """Polls with growing pauses until the record has ended, and returns it. Raises `not_ended` after `wait_s` seconds; the record itself continues."""
        return self._caller.wait(lambda: self.retrieve(id, options=options), lambda one: one.status not in OPEN_STATUSES, wait_s)

    def cancel(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Cancel a withdrawal: `DELETE /withdrawals/{id}`. Allowed only while the withdrawal is `pending`. A restricted private key needs the right `withdrawals:write`."""
        self._caller.call("cancelWithdrawal", params={"id": id}, options=options)

    def list_accounts(self, query: Optional[models.ListWithdrawalAccountsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.WithdrawalAccount]:
        """List withdrawal accounts: `GET /withdrawal-accounts`. Newest first, without removed ones. A restricted private key needs the right `withdrawals:read`."""
        answer = self._caller.call("listWithdrawalAccounts", query=query, options=options)
        return page_of(answer, "items", models.WithdrawalAccount)

    def all_accounts(self, query: Optional[models.ListWithdrawalAccountsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.WithdrawalAccount]:
        """Iterates over every item of `list_accounts`, newest first, each once."""
        return every_item(lambda each: self.list_accounts(each, options=options), query or {})

    def register_account(self, body: models.NewWithdrawalAccount, *, options: Optional[CallOptions] = None) -> models.WithdrawalAccount:
        """Create a withdrawal account: `POST /withdrawal-accounts`. A bank account or a wallet of your own. Money goes to it once it is confirmed, and in live after a cooling time. A person who registers it in the dashboard is the first of the two who confirm it in live. A restricted private key needs the right `withdrawals:write`."""
        answer = self._caller.call("createWithdrawalAccount", body=body, options=options)
        return models.WithdrawalAccount(answer["withdrawal_account"])

    def retrieve_account(self, id: str, *, options: Optional[CallOptions] = None) -> models.WithdrawalAccount:
        """Retrieve a withdrawal account: `GET /withdrawal-accounts/{id}`. A restricted private key needs the right `withdrawals:read`."""
        answer = self._caller.call("retrieveWithdrawalAccount", params={"id": id}, options=options)
        return models.WithdrawalAccount(answer["withdrawal_account"])

    def remove_account(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a withdrawal account: `DELETE /withdrawal-accounts/{id}`. Existing withdrawals to it continue. A restricted private key needs the right `withdrawals:write`."""
        self._caller.call("deleteWithdrawalAccount", params={"id": id}, options=options)

    def confirm_account(self, id: str, *, options: Optional[CallOptions] = None) -> models.WithdrawalAccount:
        """Confirm a withdrawal account: `POST /withdrawal-accounts/{id}/confirm`. In live two people must confirm it in the dashboard. In test a key can confirm it. A restricted private key needs the right `withdrawals:write`."""
        answer = self._caller.call("confirmWithdrawalAccount", params={"id": id}, options=options)
        return models.WithdrawalAccount(answer["withdrawal_account"])


class BulkTransfers:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def timeline(self, id: str, *, options: Optional[CallOptions] = None) -> models.Timeline:
        """Retrieve a bulk transfer's timeline: `GET /transfers/bulk/{id}/timeline`. The times of acceptance and approval, and the number of transfers that ended, by time and status. Each transfer has its own timeline. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("retrieveBulkTransferTimeline", params={"id": id}, options=options)
        return models.Timeline(answer["timeline"])

    def create(self, body: models.NewBulkTransfer, *, options: Optional[CallOptions] = None) -> models.CreatedBulkTransfer:
        """Create a bulk transfer: `POST /transfers/bulk`. Accepts all of the transfers and holds their sum, or accepts none. If the merchant requires a second approval, no transfer is sent before a second person approves the bulk. With `scheduled_at` nothing is sent before that moment; the approval may be given ahead. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("createBulkTransfer", body=body, options=options)
        return models.CreatedBulkTransfer(answer["bulk_transfer"])

    def create_from_csv(self, file: Union[bytes, str], query: models.CreateBulkTransferQuery, *, options: Optional[CallOptions] = None) -> models.CreatedBulkTransfer:
        """Create a bulk transfer: `POST /transfers/bulk`. Accepts all of the transfers and holds their sum, or accepts none. If the merchant requires a second approval, no transfer is sent before a second person approves the bulk. With `scheduled_at` nothing is sent before that moment; the approval may be given ahead. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("createBulkTransfer", query=query, file=_bytes_of(file), options=options)
        return models.CreatedBulkTransfer(answer["bulk_transfer"])

    def check(self, body: models.NewBulkTransfer, *, options: Optional[CallOptions] = None) -> models.BulkTransferCheck:
        """Check a bulk transfer: `POST /transfers/bulk/check`. Returns the sums, fees, errors and possible duplicates of the bulk, without creating it. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("checkBulkTransfer", body=body, options=options)
        return models.BulkTransferCheck(answer["bulk_check"])

    def check_csv(self, file: Union[bytes, str], query: models.CheckBulkTransferQuery, *, options: Optional[CallOptions] = None) -> models.BulkTransferCheck:
        """Check a bulk transfer: `POST /transfers/bulk/check`. Returns the sums, fees, errors and possible duplicates of the bulk, without creating it. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("checkBulkTransfer", query=query, file=_bytes_of(file), options=options)
        return models.BulkTransferCheck(answer["bulk_check"])

    def read_file(self, file: Union[bytes, str], *, options: Optional[CallOptions] = None) -> models.BulkTransferFile:
        """Read a bulk transfer's file: `POST /transfers/bulk/read`. Parses a file of people to pay, without creating anything. The answer has the rows, the line on which each row begins, and the field of each column. The row at index 3 becomes the entry `transfers.3`. A damaged file gets 400 with the line in `errors.file`. Send CSV as `text/csv`, or a workbook (.xlsx) as its own type. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("readBulkTransferFile", file=_bytes_of(file), options=options)
        return models.BulkTransferFile(answer["bulk_file"])

    def retrieve(self, id: str, query: Optional[models.RetrieveBulkTransferQuery] = None, *, options: Optional[CallOptions] = None) -> models.BulkTransferDetails:
        """Retrieve a bulk transfer: `GET /transfers/bulk/{id}`. Returns the bulk with its transfers, and the number of transfers in each status. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("retrieveBulkTransfer", params={"id": id}, query=query, options=options)
        return models.BulkTransferDetails(answer["bulk_transfer"])

    def wait(self, id: str, *, wait_s: float = WAIT_S, options: Optional[CallOptions] = None) -> models.BulkTransferDetails:
        """Polls with growing pauses until the record has ended, and returns it. Raises `not_ended` after `wait_s` seconds; the record itself continues."""
        return self._caller.wait(lambda: self.retrieve(id, options=options), lambda one: one.progress["pending"] + one.progress["processing"] == 0, wait_s)

    def cancel(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Cancel a bulk transfer: `DELETE /transfers/bulk/{id}`. Cancels those of its transfers that are `pending`, and releases their money. Refused once none of them is `pending`. A restricted private key needs the right `transfers:write`."""
        self._caller.call("cancelBulkTransfer", params={"id": id}, options=options)

    def list(self, query: Optional[models.ListBulkTransfersQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.BulkTransfer]:
        """List bulk transfers: `GET /bulk-transfers`. Newest first, without their transfers: `GET /transfers?bulk_transfer=` lists those. `search` covers the description and the id. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("listBulkTransfers", query=query, options=options)
        return page_of(answer, "items", models.BulkTransfer)

    def all(self, query: Optional[models.ListBulkTransfersQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.BulkTransfer]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})


class Schedules:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListSchedulesQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Schedule]:
        """List schedules: `GET /schedules`. Newest first, without their transfers. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("listSchedules", query=query, options=options)
        return page_of(answer, "items", models.Schedule)

    def all(self, query: Optional[models.ListSchedulesQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Schedule]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewSchedule, *, options: Optional[CallOptions] = None) -> models.Schedule:
        """Create a schedule: `POST /schedules`. Stores a list of transfers that is paid repeatedly: each run creates one bulk transfer, with `schedule` and `scheduled_at`. Days and times are those of the merchant's time zone. If the merchant requires a second approval, each run waits for its own; `days_ahead` creates the bulk transfers early enough. An entry has no `reference`. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("createSchedule", body=body, options=options)
        return models.Schedule(answer["schedule"])

    def preview(self, body: models.NewSchedulePreview, *, options: Optional[CallOptions] = None) -> models.SchedulePreview:
        """Preview a schedule: `POST /schedules/preview`. Returns the due times that a schedule with this timing would have. Changes nothing. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("previewSchedule", body=body, options=options)
        return models.SchedulePreview(answer["preview"])

    def retrieve(self, id: str, query: Optional[models.RetrieveScheduleQuery] = None, *, options: Optional[CallOptions] = None) -> models.ScheduleDetails:
        """Retrieve a schedule: `GET /schedules/{id}`. Returns the schedule with its next due times and its transfers. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("retrieveSchedule", params={"id": id}, query=query, options=options)
        return models.ScheduleDetails(answer["schedule"])

    def update(self, id: str, body: Optional[models.ScheduleUpdate] = None, *, options: Optional[CallOptions] = None) -> models.Schedule:
        """Update a schedule: `PUT /schedules/{id}`. Changes the fields that are sent; `transfers` replaces the whole list. `active: false` pauses the schedule: due times pass without a run. Bulk transfers that exist already are unaffected. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("updateSchedule", params={"id": id}, body=body or {}, options=options)
        return models.Schedule(answer["schedule"])

    def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a schedule: `DELETE /schedules/{id}`. It has no further runs. Its bulk transfers remain: cancel them separately. A restricted private key needs the right `transfers:write`."""
        self._caller.call("deleteSchedule", params={"id": id}, options=options)

    def list_runs(self, id: str, query: Optional[models.ListScheduleRunsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.ScheduleRun]:
        """List a schedule's runs: `GET /schedules/{id}/runs`. The latest due time first. Each due time has one run, which created a bulk transfer or failed. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("listScheduleRuns", params={"id": id}, query=query, options=options)
        return page_of(answer, "items", models.ScheduleRun)

    def run(self, id: str, *, options: Optional[CallOptions] = None) -> models.Schedule:
        """Run a schedule: `POST /schedules/{id}/run`. Makes the next run due now, in the sandbox only. The schedule then continues with the following run. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("runSchedule", params={"id": id}, options=options)
        return models.Schedule(answer["schedule"])

    def holidays(self, *, options: Optional[CallOptions] = None) -> models.Holidays:
        """List holidays: `GET /holidays`. The days on which schedules with a `holiday_rule` do not pay, besides Saturdays and Sundays. A restricted private key needs the right `transfers:read`."""
        answer = self._caller.call("listHolidays", options=options)
        return models.Holidays(answer["holidays"])

    def set_holidays(self, body: models.Holidays, *, options: Optional[CallOptions] = None) -> models.Holidays:
        """Set holidays: `PUT /holidays`. Replaces the whole list, and computes the due times of active schedules anew. A restricted private key needs the right `transfers:write`."""
        answer = self._caller.call("setHolidays", body=body, options=options)
        return models.Holidays(answer["holidays"])


class Beneficiaries:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListBeneficiariesQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.BeneficiaryItem]:
        """List beneficiaries: `GET /beneficiaries`. Newest first. `search` covers name, e-mail and phone. A restricted private key needs the right `beneficiaries:read`."""
        answer = self._caller.call("listBeneficiaries", query=query, options=options)
        return page_of(answer, "items", models.BeneficiaryItem)

    def all(self, query: Optional[models.ListBeneficiariesQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.BeneficiaryItem]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewBeneficiary, *, options: Optional[CallOptions] = None) -> models.Beneficiary:
        """Create a beneficiary: `POST /beneficiaries`. A restricted private key needs the right `beneficiaries:write`."""
        answer = self._caller.call("createBeneficiary", body=body, options=options)
        return models.Beneficiary(answer["beneficiary"])

    def retrieve(self, id: str, *, options: Optional[CallOptions] = None) -> models.Beneficiary:
        """Retrieve a beneficiary: `GET /beneficiaries/{id}`. The id of a beneficiary that was merged into another one retrieves the other. A restricted private key needs the right `beneficiaries:read`."""
        answer = self._caller.call("retrieveBeneficiary", params={"id": id}, options=options)
        return models.Beneficiary(answer["beneficiary"])

    def update(self, id: str, body: Optional[models.BeneficiaryChanges] = None, *, options: Optional[CallOptions] = None) -> models.Beneficiary:
        """Update a beneficiary: `PUT /beneficiaries/{id}`. `country`, `currency` and `type` cannot be changed; their current values are accepted. A restricted private key needs the right `beneficiaries:write`."""
        answer = self._caller.call("updateBeneficiary", params={"id": id}, body=body or {}, options=options)
        return models.Beneficiary(answer["beneficiary"])

    def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a beneficiary: `DELETE /beneficiaries/{id}`. Deletes only the record. Its transfers remain. A restricted private key needs the right `beneficiaries:write`."""
        self._caller.call("deleteBeneficiary", params={"id": id}, options=options)


class Customers:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListCustomersQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.CustomerItem]:
        """List customers: `GET /customers`. Newest first. `search` covers name, e-mail and phone. A restricted private key needs the right `customers:read`."""
        answer = self._caller.call("listCustomers", query=query, options=options)
        return page_of(answer, "items", models.CustomerItem)

    def all(self, query: Optional[models.ListCustomersQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.CustomerItem]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewCustomer, *, options: Optional[CallOptions] = None) -> models.Customer:
        """Create a customer: `POST /customers`. A restricted private key needs the right `customers:write`."""
        answer = self._caller.call("createCustomer", body=body, options=options)
        return models.Customer(answer["customer"])

    def retrieve(self, id: str, *, options: Optional[CallOptions] = None) -> models.Customer:
        """Retrieve a customer: `GET /customers/{id}`. The id of a customer that was merged into another one retrieves the other. A restricted private key needs the right `customers:read`."""
        answer = self._caller.call("retrieveCustomer", params={"id": id}, options=options)
        return models.Customer(answer["customer"])

    def update(self, id: str, body: Optional[models.CustomerChanges] = None, *, options: Optional[CallOptions] = None) -> models.Customer:
        """Update a customer: `PUT /customers/{id}`. A restricted private key needs the right `customers:write`."""
        answer = self._caller.call("updateCustomer", params={"id": id}, body=body or {}, options=options)
        return models.Customer(answer["customer"])

    def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a customer: `DELETE /customers/{id}`. Deletes only the record. Its payments remain. A restricted private key needs the right `customers:write`."""
        self._caller.call("deleteCustomer", params={"id": id}, options=options)

    def block(self, id: str, *, options: Optional[CallOptions] = None) -> models.Customer:
        """Block a customer: `PUT /customers/{id}/block`. A blocked customer cannot pay: new payments for its id, e-mail or phone are refused, and open ones cannot be paid. A payment that waits for the phone continues. Deleting the customer ends the block. A restricted private key needs the right `customers:write`."""
        answer = self._caller.call("blockCustomer", params={"id": id}, options=options)
        return models.Customer(answer["customer"])

    def unblock(self, id: str, *, options: Optional[CallOptions] = None) -> models.Customer:
        """Unblock a customer: `PUT /customers/{id}/unblock`. A restricted private key needs the right `customers:write`."""
        answer = self._caller.call("unblockCustomer", params={"id": id}, options=options)
        return models.Customer(answer["customer"])

    def list_payments(self, id: str, query: Optional[models.ListCustomerPaymentsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Payment]:
        """List a customer's payments: `GET /customers/{id}/payments`. Newest first. A restricted private key needs the right `payments:read`."""
        answer = self._caller.call("listCustomerPayments", params={"id": id}, query=query, options=options)
        return page_of(answer, "payments", models.Payment)

    def all_payments(self, id: str, query: Optional[models.ListCustomerPaymentsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Payment]:
        """Iterates over every item of `list_payments`, newest first, each once."""
        return every_item(lambda each: self.list_payments(id, each, options=options), query or {})


class Balance:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def retrieve(self, query: Optional[models.RetrieveBalanceQuery] = None, *, options: Optional[CallOptions] = None) -> models.RetrieveBalanceAnswer:
        """Retrieve the balance: `GET /balance`. `available` can be spent. `reserved` is held for transfers and refunds that have not ended. `total` is the sum of both. `balance` is in the requested currency, or in the merchant's own. `balances` lists every currency. A restricted private key needs the right `balance:read`."""
        answer = self._caller.call("retrieveBalance", query=query, options=options)
        return models.RetrieveBalanceAnswer(answer)

    def history(self, query: Optional[models.ListBalanceHistoryQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.BalanceEntry]:
        """List the balance's history: `GET /balance/history`. Newest first, each entry with the balance after it. A restricted private key needs the right `balance:read`."""
        answer = self._caller.call("listBalanceHistory", query=query, options=options)
        return page_of(answer, "items", models.BalanceEntry)

    def all_history(self, query: Optional[models.ListBalanceHistoryQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.BalanceEntry]:
        """Iterates over every item of `history`, newest first, each once."""
        return every_item(lambda each: self.history(each, options=options), query or {})

    def statement(self, query: Optional[models.RetrieveBalanceStatementQuery] = None, *, options: Optional[CallOptions] = None) -> models.BalanceStatement:
        """Retrieve a balance statement: `GET /balance/statement`. The balance at the start and the end of a day, week, month or range of days, and the sums of the movements by line and by channel. An order counts when it completes: until then its amount is reserved, and belongs to the balance. The closing balance of a period is the opening balance of the next. A restricted private key needs the right `balance:read`."""
        answer = self._caller.call("retrieveBalanceStatement", query=query, options=options)
        return models.BalanceStatement(answer["statement"])

    def limits(self, *, options: Optional[CallOptions] = None) -> models.ListLimitsAnswer:
        """List the limits: `GET /limits`. The limits on the sum and the number of orders per hour, day and month. `used` is what counts already, and `free_at` the end of the current hour, day or month. `duplicate_guard` is null when it is off. An order that would exceed a limit is refused with `limit_exceeded`. A restricted private key needs the right `balance:read`."""
        answer = self._caller.call("listLimits", options=options)
        return models.ListLimitsAnswer(answer)

    def list_corrections(self, query: Optional[models.ListCorrectionsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Correction]:
        """List corrections: `GET /corrections`. The corrections that the platform operator booked on your balance, newest first. A restricted private key needs the right `balance:read`."""
        answer = self._caller.call("listCorrections", query=query, options=options)
        return page_of(answer, "items", models.Correction)

    def all_corrections(self, query: Optional[models.ListCorrectionsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Correction]:
        """Iterates over every item of `list_corrections`, newest first, each once."""
        return every_item(lambda each: self.list_corrections(each, options=options), query or {})


class Catalogue:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def channels(self, query: Optional[models.ListChannelsQuery] = None, *, options: Optional[CallOptions] = None) -> List[models.Channel]:
        """List channels: `GET /channels`. The channels of a country, or of all countries. With a test key the sandbox carries each of them. With a live key `active` says which ones a provider account of this merchant, or of the platform operator, carries. Platform operators may add and change channels: treat `id` as an open set. For older clients `enabled` repeats `active`."""
        answer = self._caller.call("listChannels", query=query, options=options)
        return [models.Channel(item) for item in answer["data"]]

    def countries(self, *, options: Optional[CallOptions] = None) -> List[models.Country]:
        """List countries: `GET /countries`. The countries that Kolo knows, each with its currency, its calling code and the channels that this merchant can use in the key's environment."""
        answer = self._caller.call("listCountries", options=options)
        return [models.Country(item) for item in answer["data"]]

    def currencies(self, *, options: Optional[CallOptions] = None) -> List[models.Currency]:
        """List currencies: `GET /currencies`. The currencies that Kolo knows, each with the number of its decimal digits."""
        answer = self._caller.call("listCurrencies", options=options)
        return [models.Currency(item) for item in answer["data"]]

    def banks(self, query: Optional[models.ListBanksQuery] = None, *, options: Optional[CallOptions] = None) -> List[models.Bank]:
        """List banks: `GET /banks`. The banks of a country, or of all countries, each with the value for `bank_code`."""
        answer = self._caller.call("listBanks", query=query, options=options)
        return [models.Bank(item) for item in answer["data"]]


class Webhooks:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListWebhooksQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Webhook]:
        """List webhooks: `GET /webhooks`. For older clients `items` repeats `data`. A restricted private key needs the right `webhooks:read`."""
        answer = self._caller.call("listWebhooks", query=query, options=options)
        return page_of(answer, "data", models.Webhook)

    def all(self, query: Optional[models.ListWebhooksQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Webhook]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def create(self, body: models.NewWebhook, *, options: Optional[CallOptions] = None) -> models.WebhookWithSecret:
        """Create a webhook: `POST /webhooks`. The answer has the `secret` that signs the deliveries. It is not shown again. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("createWebhook", body=body, options=options)
        return models.WebhookWithSecret(answer["data"])

    def retrieve(self, id: str, *, options: Optional[CallOptions] = None) -> models.WebhookDetails:
        """Retrieve a webhook: `GET /webhooks/{id}`. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:read`."""
        answer = self._caller.call("retrieveWebhook", params={"id": id}, options=options)
        return models.WebhookDetails(answer["data"])

    def update(self, id: str, body: Optional[models.WebhookChanges] = None, *, options: Optional[CallOptions] = None) -> models.Webhook:
        """Update a webhook: `PUT /webhooks/{id}`. While a webhook is off (`active: false`), its deliveries are held. Switching it on sends them. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("updateWebhook", params={"id": id}, body=body or {}, options=options)
        return models.Webhook(answer["data"])

    def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a webhook: `DELETE /webhooks/{id}`. A restricted private key needs the right `webhooks:write`."""
        self._caller.call("deleteWebhook", params={"id": id}, options=options)

    def rotate(self, id: str, body: Optional[models.Rotation] = None, *, options: Optional[CallOptions] = None) -> models.WebhookWithSecret:
        """Rotate a webhook's secret: `POST /webhooks/{id}/rotate`. The answer has the new `secret`. During the overlap every delivery is signed with both secrets: `webhook-signature` has two signatures, `X-Service-Signature` the one of the old secret and `X-Service-Signature-Next` the one of the new secret. After the overlap, or on confirmation, only the new secret signs. With `overlap_hours: 0` it does so at once. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("rotateWebhookSecret", params={"id": id}, body=body or {}, options=options)
        return models.WebhookWithSecret(answer["data"])

    def confirm_secret(self, id: str, *, options: Optional[CallOptions] = None) -> models.Webhook:
        """Confirm a webhook's secret: `POST /webhooks/{id}/rotate/confirm`. Confirms that your receiver has the new secret. The old one signs no more. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("confirmWebhookSecret", params={"id": id}, options=options)
        return models.Webhook(answer["data"])

    def cancel_secret(self, id: str, *, options: Optional[CallOptions] = None) -> models.Webhook:
        """Cancel a webhook's secret: `POST /webhooks/{id}/rotate/cancel`. Allowed only during the overlap. The old secret remains, and the new one signs no more. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("cancelWebhookSecret", params={"id": id}, options=options)
        return models.Webhook(answer["data"])

    def list_deliveries(self, id: str, query: Optional[models.ListWebhookDeliveriesQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Delivery]:
        """List a webhook's deliveries: `GET /webhooks/{id}/deliveries`. Newest first. A restricted private key needs the right `webhooks:read`."""
        answer = self._caller.call("listWebhookDeliveries", params={"id": id}, query=query, options=options)
        return page_of(answer, "items", models.Delivery)

    def all_deliveries(self, id: str, query: Optional[models.ListWebhookDeliveriesQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Delivery]:
        """Iterates over every item of `list_deliveries`, newest first, each once."""
        return every_item(lambda each: self.list_deliveries(id, each, options=options), query or {})

    def retrieve_delivery(self, id: str, delivery: str, *, options: Optional[CallOptions] = None) -> models.DeliveryDetails:
        """Retrieve a delivery: `GET /webhooks/{id}/deliveries/{delivery}`. Returns the delivery with its body and its attempts: time, address, outcome and duration of each. A restricted private key needs the right `webhooks:read`."""
        answer = self._caller.call("retrieveDelivery", params={"id": id, "delivery": delivery}, options=options)
        return models.DeliveryDetails(answer["delivery"])

    def retry_delivery(self, id: str, delivery: str, *, options: Optional[CallOptions] = None) -> models.Delivery:
        """Retry a delivery: `POST /webhooks/{id}/deliveries/{delivery}/retry`. Sends the delivery at once, whether it is pending, exhausted or delivered. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("retryDelivery", params={"id": id, "delivery": delivery}, options=options)
        return models.Delivery(answer["delivery"])

    def replay(self, id: str, body: Optional[models.Replay] = None, *, options: Optional[CallOptions] = None) -> models.Replayed:
        """Replay a webhook's events: `POST /webhooks/{id}/replay`. Sends the events of a period again: of all types the webhook receives, or of some. One request covers up to 10,000 events. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("replayWebhookEvents", params={"id": id}, body=body or {}, options=options)
        return models.Replayed(answer["replay"])

    def test(self, id: str, *, options: Optional[CallOptions] = None) -> models.Delivery:
        """Test a webhook: `POST /webhooks/{id}/test`. Sends a `webhook.test` event to this webhook only, whatever its subscriptions. A restricted private key needs the right `webhooks:write`."""
        answer = self._caller.call("testWebhook", params={"id": id}, options=options)
        return models.Delivery(answer["delivery"])


class Events:
    def __init__(self, caller: Any) -> None:
        self._caller = caller

    def list(self, query: Optional[models.ListEventsQuery] = None, *, options: Optional[CallOptions] = None) -> Page[models.Event]:
        """List events: `GET /events`. Newest first, in pages. With `after` it is a feed: the events after that position, oldest first, in commit order and without gaps. Start at 0 and continue from each answer's `cursor` to receive every event. A cursor from before a database restore, or from beyond the end of the feed, gets 409: start again at 0 and skip the events you have, by `id`. A restricted private key needs the right `events:read`."""
        answer = self._caller.call("listEvents", query=query, options=options)
        return page_of(answer, "items", models.Event)

    def all(self, query: Optional[models.ListEventsQuery] = None, *, options: Optional[CallOptions] = None) -> Iterator[models.Event]:
        """Iterates over every item of `list`, newest first, each once."""
        return every_item(lambda each: self.list(each, options=options), query or {})

    def retrieve(self, id: str, *, options: Optional[CallOptions] = None) -> models.Event:
        """Retrieve an event: `GET /events/{id}`. A restricted private key needs the right `events:read`."""
        answer = self._caller.call("retrieveEvent", params={"id": id}, options=options)
        return models.Event(answer["event"])

    def follow(self, after: str, type: Optional[models.EventType] = None, *, every_s: float = 1.0, options: Optional[CallOptions] = None) -> Iterator[models.Event]:
        """Follows the feed: yields every event after a cursor, oldest first and without gaps, then each new one, forever. Store the `cursor` of each event with the work that it caused, and pass the last one as `after` next time; "0" starts at the beginning."""
        query = {"after": after, **({} if type is None else {"type": type})}
        return self._caller.follow(lambda each: self.list(each, options=options), query, every_s)


class Resources:
    """The resources of the API."""

    def __init__(self, caller: Any) -> None:
        self.payments = Payments(caller)
        self.payment_links = PaymentLinks(caller)
        self.invoices = Invoices(caller)
        self.refunds = Refunds(caller)
        self.split_payments = SplitPayments(caller)
        self.transfers = Transfers(caller)
        self.withdrawals = Withdrawals(caller)
        self.bulk_transfers = BulkTransfers(caller)
        self.schedules = Schedules(caller)
        self.beneficiaries = Beneficiaries(caller)
        self.customers = Customers(caller)
        self.balance = Balance(caller)
        self.catalogue = Catalogue(caller)
        self.webhooks = Webhooks(caller)
        self.events = Events(caller)
