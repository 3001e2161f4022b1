// The service takes 20 KiB and 1,024 pixels a side. The hosted page shows 36 pixels, a chat's preview about 200.
const SIDES_PX = [256, 192, 128] as const;
const MAX_BYTES = 20 * 1_024;

/**
 * Scales a picture down to the service's limits, in base64. The new file has none of the camera's metadata, such as the
 * location. Returns null for a file that is not a picture.
 */
export async function smallPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  for (const side of SIDES_PX) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const type of ["image/png", "image/webp"]) {
      const base64 = canvas.toDataURL(type, 0.9).split(",")[1] ?? "";
      if (base64.length > 0 && base64.length <= (MAX_BYTES * 4) / 3) return base64;
    }
  }
  return null;
}
