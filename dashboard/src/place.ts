import { createContext, useContext } from "react";
import { type Answer, ask } from "./api.ts";
import { type Item, itemOf, textOf, textsOf } from "./items.ts";

export type Environment = "test" | "live";
export type Right = "see" | "charge" | "pay" | "export" | "develop" | "manage";

/** The merchant context: user, business, environment and rights. */
export interface Place {
  /** Whether the page belongs to a business, or to the platform operators' area, which has none. */
  readonly area: "business" | "operator";
  readonly me: Item;
  readonly business: Item;
  readonly environment: Environment;
  /** Whether the user's role has the right here. */
  may(right: Right): boolean;
  /** The address of a page of this business and environment. */
  to(page: string): string;
  /** The API URL of a resource of this business and environment, for links to files. */
  api(path: string): string;
  apiOfBusiness(path: string): string;
  /** Sends a request about this business and environment; runs a step-up if the service requires one. */
  ask(method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a request about the business as a whole. */
  askBusiness(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** Sends a request about the user. */
  askSelf(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** Reloads the user after a change. */
  refresh(): Promise<unknown>;
}

export type Method = Parameters<typeof ask>[0];

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error("Broken promise: a page is shown at a place");
  return place;
}

/** Shows the step-up dialog; resolves to whether it succeeded. */
export type AskProof = () => Promise<boolean>;

interface Tools {
  readonly askProof: AskProof;
  readonly refresh: () => Promise<unknown>;
  /**
   * Checks whether the session is over, and if so shows the sign-in form. A request sent before a token renewal also gets a
   * 401.
   */
  readonly isOver: () => Promise<boolean>;
}

/** Wraps `ask` with the step-up and the check for an expired session. */
function proving(tools: Tools): typeof ask {
  return async (...given) => {
    let answer = await ask(...given);
    if (isSignedOut(answer) && !(await tools.isOver())) answer = await ask(...given);
    if (answer.status !== 403 || answer.errors.step_up === undefined) return answer;
    return (await tools.askProof()) ? ask(...given) : answer;
  };
}

function isSignedOut({ status, errors }: Answer): boolean {
  return status === 401 && errors.code === undefined && errors.password === undefined;
}

export function placeOf(me: Item, business: Item, environment: Environment, tools: Tools): Place {
  const id = textOf(business, "id");
  const rights = textsOf(itemOf(business, "rights"), environment);
  const proved = proving(tools);
  return {
    area: "business",
    me,
    business,
    environment,
    may: (right) => rights.includes(right),
    to: (page) => `/dashboard/${environment}/${id}${page}`,
    api: (path) => `/dashboard/api/merchants/${id}/${environment}${path}`,
    apiOfBusiness: (path) => `/dashboard/api/merchants/${id}${path}`,
    ask: (method, path, body, headers) => proved(method, `/merchants/${id}/${environment}${path}`, body, headers),
    askBusiness: (method, path, body) => proved(method, `/merchants/${id}${path}`, body),
    askSelf: (method, path, body) => proved(method, path, body),
    refresh: tools.refresh,
  };
}

const OPERATOR = "/dashboard/operator";

/** The context of the platform operators: no business, and the live environment unless the address names test. */
export function operatorPlaceOf(me: Item, tools: Tools): Place {
  const proved = proving(tools);
  const asked = (method: Method, path: string, body?: unknown): Promise<Answer> =>
    proved(method, `/operator${path}`, body);
  return {
    area: "operator",
    me,
    business: {},
    environment: "live",
    may: () => false,
    to: (page) => `${OPERATOR}${page}`,
    api: (path) => `/dashboard/api/operator${path}`,
    apiOfBusiness: (path) => `/dashboard/api/operator${path}`,
    ask: asked,
    askBusiness: asked,
    askSelf: (method, path, body) => proved(method, path, body),
    refresh: tools.refresh,
  };
}
