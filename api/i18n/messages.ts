import type { Labels } from '../../domain/language.ts';

/**
 * One subject of the catalogue: key → the message in every language, in ICU MessageFormat.
 * The typographic apostrophe (’) is used throughout: the plain one quotes in that format.
 */
export type Messages = Readonly<Record<string, Labels>>;
