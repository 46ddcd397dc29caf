import type { Labels } from '../../language.ts';

/** Labels of the interbank codes in French statements. */

const label = (fr: string, nl: string, en: string, de: string): Labels => ({ fr, nl, en, de });

const CODES: Readonly<Record<string, Labels>> = {
  '01': label('Chèque payé', 'Betaalde cheque', 'Cheque paid', 'Eingelöster Scheck'),
  '02': label('Remise de chèques', 'Afgifte van cheques', 'Cheques deposited', 'Scheckeinreichung'),
  '03': label('Chèque impayé', 'Onbetaalde cheque', 'Unpaid cheque', 'Unbezahlter Scheck'),
  '05': label('Virement reçu', 'Inkomende overschrijving', 'Credit transfer received', 'Eingehende Überweisung'),
  '06': label('Virement émis', 'Uitgaande overschrijving', 'Credit transfer sent', 'Ausgehende Überweisung'),
  '07': label('Virement rejeté', 'Geweigerde overschrijving', 'Rejected transfer', 'Zurückgewiesene Überweisung'),
  '08': label('Prélèvement', 'Domiciliëring', 'Direct debit', 'Lastschrift'),
  '09': label('Prélèvement rejeté', 'Geweigerde domiciliëring', 'Rejected direct debit', 'Zurückgewiesene Lastschrift'),
  '11': label('Carte de paiement', 'Betaalkaart', 'Payment card', 'Zahlungskarte'),
  '13': label(
    'Recette de terminal de paiement',
    'Ontvangst betaalterminal',
    'Payment terminal receipts',
    'Einnahme Zahlungsterminal',
  ),
  '17': label('Retrait d’espèces', 'Geldopname', 'Cash withdrawal', 'Bargeldabhebung'),
  '18': label('Virement de trésorerie', 'Overschrijving van thesaurie', 'Treasury transfer', 'Liquiditätsüberweisung'),
  '21': label(
    'Virement international',
    'Internationale overschrijving',
    'International credit transfer',
    'Auslandsüberweisung',
  ),
  '33': label('Effet de commerce', 'Handelseffect', 'Bill of exchange', 'Wechsel'),
  '61': label('Intérêts', 'Intresten', 'Interest', 'Zinsen'),
  '62': label('Frais et commissions', 'Kosten en commissies', 'Fees and commissions', 'Gebühren und Provisionen'),
  '66': label('Remboursement d’emprunt', 'Terugbetaling lening', 'Loan repayment', 'Darlehensrückzahlung'),
  '91': label('Opération diverse', 'Diverse verrichting', 'Miscellaneous transaction', 'Sonstige Transaktion'),
};

export const findCfonbLabel = (code: string): Labels | null => CODES[code] ?? null;
