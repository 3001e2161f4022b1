import { Button } from "@kolo/ui/button.tsx";
import type { Answer } from "./api.ts";
import { useDeed } from "./deed.tsx";

interface ExportButtonProps {
  readonly label: string;
  /** The URL of the file. */
  readonly href: string;
  /** Requests permission for the download; triggers a step-up if one is needed. */
  readonly permission: () => Promise<Answer>;
}

/** Downloads a file after its step-up. A plain link could not show the dialog. */
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
