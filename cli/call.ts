import type { Credentials } from "./credentials.ts";

/** What an API answer was. `body` is parsed; its shape is the API's. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the API's documentation says what is in it
  readonly body: any;
}

export interface Request {
  readonly body?: object;
  /** A body that is sent as it is, byte by byte, with its content type. */
  readonly file?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout_ms?: number;
}

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Calls the API with both keys. Throws a sentence when nobody answers, or somebody else; what the API refuses is an answer,
 * and so is what a proxy before it says of itself.
 */
export async function callApi(
  { url, public_key, private_key }: Credentials,
  method: string,
  path: string,
  request: Request = {},
): Promise<Answer> {
  const { body, file, headers, timeout_ms } = request;
  const type = body ? "application/json" : file?.type;
  const { status, text } = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: public_key,
      "x-grant": private_key,
      ...(type ? { "content-type": type } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(file ? { body: file.bytes } : {}),
    signal: AbortSignal.timeout(timeout_ms ?? ANSWER_TIMEOUT_MS),
  })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch((cause: unknown) => {
      throw new Error(`Kolo does not answer at ${url}: is it running?`, { cause });
    });
  try {
    return { status, body: JSON.parse(text) };
  } catch (cause) {
    const message = `What answers at ${url} is not Kolo: it said ${status}, and nothing in JSON`;
    if (status < 400) throw new Error(message, { cause });
    return { status, body: { message } };
  }
}

/** An answer's refusal in a sentence: its message, and of its errors those that the message does not say already. */
export function refusal({ body }: Answer): Error {
  const message = String(body.message);
  const more = Object.values(body.errors ?? {})
    .flat()
    .map(String)
    .filter((error) => !message.includes(error));
  return new Error([message, ...more].join(": "));
}
