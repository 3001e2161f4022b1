import { ServiceError } from "#kernel/errors.ts";

export function merchantNotFound(merchant: string): ServiceError {
  return new ServiceError("merchant_not_found", `There is no merchant ${merchant}`, { params: { merchant } });
}
