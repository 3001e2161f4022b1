import { KEY_RIGHTS, type KeyRight } from "./api-types.ts";

type ResourceOf<Right> = Right extends `${infer Resource}:${string}` ? Resource : never;
type AccessOf<Right> = Right extends `${string}:${infer Access}` ? Access : never;

export type KeyResource = ResourceOf<KeyRight>;
export type KeyAccess = AccessOf<KeyRight>;
type ResourceRights = readonly [KeyResource, readonly KeyAccess[]];

/** The rights of a private key, by resource. */
export const KEY_RESOURCES: readonly ResourceRights[] = [...new Set(KEY_RIGHTS.map((right) => split(right)[0]))].map(
  (resource) => [
    resource,
    KEY_RIGHTS.map((right) => split(right)).flatMap(([of, access]) => (of === resource ? [access] : [])),
  ],
);

/** Groups rights by resource, in the order above; omits resources without a right. */
export function rightsByResource(rights: readonly string[]): readonly ResourceRights[] {
  return KEY_RESOURCES.flatMap(([resource, access_kinds]): readonly ResourceRights[] => {
    const granted = access_kinds.filter((access) => rights.includes(`${resource}:${access}`));
    return granted.length === 0 ? [] : [[resource, granted]];
  });
}

function split<Right extends KeyRight>(right: Right): readonly [ResourceOf<Right>, AccessOf<Right>];
function split(right: string): readonly string[] {
  return right.split(":");
}
