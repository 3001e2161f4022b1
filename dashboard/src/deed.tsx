import { type ReactNode, useState } from "react";
import type { Answer } from "./api.ts";
import { NeedsFactor } from "./needs-factor.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Notice } from "./shell-parts.tsx";

/** Something done with one press, and the words for it where it was not done. */
export function useDeed(): { readonly trouble: ReactNode; act(work: () => Promise<Answer>): Promise<Answer> } {
  const words = useSelfWords();
  const [refused, setRefused] = useState<Answer | null>(null);
  async function act(work: () => Promise<Answer>): Promise<Answer> {
    const answer = await work();
    setRefused(answer.is_ok ? null : answer);
    return answer;
  }
  if (refused === null) return { trouble: null, act };
  if (refused.errors.second_factor !== undefined) return { trouble: <NeedsFactor tone="bad" />, act };
  const why = refused.status === 0 ? words.lost : Object.values(refused.errors)[0] || refused.message || words.wrong;
  return { trouble: <Notice tone="bad">{why}</Notice>, act };
}
