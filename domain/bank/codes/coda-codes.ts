import type { Labels } from '../../language.ts';

/** Labels of CODA codes: eight digits for type, family, operation and category. */

const label = (fr: string, nl: string, en: string, de: string): Labels => ({ fr, nl, en, de });

const FAMILIES: Readonly<Record<string, Labels>> = {
  '01': label('Virement', 'Overschrijving', 'Credit transfer', 'Überweisung'),
  '02': label('Virement instantané', 'Instantoverschrijving', 'Instant credit transfer', 'Echtzeitüberweisung'),
  '03': label('Chèque', 'Cheque', 'Cheque', 'Scheck'),
  '04': label('Carte de paiement', 'Betaalkaart', 'Payment card', 'Zahlungskarte'),
  '05': label('Domiciliation', 'Domiciliëring', 'Direct debit', 'Lastschrift'),
  '07': label('Effet de commerce', 'Handelseffect', 'Bill of exchange', 'Wechsel'),
  '09': label('Opération au guichet', 'Loketverrichting', 'Counter transaction', 'Schaltertransaktion'),
  '11': label('Titres', 'Effecten', 'Securities', 'Wertpapiere'),
  '13': label('Crédit', 'Krediet', 'Credit', 'Kredit'),
  '30': label('Opération diverse', 'Diverse verrichting', 'Miscellaneous transaction', 'Sonstige Transaktion'),
  '35': label('Arrêté de compte', 'Afsluiting', 'Account closing', 'Kontoabschluss'),
  '41': label(
    'Virement international',
    'Internationale overschrijving',
    'International credit transfer',
    'Auslandsüberweisung',
  ),
  '43': label('Chèque étranger', 'Buitenlandse cheque', 'Foreign cheque', 'Auslandsscheck'),
  '47': label('Effet étranger', 'Buitenlands effect', 'Foreign bill', 'Auslandswechsel'),
  '80': label('Frais et commissions', 'Kosten en commissies', 'Fees and commissions', 'Gebühren und Provisionen'),
};

/** Operations more specific than their family, for any family or for one family. */
const OPERATIONS: Readonly<Record<string, Labels>> = {
  '37': label('Frais', 'Kosten', 'Costs', 'Kosten'),
  '87': label('Remboursement de frais', 'Terugbetaling van kosten', 'Reimbursement of costs', 'Erstattung von Kosten'),
  '01/01': label('Virement émis', 'Uitgaande overschrijving', 'Credit transfer sent', 'Ausgehende Überweisung'),
  '01/03': label('Ordre permanent', 'Doorlopende opdracht', 'Standing order', 'Dauerauftrag'),
  '01/05': label('Paiement de salaires', 'Betaling van lonen', 'Payment of wages', 'Lohnzahlung'),
  '01/07': label('Virement collectif', 'Verzamelopdracht', 'Collective transfer', 'Sammelüberweisung'),
  '01/13': label(
    'Virement entre comptes propres',
    'Overschrijving tussen eigen rekeningen',
    'Transfer between own accounts',
    'Umbuchung zwischen eigenen Konten',
  ),
  '01/50': label('Virement reçu', 'Inkomende overschrijving', 'Credit transfer received', 'Eingehende Überweisung'),
  '01/52': label(
    'Paiement en votre faveur',
    'Betaling in uw voordeel',
    'Payment in your favour',
    'Zahlung zu Ihren Gunsten',
  ),
  '02/01': label(
    'Virement instantané émis',
    'Uitgaande instantoverschrijving',
    'Instant transfer sent',
    'Ausgehende Echtzeitüberweisung',
  ),
  '02/50': label(
    'Virement instantané reçu',
    'Inkomende instantoverschrijving',
    'Instant transfer received',
    'Eingehende Echtzeitüberweisung',
  ),
  '04/02': label('Paiement par carte', 'Kaartbetaling', 'Card payment', 'Kartenzahlung'),
  '04/03': label(
    'Règlement de carte de crédit',
    'Afrekening kredietkaart',
    'Credit card settlement',
    'Kreditkartenabrechnung',
  ),
  '04/04': label('Retrait d’espèces', 'Geldopname', 'Cash withdrawal', 'Bargeldabhebung'),
  '04/50': label(
    'Recette de terminal de paiement',
    'Ontvangst betaalterminal',
    'Payment terminal receipts',
    'Einnahme Zahlungsterminal',
  ),
  '05/01': label('Domiciliation payée', 'Betaalde domiciliëring', 'Direct debit paid', 'Bezahlte Lastschrift'),
  '05/03': label('Domiciliation impayée', 'Onbetaalde domiciliëring', 'Unpaid direct debit', 'Unbezahlte Lastschrift'),
  '05/05': label(
    'Domiciliation revenue',
    'Teruggekeerde domiciliëring',
    'Returned direct debit',
    'Zurückgekommene Lastschrift',
  ),
  '05/50': label(
    'Encaissement de domiciliations',
    'Inning van domiciliëringen',
    'Direct debits collected',
    'Lastschrifteinzug',
  ),
  '05/52': label(
    'Domiciliation remboursée',
    'Terugbetaalde domiciliëring',
    'Direct debit refunded',
    'Erstattete Lastschrift',
  ),
  '09/01': label('Retrait au guichet', 'Opname aan het loket', 'Withdrawal at the counter', 'Auszahlung am Schalter'),
  '09/50': label('Versement au guichet', 'Storting aan het loket', 'Deposit at the counter', 'Einzahlung am Schalter'),
  '13/01': label('Remboursement d’emprunt', 'Terugbetaling lening', 'Loan repayment', 'Darlehensrückzahlung'),
  '35/01': label(
    'Décompte d’intérêts et de frais',
    'Afrekening van intresten en kosten',
    'Interest and charges',
    'Zinsen und Gebühren',
  ),
};

export function findCodaLabel(code: string): Labels | null {
  const [family, operation] = [code.slice(1, 3), code.slice(3, 5)];
  return OPERATIONS[`${family}/${operation}`] ?? OPERATIONS[operation] ?? FAMILIES[family] ?? null;
}
