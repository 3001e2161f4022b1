import type { ApiResponse } from "#app/api.ts";
import type { BeneficiaryType } from "#app/api-types.ts";
import type { MerchantContext } from "#app/merchant-context.ts";
import type { RecordBody, RecordForm } from "#ui/record-forms.ts";

type Send = MerchantContext["send"];

/** A record that a form created. */
export interface CreatedRecord {
  readonly id: string;
  /** The payment page's URL; null for other records. */
  readonly payment_url: string | null;
}

/** Creates the record of a form, which has already validated the required fields. */
export async function createRecord(
  send: Send,
  page: RecordForm["page"],
  body: RecordBody,
  idempotency_key: string,
): Promise<ApiResponse<CreatedRecord>> {
  const headers = { "idempotency-key": idempotency_key };
  const { name = "", currency = "", country = "" } = body;
  switch (page) {
    case "payments": {
      const order = { ...body, currency, amount: body.amount ?? 0 };
      const response = await send("POST /{environment}/payments", { body: order, headers });
      return withBody(response, ({ transaction, authorization_url }) => created(transaction, authorization_url));
    }
    case "payment-links": {
      const response = await send("POST /{environment}/payment-links", { body: { ...body, name, currency }, headers });
      return withBody(response, ({ payment_link }) => created(payment_link));
    }
    case "beneficiaries": {
      const beneficiary = { ...body, name, currency, country, type: beneficiaryType(body.type) };
      const response = await send("POST /{environment}/beneficiaries", { body: beneficiary, headers });
      return withBody(response, (answer) => created(answer.beneficiary));
    }
    case "withdrawal-accounts": {
      const type = body.type === "bank_account" ? "bank_account" : "mobile_money";
      const account = { ...body, name, currency, country, type } as const;
      const response = await send("POST /{environment}/withdrawal-accounts", { body: account, headers });
      return withBody(response, ({ withdrawal_account }) => created(withdrawal_account));
    }
    case "customers": {
      const response = await send("POST /{environment}/customers", { body: { ...body, name }, headers });
      return withBody(response, ({ customer }) => created(customer));
    }
  }
}

/** Changes a payment link, a beneficiary or a customer. */
export function changeRecord(
  send: Send,
  page: RecordForm["page"],
  id: string,
  { type, ...body }: RecordBody,
): Promise<ApiResponse<unknown>> {
  if (page === "payment-links") {
    const { name, description, callback, amount, max_payments, max_amount_collected } = body;
    const changes = { name, description, callback, amount, max_payments, max_amount_collected };
    return send("PUT /{environment}/payment-links/{id}", { params: { id }, body: changes });
  }
  return page === "customers"
    ? send("PUT /{environment}/customers/{id}", { params: { id }, body })
    : send("PUT /{environment}/beneficiaries/{id}", { params: { id }, body });
}

function created({ id }: { readonly id: string }, payment_url: string | null = null): CreatedRecord {
  return { id, payment_url };
}

function withBody<Before, After>(response: ApiResponse<Before>, convert: (body: Before) => After): ApiResponse<After> {
  return response.is_ok ? { ...response, body: convert(response.body) } : response;
}

function beneficiaryType(type: string | undefined): BeneficiaryType {
  return type === "bank_account" || type === "cash_pickup" ? type : "mobile_money";
}
