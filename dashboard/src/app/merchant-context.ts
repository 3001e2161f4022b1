import { createContext, useContext } from "react";
import {
  type Answer,
  type ApiResponse,
  type ApiScope,
  type OperationInput,
  type OperationName,
  sendOperation,
  urlOf,
} from "./api.ts";
import type { Business, Me } from "./api-types.ts";

export type Environment = "test" | "live";
export type Right = "see" | "charge" | "pay" | "export" | "develop" | "manage";

/** The merchant context: user, business, environment and rights. */
export interface MerchantContext {
  /** Whether the page belongs to a business, or to the platform operators' area, which has none. */
  readonly area: "business" | "operator";
  readonly me: Me;
  readonly business: Business | PlatformOperators;
  readonly environment: Environment;
  /** The owner of cached responses: the user, and the business and environment of the page. */
  readonly cache_scope: string;
  /** Whether the user's role has the right here. */
  hasRight(right: Right): boolean;
  /** The path of a page of this business and environment. */
  pagePath(page: string): string;
  /** Runs an operation of the API; runs a step-up if the service requires one. */
  send<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<ApiResponse<Answer<Name>>>;
  /** The API URL of a resource of this business and environment, for links to files. */
  apiUrl(path: string): string;
  merchantApiUrl(path: string): string;
  /** Reloads the user after a change. */
  refresh(): Promise<unknown>;
}

/** The platform operators have no business: texts are empty, and times are in the browser's time zone. */
const PLATFORM_OPERATORS = { id: "", name: "", currency: "", country: "", time_zone: "" } as const;
type PlatformOperators = typeof PLATFORM_OPERATORS;

export const MerchantReactContext = createContext<MerchantContext | null>(null);

export function useMerchantContext(): MerchantContext {
  const context = useContext(MerchantReactContext);
  if (!context) throw new Error("Broken promise: the page is outside its merchant context");
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

/** Sends a request; runs the step-up, and checks for an expired session. */
async function withStepUp<Body>(
  tools: SessionTools,
  send: () => Promise<ApiResponse<Body>>,
): Promise<ApiResponse<Body>> {
  let response = await send();
  if (isSignedOut(response) && !(await tools.isExpired())) response = await send();
  if (response.status !== 403 || response.errors.step_up === undefined) return response;
  return (await tools.requestStepUp()) ? send() : response;
}

function isSignedOut({ status, errors }: ApiResponse<unknown>): boolean {
  return status === 401 && errors.code === undefined && errors.password === undefined;
}

/** The functions of both areas' contexts that send requests. */
function requestFunctions(me: Me, scope: ApiScope | null, tools: SessionTools) {
  return {
    me,
    cache_scope: `${me.profile.id} ${me.session.has_second_factor} ${scope?.merchant} ${scope?.environment}`,
    send: <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
      withStepUp(tools, () => sendOperation(name, input, scope)),
    refresh: tools.refresh,
  };
}

export function merchantContextFor(
  me: Me,
  business: Business,
  environment: Environment,
  tools: SessionTools,
): MerchantContext {
  const { id } = business;
  const rights = business.rights[environment];
  const scope = { merchant: id, environment };
  return {
    ...requestFunctions(me, scope, tools),
    area: "business",
    business,
    environment,
    hasRight: (right) => rights.includes(right),
    pagePath: (page) => `/dashboard/${environment}/${id}${page}`,
    apiUrl: (path) => `/dashboard/api${urlOf(`/{environment}${path}`, {}, scope)}`,
    merchantApiUrl: (path) => `/dashboard/api${urlOf(`/{merchant}${path}`, {}, scope)}`,
  };
}

const OPERATOR_PATH = "/dashboard/operator";

/** The context of the platform operators: no business, and the live environment unless the address names test. */
export function platformOperatorContext(me: Me, tools: SessionTools): MerchantContext {
  return {
    ...requestFunctions(me, null, tools),
    area: "operator",
    business: PLATFORM_OPERATORS,
    environment: "live",
    hasRight: () => false,
    pagePath: (page) => `${OPERATOR_PATH}${page}`,
    apiUrl: (path) => `/dashboard/api/operator${path}`,
    merchantApiUrl: (path) => `/dashboard/api/operator${path}`,
  };
}
