<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;

/** The resources of the API. */
abstract class Resources
{
    public readonly Payments $payments;
    public readonly PaymentLinks $payment_links;
    public readonly Invoices $invoices;
    public readonly Refunds $refunds;
    public readonly SplitPayments $split_payments;
    public readonly Transfers $transfers;
    public readonly Withdrawals $withdrawals;
    public readonly BulkTransfers $bulk_transfers;
    public readonly Schedules $schedules;
    public readonly Beneficiaries $beneficiaries;
    public readonly Customers $customers;
    public readonly Balance $balance;
    public readonly Catalogue $catalogue;
    public readonly Webhooks $webhooks;
    public readonly Events $events;

    public function __construct(Caller $caller)
    {
        $this->payments = new Payments($caller);
        $this->payment_links = new PaymentLinks($caller);
        $this->invoices = new Invoices($caller);
        $this->refunds = new Refunds($caller);
        $this->split_payments = new SplitPayments($caller);
        $this->transfers = new Transfers($caller);
        $this->withdrawals = new Withdrawals($caller);
        $this->bulk_transfers = new BulkTransfers($caller);
        $this->schedules = new Schedules($caller);
        $this->beneficiaries = new Beneficiaries($caller);
        $this->customers = new Customers($caller);
        $this->balance = new Balance($caller);
        $this->catalogue = new Catalogue($caller);
        $this->webhooks = new Webhooks($caller);
        $this->events = new Events($caller);
    }
}
