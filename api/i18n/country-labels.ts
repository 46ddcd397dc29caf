import type { CountryCode } from '../../domain/country-packs/pack.ts';
import type { Labels, Language } from '../../domain/language.ts';

/** Labels for which a country uses another word than the other countries that share its language. */
export type CountryLabels<Word extends string> = Readonly<
  Partial<Record<CountryCode, Readonly<Partial<Record<Word, Readonly<Partial<Labels>>>>>>>
>;

/** Returns the labels of a language with country-specific wording; placeholders in braces are filled in. */
export const createLabelFormatter =
  <Word extends string>(labels: Readonly<Record<Word, Labels>>, ofCountries: CountryLabels<Word>) =>
  (language: Language, country?: string) =>
  (word: Word, values: Readonly<Record<string, string>> = {}): string => {
    const own = country === undefined ? undefined : ofCountries[country as CountryCode]?.[word]?.[language];
    return (own ?? labels[word][language]).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
