/**
 * A rubric: number of its field, level, content, then its name in French, Dutch, English and German. The content is
 * either the beginnings of account numbers (`401 except 4015`), with `+` behind those that count only in debit and `-`
 * behind those that count only in credit, or a sum of other rubrics (`= 167 + 169`).
 */
export type RubricRow = readonly [
  code: string,
  level: number,
  content: string,
  fr: string,
  nl: string,
  en: string,
  de: string,
];
