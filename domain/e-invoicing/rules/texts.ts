import { LANGUAGES, type Labels, type Language } from '../../language.ts';

/** Sentences of rules, made of what is concerned and what is wrong with it, in four languages. */

export const labels = (fr: string, nl: string, en: string, de: string): Labels => ({ fr, nl, en, de });

const inEach = (write: (language: Language) => string): Labels =>
  Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as Record<Language, string>;

/** A sentence with what stands in braces put in its place. */
export const filled = (sentence: Labels, parts: Readonly<Record<string, Labels | string>>): Labels =>
  inEach((language) =>
    sentence[language].replace(/\{(\w+)\}/g, (_, name: string) => {
      const part = parts[name]!;
      return typeof part === 'string' ? part : part[language];
    }),
  );

export const MISSING = labels('Il manque : {term}.', 'Ontbreekt: {term}.', 'Missing: {term}.', 'Es fehlt: {term}.');
export const TOO_MANY_DECIMALS = labels(
  'Plus de deux décimales : {term}.',
  'Meer dan twee decimalen: {term}.',
  'More than two decimals: {term}.',
  'Mehr als zwei Nachkommastellen: {term}.',
);
export const NOT_IN_LIST = labels(
  'Code inconnu : {term} ({list}).',
  'Onbekende code: {term} ({list}).',
  'Unknown code: {term} ({list}).',
  'Unbekannter Code: {term} ({list}).',
);
export const NOT_EQUAL = labels(
  'Ne correspond pas à {formula} : {term}.',
  'Klopt niet met {formula}: {term}.',
  'Does not equal {formula}: {term}.',
  'Entspricht nicht {formula}: {term}.',
);
export const MALFORMED = labels(
  'Forme incorrecte : {term}.',
  'Onjuiste vorm: {term}.',
  'Not in the right form: {term}.',
  'Falsche Form: {term}.',
);

/** How to put it right: whose details are to be completed. */
export const COMPLETE = {
  document: labels(
    'Complétez le document.',
    'Vul het document aan.',
    'Complete the document.',
    'Ergänzen Sie das Dokument.',
  ),
  seller: labels(
    'Complétez les données du vendeur.',
    'Vul de gegevens van de verkoper aan.',
    'Complete the seller’s details.',
    'Ergänzen Sie die Angaben zum Verkäufer.',
  ),
  buyer: labels(
    'Complétez les données de l’acheteur.',
    'Vul de gegevens van de koper aan.',
    'Complete the buyer’s details.',
    'Ergänzen Sie die Angaben zum Käufer.',
  ),
  payee: labels(
    'Complétez les données du bénéficiaire du paiement.',
    'Vul de gegevens van de begunstigde van de betaling aan.',
    'Complete the details of the payee.',
    'Ergänzen Sie die Angaben zum Zahlungsempfänger.',
  ),
  representative: labels(
    'Complétez les données du représentant fiscal.',
    'Vul de gegevens van de fiscaal vertegenwoordiger aan.',
    'Complete the details of the tax representative.',
    'Ergänzen Sie die Angaben zum Fiskalvertreter.',
  ),
  delivery: labels(
    'Complétez les données de livraison.',
    'Vul de leveringsgegevens aan.',
    'Complete the delivery details.',
    'Ergänzen Sie die Lieferangaben.',
  ),
  payment: labels(
    'Complétez les données de paiement.',
    'Vul de betaalgegevens aan.',
    'Complete the payment details.',
    'Ergänzen Sie die Zahlungsangaben.',
  ),
  line: labels('Complétez la ligne.', 'Vul de lijn aan.', 'Complete the line.', 'Ergänzen Sie die Position.'),
  allowance: labels(
    'Complétez la remise ou les frais.',
    'Vul de korting of toeslag aan.',
    'Complete the allowance or charge.',
    'Ergänzen Sie den Nachlass oder Zuschlag.',
  ),
  tax: labels(
    'Complétez la ventilation de la TVA.',
    'Vul de btw-uitsplitsing aan.',
    'Complete the VAT breakdown.',
    'Ergänzen Sie die Aufschlüsselung der Umsatzsteuer.',
  ),
} as const satisfies Readonly<Record<string, Labels>>;

export type Owner = keyof typeof COMPLETE;

export const ROUND_IT = labels(
  'Arrondissez le montant à deux décimales.',
  'Rond het bedrag af op twee decimalen.',
  'Round the amount to two decimals.',
  'Runden Sie den Betrag auf zwei Nachkommastellen.',
);
export const CHOOSE_CODE = labels(
  'Choisissez un code de la liste {list}.',
  'Kies een code uit de lijst {list}.',
  'Choose a code from the list {list}.',
  'Wählen Sie einen Code aus der Liste {list}.',
);
export const RECOMPUTE = labels(
  'Recalculez le montant : {formula}.',
  'Bereken het bedrag opnieuw: {formula}.',
  'Compute the amount again: {formula}.',
  'Berechnen Sie den Betrag neu: {formula}.',
);
export const CORRECT_NUMBER = labels(
  'Vérifiez le numéro et ses chiffres de contrôle.',
  'Controleer het nummer en zijn controlecijfers.',
  'Check the number and its check digits.',
  'Prüfen Sie die Nummer und ihre Prüfziffern.',
);
