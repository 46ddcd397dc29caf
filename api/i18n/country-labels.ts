import type { CountryCode } from '../../domain/country-packs/pack.ts';
import type { Labels, Language } from '../../domain/language.ts';

/** What a country calls by another name than the other countries that speak its language. */
export type CountryLabels<Word extends string> = Readonly<
  Partial<Record<CountryCode, Readonly<Partial<Record<Word, Readonly<Partial<Labels>>>>>>>
>;

/** Says words in one language as a country does, with what stands in braces filled in. */
export const sayingIn =
  <Word extends string>(labels: Readonly<Record<Word, Labels>>, ofCountries: CountryLabels<Word>) =>
  (language: Language, country?: string) =>
  (word: Word, values: Readonly<Record<string, string>> = {}): string => {
    const own = country === undefined ? undefined : ofCountries[country as CountryCode]?.[word]?.[language];
    return (own ?? labels[word][language]).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
