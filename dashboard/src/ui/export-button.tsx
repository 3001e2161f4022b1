import { Button } from "@kolo/ui/button.tsx";
import type { ApiResponse } from "#app/api.ts";
import { useAction } from "./use-action.tsx";

interface ExportButtonProps {
  readonly label: string;
  /** The URL of the file. */
  readonly href: string;
  /** Requests permission for the download; triggers a step-up if one is needed. */
  readonly permission: () => Promise<ApiResponse<unknown>>;
}

/** Downloads a file after its step-up. A plain link could not show the dialog. */
export function ExportButton({ label, href, permission }: ExportButtonProps) {
  const { error, run } = useAction();
  async function downloadFile(): Promise<void> {
    const response = await run(permission);
    if (response.is_ok) location.assign(href);
  }
  return (
    <>
      <Button onClick={downloadFile}>{label}</Button>
      {error}
    </>
  );
}
