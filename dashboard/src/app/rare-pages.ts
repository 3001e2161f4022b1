// The pages that few people open each day. They are one file of the build, loaded with the first of them.
export { NewSchedulePage } from "#pages/bulk/new-schedule-page.tsx";
export { SchedulePage } from "#pages/bulk/schedule-page.tsx";
export { BusinessPage } from "#pages/business/business-page.tsx";
export { DevelopersPage } from "#pages/developers/developers-page.tsx";
export { RequestLogPage, RequestPage } from "#pages/developers/request-log-page.tsx";
export { FeesPage } from "#pages/fees/fees-page.tsx";
export { LimitsPage } from "#pages/limits/limits-page.tsx";
export { MerchantLinksPage } from "#pages/merchant-links/merchant-links-page.tsx";
export { PeoplePage } from "#pages/people/people-page.tsx";
export { SecurityPage } from "#pages/security/security-page.tsx";
export { DeliveryPage } from "#pages/webhooks/delivery-page.tsx";
export { EditWebhookPage, NewWebhookPage } from "#pages/webhooks/webhook-form.tsx";
export { WebhookPage } from "#pages/webhooks/webhook-page.tsx";
export { AutomaticWithdrawals, AutomaticWithdrawalsPage } from "#pages/withdrawals/automatic-page.tsx";
export { NewWithdrawalPage } from "#pages/withdrawals/new-withdrawal-page.tsx";
