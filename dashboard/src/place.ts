import { createContext, useContext } from "react";
import { type Answer, ask } from "./api.ts";
import { type Item, itemOf, textOf, textsOf } from "./items.ts";

export type Environment = "test" | "live";
export type Right = "see" | "charge" | "pay" | "export" | "develop" | "manage";

/** Where one is: who, at which business, in which environment, and what one may do there. */
export interface Place {
  /** Whether it is a business's, or the operators', who are at none. */
  readonly area: "business" | "operator";
  readonly me: Item;
  readonly business: Item;
  readonly environment: Environment;
  /** Whether the role allows it here. */
  may(right: Right): boolean;
  /** The address of a page of this business and environment. */
  to(page: string): string;
  /** The address in the service of something of this business and environment, for what a page only links to. */
  api(path: string): string;
  apiOfBusiness(path: string): string;
  /** Asks the service about this business and environment; a proof is asked for where one is needed. */
  ask(method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The same about the business as a whole. */
  askBusiness(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** The same about oneself. */
  askSelf(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** Who one is has changed: asks again. */
  refresh(): Promise<unknown>;
}

export type Method = Parameters<typeof ask>[0];

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error("Broken promise: a page is shown at a place");
  return place;
}

/** Shows a proof is needed, and resolves to whether it was given. */
export type AskProof = () => Promise<boolean>;

interface Tools {
  readonly askProof: AskProof;
  readonly refresh: () => Promise<unknown>;
  /** Looks whether the session is over, which is shown then: what was asked before it got another token is told so, too. */
  readonly isOver: () => Promise<boolean>;
}

/** Asks the service, and for a proof where one is needed. */
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

/** Where operators are: at no business, and the figures are live ones but where the address says otherwise. */
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
