/**
 * Removes the country from a channel's name: both "Mobile money in Cameroon" and "Mobile money au Cameroun" become "Mobile
 * money". A name without any other word is unchanged.
 */
export function withoutCountry(name: string, country: string, language: string): string {
  if (country === "") return name;
  const called = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  if (!name.endsWith(` ${called}`)) return name;
  const rest = name.slice(0, -called.length).trimEnd();
  return rest.replace(/ (in|au|en|aux|à)$/, "");
}
