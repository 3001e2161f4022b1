import {
  Kolo,
  KoloError,
  PublishableKolo,
  signTestWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from "#sdk/index.ts";

/** A client's settings, and the steps that it executes in order. */
export interface Scenario {
  readonly client: {
    readonly url: string;
    readonly public_key: string;
    readonly private_key: string;
    readonly publishable_key?: string;
  };
  readonly steps: readonly Step[];
}

/** One step: a call, a webhook verification or a signature, with the outcome that the contract requires. */
export interface Step {
  /** The method to call, as `resource.method` in snake_case. */
  readonly call?: string;
  readonly with?: readonly unknown[];
  readonly options?: object;
  /** The number of items to read from all pages of a list. */
  readonly take?: number;
  readonly as?: string;
  readonly gives?: Readonly<Record<string, unknown>>;
  readonly fails?: Readonly<Record<string, unknown>>;
  readonly verify?: object;
  readonly sign?: { readonly event: object; readonly secret: string };
}

export interface Outcome {
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}

/** Executes scenarios with the TypeScript SDK. */
export async function playInTypeScript(scenarios: readonly Scenario[]): Promise<readonly (readonly Outcome[])[]> {
  const played: Outcome[][] = [];
  for (const { client, steps } of scenarios) {
    const { publishable_key, ...settings } = client;
    const kolo = new Kolo({ ...settings, app_name: "contract" });
    const publishable =
      publishable_key === undefined ? null : new PublishableKolo({ url: settings.url, publishable_key });
    const resources = { ...kolo, publishable };
    const saved: Record<string, unknown> = {};
    const outcomes: Outcome[] = [];
    for (const step of steps) outcomes.push(await outcomeOf(resources, step, saved));
    played.push(outcomes);
  }
  return played;
}

async function outcomeOf(resources: object, step: Step, saved: Record<string, unknown>): Promise<Outcome> {
  try {
    const result = await (step.call === undefined ? webhookStep(step) : callStep(resources, step.call, step, saved));
    saved[step.as ?? ""] = result;
    return JSON.parse(JSON.stringify({ result: result ?? null }));
  } catch (error) {
    if (error instanceof KoloError || error instanceof WebhookVerificationError) {
      return { error: { ...error.toJSON() } };
    }
    if (error instanceof TypeError) return { error: { usage: error.message } };
    throw error;
  }
}

async function callStep(resources: object, call: string, step: Step, saved: object): Promise<unknown> {
  const [resource_name = "", snake_name = ""] = call.split(".");
  const name = snake_name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const resource: unknown = Reflect.get(resources, resource_name);
  if (typeof resource !== "object" || resource === null) throw new Error(`There is no resource ${resource_name}`);
  const method: unknown = Reflect.get(resource, name);
  if (typeof method !== "function") throw new Error(`There is no method ${call}`);
  const args = (step.with ?? []).map((value) => filled(value, saved));
  // The contract's scenarios pass all arguments before the options, so the options can be appended.
  if (step.options) args.push(step.options);
  const result = method.apply(resource, args);
  return step.take === undefined ? result : result.toArray({ limit: step.take });
}

async function webhookStep({ verify, sign }: Step): Promise<unknown> {
  if (sign) return Reflect.apply(signTestWebhook, null, [sign.event, sign.secret]);
  const { body, headers, secret, now }: Record<string, unknown> = { ...verify };
  return Reflect.apply(verifyWebhook, null, [body, headers, secret, { now_s: now }]);
}

/** Replaces `$name.path` by that part of an earlier step's result. */
function filled(value: unknown, saved: object): unknown {
  if (Array.isArray(value)) return value.map((inner) => filled(inner, saved));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, saved)]));
  }
  if (typeof value !== "string" || !value.startsWith("$")) return value;
  return value
    .slice(1)
    .split(".")
    .reduce<unknown>(
      (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : inner),
      saved,
    );
}
