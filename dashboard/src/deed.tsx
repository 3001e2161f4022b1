import { type ReactNode, useState } from "react";
import type { Answer } from "./api.ts";
import { NeedsFactor } from "./needs-factor.tsx";
import { type SelfTexts, useSelfWords } from "./self-texts.ts";
import { Notice } from "./shell-parts.tsx";

/** The reason why an action failed, as one sentence: no answer, the rate limit, or the service's message. */
export function whyNot({ status, retry_after_s, errors, message }: Answer, words: SelfTexts): string {
  if (status === 0) return words.lost;
  if (status === TOO_MANY) return words.wait(retry_after_s ?? 1);
  return Object.values(errors)[0] || message || words.wrong;
}

const TOO_MANY = 429;

interface Deed {
  readonly trouble: ReactNode;
  act(work: () => Promise<Answer>): Promise<Answer>;
}

/** An action that one press starts, with its error message. `so` is the sentence about the state after a failure. */
export function useDeed(so = ""): Deed {
  const words = useSelfWords();
  const [refused, setRefused] = useState<Answer | null>(null);
  async function act(work: () => Promise<Answer>): Promise<Answer> {
    const answer = await work();
    setRefused(answer.is_ok ? null : answer);
    return answer;
  }
  if (refused === null) return { trouble: null, act };
  if (refused.errors.second_factor !== undefined) return { trouble: <NeedsFactor tone="bad" />, act };
  return { trouble: <Notice tone="bad">{[whyNot(refused, words), so].filter(Boolean).join(" ")}</Notice>, act };
}
