import { createContext, useContext } from "react";
import { type ApiResponse, sendRequest } from "./api.ts";
import { type Item, itemOf, textOf, textsOf } from "./items.ts";

export type Environment = "test" | "live";
export type Right = "see" | "charge" | "pay" | "export" | "develop" | "manage";

/** The merchant context: user, business, environment and rights. */
export interface MerchantContext {
  /** Whether the page belongs to a business, or to the platform operators' area, which has none. */
  readonly area: "business" | "operator";
  readonly me: Item;
  readonly business: Item;
  readonly environment: Environment;
  /** Whether the user's role has the right here. */
  hasRight(right: Right): boolean;
  /** The address of a page of this business and environment. */
  pagePath(page: string): string;
  /** The API URL of a resource of this business and environment, for links to files. */
  apiUrl(path: string): string;
  merchantApiUrl(path: string): string;
  /** Sends a request about this business and environment; runs a step-up if the service requires one. */
  request(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiResponse>;
  /** Sends a request about the business as a whole. */
  requestForMerchant(method: Method, path: string, body?: unknown): Promise<ApiResponse>;
  /** Sends a request about the user. */
  requestForUser(method: Method, path: string, body?: unknown): Promise<ApiResponse>;
  /** Reloads the user after a change. */
  refresh(): Promise<unknown>;
}

export type Method = Parameters<typeof sendRequest>[0];

export const MerchantReactContext = createContext<MerchantContext | null>(null);

export function useMerchantContext(): MerchantContext {
  const context = useContext(MerchantReactContext);
  if (!context) throw new Error("Broken promise: a page is shown at a place");
  return context;
}

/** Shows the step-up dialog; resolves to whether it succeeded. */
export type RequestStepUp = () => Promise<boolean>;

interface SessionTools {
  readonly requestStepUp: RequestStepUp;
  readonly refresh: () => Promise<unknown>;
  /**
   * Checks whether the session is over, and if so shows the sign-in form. A request sent before a token renewal also
   * gets a 401.
   */
  readonly isExpired: () => Promise<boolean>;
}

/** Wraps `sendRequest` with the step-up and the check for an expired session. */
function withStepUp(tools: SessionTools): typeof sendRequest {
  return async (...args) => {
    let response = await sendRequest(...args);
    if (isSignedOut(response) && !(await tools.isExpired())) response = await sendRequest(...args);
    if (response.status !== 403 || response.errors.step_up === undefined) return response;
    return (await tools.requestStepUp()) ? sendRequest(...args) : response;
  };
}

function isSignedOut({ status, errors }: ApiResponse): boolean {
  return status === 401 && errors.code === undefined && errors.password === undefined;
}

export function merchantContextFor(
  me: Item,
  business: Item,
  environment: Environment,
  tools: SessionTools,
): MerchantContext {
  const id = textOf(business, "id");
  const rights = textsOf(itemOf(business, "rights"), environment);
  const send = withStepUp(tools);
  return {
    area: "business",
    me,
    business,
    environment,
    hasRight: (right) => rights.includes(right),
    pagePath: (page) => `/dashboard/${environment}/${id}${page}`,
    apiUrl: (path) => `/dashboard/api/merchants/${id}/${environment}${path}`,
    merchantApiUrl: (path) => `/dashboard/api/merchants/${id}${path}`,
    request: (method, path, body, headers) => send(method, `/merchants/${id}/${environment}${path}`, body, headers),
    requestForMerchant: (method, path, body) => send(method, `/merchants/${id}${path}`, body),
    requestForUser: (method, path, body) => send(method, path, body),
    refresh: tools.refresh,
  };
}

const OPERATOR_PATH = "/dashboard/operator";

/** The context of the platform operators: no business, and the live environment unless the address names test. */
export function platformOperatorContext(me: Item, tools: SessionTools): MerchantContext {
  const send = withStepUp(tools);
  const sendToOperatorApi = (method: Method, path: string, body?: unknown): Promise<ApiResponse> =>
    send(method, `/operator${path}`, body);
  return {
    area: "operator",
    me,
    business: {},
    environment: "live",
    hasRight: () => false,
    pagePath: (page) => `${OPERATOR_PATH}${page}`,
    apiUrl: (path) => `/dashboard/api/operator${path}`,
    merchantApiUrl: (path) => `/dashboard/api/operator${path}`,
    request: sendToOperatorApi,
    requestForMerchant: sendToOperatorApi,
    requestForUser: (method, path, body) => send(method, path, body),
    refresh: tools.refresh,
  };
}
