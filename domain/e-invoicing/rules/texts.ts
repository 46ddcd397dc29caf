import de from '../../../locales/de/e-invoicing-texts.json' with { type: 'json' };
import en from '../../../locales/en/e-invoicing-texts.json' with { type: 'json' };
import fr from '../../../locales/fr/e-invoicing-texts.json' with { type: 'json' };
import nl from '../../../locales/nl/e-invoicing-texts.json' with { type: 'json' };
import { combineLanguages } from '../../language.ts';
import { LANGUAGES, type Labels, type Language } from '../../language.ts';

/** Sentences of rules, made of what is concerned and what is wrong with it, in four languages. */

export const toLabels = (fr: string, nl: string, en: string, de: string): Labels => ({ fr, nl, en, de });

const buildInEachLanguage = (write: (language: Language) => string): Labels =>
  Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as Record<Language, string>;

/** A sentence with what stands in braces put in its place. */
export const filled = (sentence: Labels, parts: Readonly<Record<string, Labels | string>>): Labels =>
  buildInEachLanguage((language) =>
    sentence[language].replace(/\{(\w+)\}/g, (_, name: string) => {
      const part = parts[name]!;
      return typeof part === 'string' ? part : part[language];
    }),
  );

export const MISSING = toLabels('Il manque : {term}.', 'Ontbreekt: {term}.', 'Missing: {term}.', 'Es fehlt: {term}.');
export const TOO_MANY_DECIMALS = toLabels(
  'Plus de deux décimales : {term}.',
  'Meer dan twee decimalen: {term}.',
  'More than two decimals: {term}.',
  'Mehr als zwei Nachkommastellen: {term}.',
);
export const NOT_IN_LIST = toLabels(
  'Code inconnu : {term} ({list}).',
  'Onbekende code: {term} ({list}).',
  'Unknown code: {term} ({list}).',
  'Unbekannter Code: {term} ({list}).',
);
export const NOT_EQUAL = toLabels(
  'Ne correspond pas à {formula} : {term}.',
  'Klopt niet met {formula}: {term}.',
  'Does not equal {formula}: {term}.',
  'Entspricht nicht {formula}: {term}.',
);
export const MALFORMED = toLabels(
  'Format incorrect : {term}.',
  'Onjuist formaat: {term}.',
  'Invalid format: {term}.',
  'Falsches Format: {term}.',
);

/** The remedy: whose details must be completed. */
export const COMPLETE = combineLanguages({ de, en, fr, nl });

export type Owner = keyof typeof COMPLETE;

export const ROUND_IT = toLabels(
  'Arrondissez le montant à deux décimales.',
  'Rond het bedrag af op twee decimalen.',
  'Round the amount to two decimals.',
  'Runden Sie den Betrag auf zwei Nachkommastellen.',
);
export const CHOOSE_CODE = toLabels(
  'Choisissez un code de la liste {list}.',
  'Kies een code uit de lijst {list}.',
  'Choose a code from the list {list}.',
  'Wählen Sie einen Code aus der Liste {list}.',
);
export const RECOMPUTE = toLabels(
  'Recalculez le montant : {formula}.',
  'Bereken het bedrag opnieuw: {formula}.',
  'Recompute the amount: {formula}.',
  'Berechnen Sie den Betrag neu: {formula}.',
);
export const CORRECT_NUMBER = toLabels(
  'Vérifiez le numéro et ses chiffres de contrôle.',
  'Controleer het nummer en zijn controlecijfers.',
  'Check the number and its check digits.',
  'Prüfen Sie die Nummer und ihre Prüfziffern.',
);
