import { Button } from "@kolo/ui/button.tsx";
import { useLinkMessages } from "#i18n/link-messages.ts";
import { QrCode, type QrPath, qrPath } from "#ui/qr-code.tsx";

// Sharp on a poster of 15 cm at 300 dots per inch.
const PNG_WIDTH_PX = 1_800;

/** The QR code of an address, and its download for print. */
export function QrDownload({ url, name }: { readonly url: string; readonly name: string }) {
  const messages = useLinkMessages();
  const file = fileName(name);
  return (
    <div className="link-qr">
      <QrCode text={url} label={messages.qr} />
      <div>
        <p className="quiet">{messages.qr_hint}</p>
        <div className="actions">
          <Button onClick={() => saveFile(new Blob([svgOf(qrPath(url))], { type: "image/svg+xml" }), `${file}.svg`)}>
            {messages.svg}
          </Button>
          <Button onClick={() => void savePng(qrPath(url), `${file}.png`)}>{messages.png}</Button>
        </div>
      </div>
    </div>
  );
}

function svgOf({ size, path }: QrPath): string {
  const frame = `viewBox="0 0 ${size} ${size}" width="${10 * size}" height="${10 * size}" shape-rendering="crispEdges"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}><path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${path}"/></svg>\n`;
}

async function savePng({ size, path }: QrPath, file: string): Promise<void> {
  // Whole pixels per square, so that every edge is sharp.
  const scale = Math.ceil(PNG_WIDTH_PX / size);
  const canvas = document.createElement("canvas");
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = "black";
  context.fill(new Path2D(path));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) saveFile(blob, file);
}

function saveFile(blob: Blob, file: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
  URL.revokeObjectURL(address);
}

/** A file name without accents and signs: `frais-de-scolarite`. */
function fileName(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z\d]+/g, "-").replace(/^-|-$/g, "") || "qr";
}
