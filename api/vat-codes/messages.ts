import type { Messages } from '../i18n/messages.ts';

/** VAT codes: the boxes of the return that they fill, and references to them. */
export const messages = {
  vat_box_unknown: {
    fr: 'La {country, select, BE {grille} other {case}} {box} n’existe pas dans la déclaration de TVA {country, select, BE {belge} FR {française} LU {luxembourgeoise} other {de ce pays}}.',
    nl: '{country, select, BE {Rooster} other {Vak}} {box} komt niet voor in de {country, select, BE {Belgische} FR {Franse} LU {Luxemburgse} other {nationale}} btw-aangifte.',
    en: 'Box {box} is not part of the {country, select, BE {Belgian} FR {French} LU {Luxembourg} other {national}} VAT return.',
    de: 'Feld {box} kommt in der {country, select, BE {belgischen} FR {französischen} LU {luxemburgischen} other {nationalen}} MwSt.-Erklärung nicht vor.',
  },
  vat_box_computed: {
    fr: 'La {country, select, BE {grille} other {case}} {box} de la déclaration de TVA {country, select, BE {belge} FR {française} LU {luxembourgeoise} other {de ce pays}} est un total : elle se calcule à partir des autres.',
    nl: '{country, select, BE {Rooster} other {Vak}} {box} van de {country, select, BE {Belgische} FR {Franse} LU {Luxemburgse} other {nationale}} btw-aangifte is een totaal: het wordt uit de andere berekend.',
    en: 'Box {box} of the {country, select, BE {Belgian} FR {French} LU {Luxembourg} other {national}} VAT return is a total: it is computed from the others.',
    de: 'Feld {box} der {country, select, BE {belgischen} FR {französischen} LU {luxemburgischen} other {nationalen}} MwSt.-Erklärung ist eine Summe: Es wird aus den anderen berechnet.',
  },
  vat_box_repeated: {
    fr: 'La {country, select, BE {grille} other {case}} {box} de la déclaration de TVA {country, select, BE {belge} FR {française} LU {luxembourgeoise} other {de ce pays}} figure déjà dans la liste : le montant y serait compté deux fois.',
    nl: '{country, select, BE {Rooster} other {Vak}} {box} van de {country, select, BE {Belgische} FR {Franse} LU {Luxemburgse} other {nationale}} btw-aangifte staat al in de lijst: het bedrag zou er tweemaal in meetellen.',
    en: 'Box {box} of the {country, select, BE {Belgian} FR {French} LU {Luxembourg} other {national}} VAT return is in the list already: the amount would count twice in it.',
    de: 'Feld {box} der {country, select, BE {belgischen} FR {französischen} LU {luxemburgischen} other {nationalen}} MwSt.-Erklärung steht bereits in der Liste: Der Betrag würde darin doppelt zählen.',
  },
  vat_box_sign_invalid: {
    fr: 'Le signe doit être 1 (le montant s’ajoute) ou -1 (il se déduit).',
    nl: 'Het teken moet 1 (het bedrag komt erbij) of -1 (het gaat eraf) zijn.',
    en: 'The sign must be 1 (the amount is added) or -1 (it is taken off).',
    de: 'Das Vorzeichen muss 1 (der Betrag wird hinzugerechnet) oder -1 (er wird abgezogen) sein.',
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
