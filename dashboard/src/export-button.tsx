import { Button } from "@kolo/ui/button.tsx";
import type { Answer } from "./api.ts";
import { useDeed } from "./deed.tsx";

interface ExportButtonProps {
  readonly label: string;
  /** The address of the file. */
  readonly href: string;
  /** Asks whether one may have it; a proof is asked for where one is needed. */
  readonly permission: () => Promise<Answer>;
}

/** Fetches a file, after the proof that it takes: a link alone can show no question. */
export function ExportButton({ label, href, permission }: ExportButtonProps) {
  const { trouble, act } = useDeed();
  async function fetchFile(): Promise<void> {
    const answer = await act(permission);
    if (answer.is_ok) location.assign(href);
  }
  return (
    <>
      <Button onClick={fetchFile}>{label}</Button>
      {trouble}
    </>
  );
}
