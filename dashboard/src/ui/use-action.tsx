import { type ReactNode, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { type AccountMessages, useAccountMessages } from "#i18n/account-messages.ts";
import { Notice } from "./page-elements.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";

/** The reason why an action failed, as one sentence: no response, the rate limit, or the service's message. */
export function actionErrorText(
  { status, retry_after_s, errors, message }: ApiResponse<unknown>,
  messages: AccountMessages,
): string {
  if (status === 0) return messages.lost;
  if (status === TOO_MANY) return messages.wait(retry_after_s ?? 1);
  return Object.values(errors)[0] || message || messages.wrong;
}

const TOO_MANY = 429;

interface Action {
  readonly error: ReactNode;
  run<Response extends ApiResponse<unknown>>(action: () => Promise<Response>): Promise<Response>;
}

/** Runs actions and returns the error of the last one. `state_text` describes the state after a failure. */
export function useAction(state_text = ""): Action {
  const messages = useAccountMessages();
  const [failed, setFailed] = useState<ApiResponse<unknown> | null>(null);
  async function run<Response extends ApiResponse<unknown>>(action: () => Promise<Response>): Promise<Response> {
    const response = await action();
    setFailed(response.is_ok ? null : response);
    return response;
  }
  if (failed === null) return { error: null, run };
  if (failed.errors.second_factor !== undefined) return { error: <SecondFactorNotice tone="bad" />, run };
  return {
    error: <Notice tone="bad">{[actionErrorText(failed, messages), state_text].filter(Boolean).join(" ")}</Notice>,
    run,
  };
}
