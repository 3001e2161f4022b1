/**
 * Removes the country from a channel's name: both "Mobile money in Cameroon" and "Mobile money au Cameroun" become
 * "Mobile money". A name without any other word is unchanged.
 */
export function withoutCountry(name: string, country: string, language: string): string {
  if (country === "") return name;
  const country_name = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  if (!name.endsWith(` ${country_name}`)) return name;
  const without_name = name.slice(0, -country_name.length).trimEnd();
  return without_name.replace(/ (in|au|en|aux|à)$/, "");
}
