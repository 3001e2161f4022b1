import { createReadStream } from "node:fs";

/** The largest file that the service accepts, in bytes. */
const FILE_LIMIT_BYTES = 16 * 1024 * 1024;

/** Reads a file up to the largest that the service accepts: a device or a pipe may never end. */
export async function readInput(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  const stream = createReadStream(path);
  try {
    for await (const chunk of stream) {
      size_bytes += chunk.length;
      if (size_bytes > FILE_LIMIT_BYTES) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new Error(`There is no file ${path} that can be read`, { cause });
  }
  if (size_bytes > FILE_LIMIT_BYTES) throw new Error(`${path} has more than 16 MiB: split it`);
  return Buffer.concat(chunks);
}
