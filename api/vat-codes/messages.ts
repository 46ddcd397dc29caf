import type { Messages } from '../i18n/messages.ts';

/** VAT codes: the boxes of the return that they fill, and references to them. */
export const messages = {
  vat_box_unknown: {
    fr: 'Cette grille n’existe pas dans la déclaration à la TVA de ce pays.',
    nl: 'Dit rooster komt niet voor in de btw-aangifte van dit land.',
    en: 'This box is not part of the VAT return of this country.',
    de: 'Dieses Feld kommt in der MwSt.-Erklärung dieses Landes nicht vor.',
  },
  vat_box_computed: {
    fr: 'Cette grille est un total : elle se calcule à partir des autres.',
    nl: 'Dit rooster is een totaal: het wordt uit de andere berekend.',
    en: 'This box is a total: it is computed from the others.',
    de: 'Dieses Feld ist eine Summe: Es wird aus den anderen berechnet.',
  },
  vat_box_repeated: {
    fr: 'Cette grille figure déjà dans la liste : le montant y serait compté deux fois.',
    nl: 'Dit rooster staat al in de lijst: het bedrag zou er tweemaal in meetellen.',
    en: 'This box is in the list already: the amount would count twice in it.',
    de: 'Dieses Feld steht bereits in der Liste: Der Betrag würde darin doppelt zählen.',
  },
  vat_box_sign_invalid: {
    fr: 'Le signe doit être 1 (le montant s’ajoute à la grille) ou -1 (il s’en déduit).',
    nl: 'Het teken moet 1 (het bedrag komt bij het rooster) of -1 (het gaat eraf) zijn.',
    en: 'The sign must be 1 (the amount is added to the box) or -1 (it is taken off).',
    de: 'Das Vorzeichen muss 1 (der Betrag wird dem Feld zugerechnet) oder -1 (er wird abgezogen) sein.',
  },
  vat_code_unknown: {
    fr: 'Ce code TVA n’existe pas dans le dossier.',
    nl: 'Deze btw-code bestaat niet in het dossier.',
    en: 'This VAT code does not exist in the company file.',
    de: 'Diesen MwSt.-Code gibt es in der Akte nicht.',
  },
  vat_code_inactive: {
    fr: 'Ce code TVA n’est plus actif.',
    nl: 'Deze btw-code is niet meer actief.',
    en: 'This VAT code is no longer active.',
    de: 'Dieser MwSt.-Code ist nicht mehr aktiv.',
  },
} as const satisfies Messages;
