export const LANGUAGES = ['fr', 'nl', 'en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Labels = Readonly<Record<Language, string>>;

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}
