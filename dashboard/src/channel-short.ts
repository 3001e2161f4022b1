/**
 * The name of a channel without the country it is in: "Mobile money in Cameroon" is "Mobile money", "Mobile money au
 * Cameroun" too. A name that says no more than the country stays.
 */
export function withoutCountry(name: string, country: string, language: string): string {
  if (country === "") return name;
  const called = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  if (!name.endsWith(` ${called}`)) return name;
  const rest = name.slice(0, -called.length).trimEnd();
  return rest.replace(/ (in|au|en|aux|à)$/, "");
}
