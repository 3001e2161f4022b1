import manifest from "./package.json" with { type: "json" };

/** This software's version. The interface has one of its own. */
export const VERSION = manifest.version;
