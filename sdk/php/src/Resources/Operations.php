<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

/** The method, the path, whether the private key is needed, and the field that marks an answer as the operation's own. */
final class Operations
{
    public const ALL = [
        'listPayments' => ['GET', '/payments', false, 'items'],
        'createPayment' => ['POST', '/payments', false, 'transaction'],
        'retrievePayment' => ['GET', '/payments/{reference}', false, 'transaction'],
        'processPayment' => ['POST', '/payments/{reference}', false, 'transaction'],
        'cancelPayment' => ['DELETE', '/payments/{reference}', false, null],
        'listPaymentLinks' => ['GET', '/payment-links', true, 'items'],
        'createPaymentLink' => ['POST', '/payment-links', true, 'payment_link'],
        'retrievePaymentLink' => ['GET', '/payment-links/{id}', true, 'payment_link'],
        'deactivatePaymentLink' => ['DELETE', '/payment-links/{id}', true, 'payment_link'],
        'listRefunds' => ['GET', '/refunds', true, 'items'],
        'createRefund' => ['POST', '/refunds', true, 'refund'],
        'retrieveRefund' => ['GET', '/refunds/{id}', true, 'refund'],
        'lookUpWhoseNumberItIs' => ['POST', '/transfers/lookup', true, 'lookup'],
        'listTransfers' => ['GET', '/transfers', true, 'items'],
        'createTransfer' => ['POST', '/transfers', true, 'transfer'],
        'retrieveTransfer' => ['GET', '/transfers/{reference}', true, 'transfer'],
        'cancelTransfer' => ['DELETE', '/transfers/{reference}', true, null],
        'explainTransfer' => ['GET', '/transfers/{reference}/timeline', true, 'timeline'],
        'explainPayment' => ['GET', '/payments/{reference}/timeline', true, 'timeline'],
        'explainRefund' => ['GET', '/refunds/{id}/timeline', true, 'timeline'],
        'explainBulkTransfer' => ['GET', '/transfers/bulk/{id}/timeline', true, 'timeline'],
        'createBulkTransfer' => ['POST', '/transfers/bulk', true, 'bulk_transfer'],
        'checkBulkTransfer' => ['POST', '/transfers/bulk/check', true, 'bulk_check'],
        'readBulkTransferFile' => ['POST', '/transfers/bulk/read', true, 'bulk_file'],
        'retrieveBulkTransfer' => ['GET', '/transfers/bulk/{id}', true, 'bulk_transfer'],
        'listBulkTransfers' => ['GET', '/bulk-transfers', true, 'items'],
        'listBeneficiaries' => ['GET', '/beneficiaries', true, 'items'],
        'createBeneficiary' => ['POST', '/beneficiaries', true, 'beneficiary'],
        'retrieveBeneficiary' => ['GET', '/beneficiaries/{id}', true, 'beneficiary'],
        'updateBeneficiary' => ['PUT', '/beneficiaries/{id}', true, 'beneficiary'],
        'deleteBeneficiary' => ['DELETE', '/beneficiaries/{id}', true, null],
        'listCustomers' => ['GET', '/customers', false, 'items'],
        'createCustomer' => ['POST', '/customers', false, 'customer'],
        'retrieveCustomer' => ['GET', '/customers/{id}', false, 'customer'],
        'updateCustomer' => ['PUT', '/customers/{id}', false, 'customer'],
        'deleteCustomer' => ['DELETE', '/customers/{id}', false, null],
        'listCustomerPayments' => ['GET', '/customers/{id}/payments', false, 'payments'],
        'retrieveBalance' => ['GET', '/balance', true, 'balance'],
        'listWhatMovedOnBalance' => ['GET', '/balance/history', true, 'items'],
        'listChannels' => ['GET', '/channels', false, 'data'],
        'listCountries' => ['GET', '/countries', false, 'data'],
        'listCurrencies' => ['GET', '/currencies', false, 'data'],
        'listBanks' => ['GET', '/banks', false, 'data'],
        'listWebhooks' => ['GET', '/webhooks', true, 'data'],
        'createWebhook' => ['POST', '/webhooks', true, 'data'],
        'retrieveWebhook' => ['GET', '/webhooks/{id}', true, 'data'],
        'updateWebhook' => ['PUT', '/webhooks/{id}', true, 'data'],
        'deleteWebhook' => ['DELETE', '/webhooks/{id}', true, null],
        'rotateWebhookSecret' => ['POST', '/webhooks/{id}/rotate', true, 'data'],
        'confirmWebhookNewSecret' => ['POST', '/webhooks/{id}/rotate/confirm', true, 'data'],
        'cancelWebhookNewSecret' => ['POST', '/webhooks/{id}/rotate/cancel', true, 'data'],
        'listWebhookDeliveries' => ['GET', '/webhooks/{id}/deliveries', true, 'items'],
        'retrieveDelivery' => ['GET', '/webhooks/{id}/deliveries/{delivery}', true, 'delivery'],
        'sendDeliveryAgain' => ['POST', '/webhooks/{id}/deliveries/{delivery}/retry', true, 'delivery'],
        'replayEventsToWebhook' => ['POST', '/webhooks/{id}/replay', true, 'replay'],
        'sendTestEvent' => ['POST', '/webhooks/{id}/test', true, 'delivery'],
        'listEvents' => ['GET', '/events', true, 'items'],
        'retrieveEvent' => ['GET', '/events/{id}', true, 'event'],
    ];
}
