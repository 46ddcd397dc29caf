import type { RubricRow } from '../../annual-accounts-rows.ts';
import { fromStaffToTaxes } from './income.ts';

/** Balance sheet, assets. */
// oxfmt-ignore
export const abridgedAssets: readonly RubricRow[] = [
  [2, '101', '= 103 105', 'A. Capital souscrit non versé', 'A. Niet-gestort geplaatst kapitaal', 'A. Subscribed capital unpaid', 'A. Ausstehende Einlagen auf das gezeichnete Kapital'],
  [3, '103', 'D 102', 'I. Capital souscrit non appelé', 'I. Niet-opgevraagd geplaatst kapitaal', 'I. Subscribed capital not called', 'I. Nicht eingefordertes gezeichnetes Kapital'],
  [3, '105', 'D 103', 'II. Capital souscrit appelé et non versé', 'II. Opgevraagd, niet-gestort geplaatst kapitaal', 'II. Subscribed capital called but unpaid', 'II. Eingefordertes, nicht eingezahltes gezeichnetes Kapital'],
  [2, '107', 'D 20', "B. Frais d'établissement", 'B. Oprichtingskosten', 'B. Formation expenses', 'B. Gründungskosten'],
  [2, '109', '= 111 125 135', 'C. Actif immobilisé', 'C. Vaste activa', 'C. Fixed assets', 'C. Anlagevermögen'],
  [3, '111', 'D 21', 'I. Immobilisations incorporelles', 'I. Immateriële vaste activa', 'I. Intangible assets', 'I. Immaterielle Anlagewerte'],
  [3, '125', 'D 22', 'II. Immobilisations corporelles', 'II. Materiële vaste activa', 'II. Tangible assets', 'II. Sachanlagen'],
  [3, '135', 'D 23', 'III. Immobilisations financières', 'III. Financiële vaste activa', 'III. Financial assets', 'III. Finanzanlagen'],
  [2, '151', '= 153 163 189 197', 'D. Actif circulant', 'D. Vlottende activa', 'D. Current assets', 'D. Umlaufvermögen'],
  [3, '153', 'D 30 31 32 36 37', 'I. Stocks', 'I. Voorraden', 'I. Stocks', 'I. Vorräte'],
  [3, '163', '= 203 205', 'II. Créances', 'II. Vorderingen', 'II. Debtors', 'II. Forderungen'],
  [4, '203', 'D 401 4111 4121 421 44113 but:4015', 'a) dont la durée résiduelle est inférieure ou égale à un an', 'a) met een resterende looptijd van hoogstens één jaar', 'a) becoming due and payable within one year', 'a) mit einer Restlaufzeit von bis zu einem Jahr'],
  [4, '205', 'D 402 4112 4122 422 44123 but:4025', 'b) dont la durée résiduelle est supérieure à un an', 'b) met een resterende looptijd van meer dan één jaar', 'b) becoming due and payable after more than one year', 'b) mit einer Restlaufzeit von mehr als einem Jahr'],
  [3, '189', 'D 50', 'III. Valeurs mobilières', 'III. Effecten', 'III. Investments', 'III. Wertpapiere'],
  [3, '197', 'D 5131 516 5171 518 debit:5131,5171', 'IV. Avoirs en banques, avoirs en compte de chèques postaux, chèques et encaisse', 'IV. Tegoeden bij banken en op postrekeningen, cheques en kasgeld', 'IV. Cash at bank and in hand', 'IV. Guthaben bei Kreditinstituten, Postscheckguthaben, Schecks und Kassenbestand'],
  [2, '199', 'D 481 484 486', 'E. Comptes de régularisation', 'E. Overlopende rekeningen', 'E. Prepayments', 'E. Rechnungsabgrenzungsposten'],
  [1, '201', '= 101 107 109 151 199', 'Total du bilan (actif)', 'Totaal van de activa', 'Total (assets)', 'Bilanzsumme (Aktiva)'],
];

/** Balance sheet, equity and liabilities. */
// oxfmt-ignore
export const abridgedLiabilities: readonly RubricRow[] = [
  [2, '301', '= 303 305 307 309 319 321 323 325', 'A. Capitaux propres', 'A. Eigen vermogen', 'A. Capital and reserves', 'A. Eigenkapital'],
  [3, '303', 'C 101 104 105 106', 'I. Capital souscrit', 'I. Geplaatst kapitaal', 'I. Subscribed capital', 'I. Gezeichnetes Kapital'],
  [3, '305', 'C 11', "II. Primes d'émission", 'II. Uitgiftepremies', 'II. Share premium account', 'II. Ausgabeagio'],
  [3, '307', 'C 12', 'III. Réserve de réévaluation', 'III. Herwaarderingsreserve', 'III. Revaluation reserve', 'III. Neubewertungsrücklage'],
  [3, '309', 'C 13', 'IV. Réserves', 'IV. Reserves', 'IV. Reserves', 'IV. Rücklagen'],
  [3, '319', 'C 141', 'V. Résultats reportés', 'V. Overgedragen resultaten', 'V. Profit or loss brought forward', 'V. Ergebnisvortrag'],
  [3, '321', 'C 142 6 7', "VI. Résultat de l'exercice", 'VI. Resultaat van het boekjaar', 'VI. Profit or loss for the financial year', 'VI. Ergebnis des Geschäftsjahres'],
  [3, '323', 'C 15', 'VII. Acomptes sur dividendes', 'VII. Interimdividenden', 'VII. Interim dividends', 'VII. Vorabdividenden'],
  [3, '325', 'C 16', "VIII. Subventions d'investissement en capital", 'VIII. Kapitaalsubsidies', 'VIII. Capital investment subsidies', 'VIII. Investitionszuschüsse'],
  [2, '331', 'C 18', 'B. Provisions', 'B. Voorzieningen', 'B. Provisions', 'B. Rückstellungen'],
  [2, '435', '= 453 455', 'C. Dettes', 'C. Schulden', 'C. Creditors', 'C. Verbindlichkeiten'],
  [3, '453', 'C 1921 1931 1941 4015 431 4411 4421 4511 4521 461 462 471 5131 5132 5171 5172 but:44113 credit:5131,5171', 'a) dont la durée résiduelle est inférieure ou égale à un an', 'a) met een resterende looptijd van hoogstens één jaar', 'a) becoming due and payable within one year', 'a) mit einer Restlaufzeit von bis zu einem Jahr'],
  [3, '455', 'C 1922 1932 1942 4025 432 4412 4422 4512 4522 472 but:44123', 'b) dont la durée résiduelle est supérieure à un an', 'b) met een resterende looptijd van meer dan één jaar', 'b) becoming due and payable after more than one year', 'b) mit einer Restlaufzeit von mehr als einem Jahr'],
  [2, '403', 'C 482 483 485 487', 'D. Comptes de régularisation', 'D. Overlopende rekeningen', 'D. Deferred income', 'D. Rechnungsabgrenzungsposten'],
  [1, '405', '= 301 331 435 403', 'Total du bilan (capitaux propres et passif)', 'Totaal van de passiva', 'Total (capital, reserves and liabilities)', 'Bilanzsumme (Passiva)'],
];

// oxfmt-ignore
const grossResult: readonly RubricRow[] = [
  [2, '651', 'C 60 61 70 71 72 74', '1. à 5. Résultat brut', '1. tot 5. Brutoresultaat', '1. to 5. Gross profit or loss', '1. bis 5. Rohergebnis'],
];

// oxfmt-ignore
const result: readonly RubricRow[] = [
  [2, '667', '= 651 605 657 621 715 721 727 663 665 627 635', '16. Résultat après impôts sur le résultat', '16. Resultaat na belastingen op het resultaat', '16. Profit or loss after taxation', '16. Ergebnis nach Ertragssteuern'],
  [2, '637', 'C 68 78', '17. Autres impôts ne figurant pas sous les postes 1 à 16', '17. Andere belastingen die niet onder de posten 1 tot 16 vallen', '17. Other taxes not shown under items 1 to 16', '17. Sonstige Steuern, soweit nicht unter den Posten 1 bis 16 ausgewiesen'],
  [1, '669', '= 667 637', "18. Résultat de l'exercice", '18. Resultaat van het boekjaar', '18. Profit or loss for the financial year', '18. Ergebnis des Geschäftsjahres'],
];

/** Profit and loss account: turnover and purchases are one gross result. */
export const abridgedIncome: readonly RubricRow[] = [...grossResult, ...fromStaffToTaxes, ...result];
