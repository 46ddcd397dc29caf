export const LANGUAGES = ['fr', 'nl', 'en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Labels = Readonly<Record<Language, string>>;

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

/**
 * Combines the four locale files of a subject: key → text in every language. A key that is missing from one of the files
 * does not compile.
 */
export function combineLanguages<Key extends string>(
  texts: Readonly<Record<Language, Readonly<Record<Key, string>>>>,
): Readonly<Record<Key, Labels>> {
  const combined: Partial<Record<Key, Labels>> = {};
  for (const key of Object.keys(texts.en) as Key[])
    combined[key] = { fr: texts.fr[key], nl: texts.nl[key], en: texts.en[key], de: texts.de[key] };
  return combined as Readonly<Record<Key, Labels>>;
}
