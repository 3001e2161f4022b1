let list: Promise<ReadonlySet<string>> | null = null;

/**
 * The passwords that leaked most often, some fifty thousand, in lower case. Read when the first password is chosen: most
 * processes never need them.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= read();
  return list;
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
