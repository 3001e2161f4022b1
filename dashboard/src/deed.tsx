import { type ReactNode, useState } from "react";
import type { Answer } from "./api.ts";
import { NeedsFactor } from "./needs-factor.tsx";
import { type SelfTexts, useSelfWords } from "./self-texts.ts";
import { Notice } from "./shell-parts.tsx";

/** Why something was not done, in one sentence: no answer came, it was asked too often, or what the service says. */
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

/** Something done with one press, and the words for it where it was not done; `so` says what that leaves as it was. */
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
