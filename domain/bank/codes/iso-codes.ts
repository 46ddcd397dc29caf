import type { Labels } from '../../language.ts';

/** Labels of ISO 20022 codes: domain, family and sub-family; the family is the most informative. */

const label = (fr: string, nl: string, en: string, de: string): Labels => ({ fr, nl, en, de });

const SUB_FAMILIES: Readonly<Record<string, Labels>> = {
  CHRG: label('Frais', 'Kosten', 'Charges', 'Gebühren'),
  COMM: label('Commission', 'Commissie', 'Commission', 'Provision'),
  FEES: label('Frais', 'Kosten', 'Fees', 'Gebühren'),
  INTR: label('Intérêts', 'Intresten', 'Interest', 'Zinsen'),
  RRTN: label('Retour de paiement', 'Teruggekeerde betaling', 'Payment returned', 'Zahlungsrückgabe'),
  RPCR: label('Annulation de paiement', 'Annulering van betaling', 'Reversal of a payment', 'Zahlungsstornierung'),
  UPDD: label('Domiciliation impayée', 'Onbetaalde domiciliëring', 'Unpaid direct debit', 'Unbezahlte Lastschrift'),
  SALA: label('Paiement de salaires', 'Betaling van lonen', 'Payment of wages', 'Lohnzahlung'),
  STDO: label('Ordre permanent', 'Doorlopende opdracht', 'Standing order', 'Dauerauftrag'),
  CWDL: label('Retrait d’espèces', 'Geldopname', 'Cash withdrawal', 'Bargeldabhebung'),
  POSD: label('Paiement par carte', 'Kaartbetaling', 'Card payment', 'Kartenzahlung'),
};

const FAMILIES: Readonly<Record<string, Labels>> = {
  RCDT: label('Virement reçu', 'Inkomende overschrijving', 'Credit transfer received', 'Eingehende Überweisung'),
  ICDT: label('Virement émis', 'Uitgaande overschrijving', 'Credit transfer sent', 'Ausgehende Überweisung'),
  RRCT: label(
    'Virement instantané reçu',
    'Inkomende instantoverschrijving',
    'Instant transfer received',
    'Eingehende Echtzeitüberweisung',
  ),
  IRCT: label(
    'Virement instantané émis',
    'Uitgaande instantoverschrijving',
    'Instant transfer sent',
    'Ausgehende Echtzeitüberweisung',
  ),
  RDDT: label('Domiciliation payée', 'Betaalde domiciliëring', 'Direct debit paid', 'Bezahlte Lastschrift'),
  IDDT: label(
    'Encaissement de domiciliations',
    'Inning van domiciliëringen',
    'Direct debits collected',
    'Lastschrifteinzug',
  ),
  CCRD: label('Carte de paiement', 'Betaalkaart', 'Payment card', 'Zahlungskarte'),
  MCRD: label(
    'Recette de terminal de paiement',
    'Ontvangst betaalterminal',
    'Payment terminal receipts',
    'Einnahme Zahlungsterminal',
  ),
  CNTR: label('Opération au guichet', 'Loketverrichting', 'Counter transaction', 'Schaltertransaktion'),
  RCHQ: label('Chèque', 'Cheque', 'Cheque', 'Scheck'),
  ICHQ: label('Chèque', 'Cheque', 'Cheque', 'Scheck'),
  DRFT: label('Effet de commerce', 'Handelseffect', 'Bill of exchange', 'Wechsel'),
  MCOP: label('Opération diverse', 'Diverse verrichting', 'Miscellaneous transaction', 'Sonstige Transaktion'),
  MDOP: label('Opération diverse', 'Diverse verrichting', 'Miscellaneous transaction', 'Sonstige Transaktion'),
};

const DOMAINS: Readonly<Record<string, Labels>> = {
  PMNT: label('Paiement', 'Betaling', 'Payment', 'Zahlung'),
  LDAS: label('Crédit', 'Krediet', 'Loan', 'Kredit'),
  SECU: label('Titres', 'Effecten', 'Securities', 'Wertpapiere'),
  FORX: label('Change', 'Wisselverrichting', 'Foreign exchange', 'Devisengeschäft'),
  CAMT: label('Gestion de trésorerie', 'Cashmanagement', 'Cash management', 'Cash-Management'),
  ACMT: label('Gestion du compte', 'Beheer van de rekening', 'Account management', 'Kontoführung'),
  XTND: label('Autre opération', 'Andere verrichting', 'Other transaction', 'Andere Transaktion'),
};

export function findIsoLabel(code: string): Labels | null {
  const [domain = '', family = '', subFamily = ''] = code.split('-');
  if (!DOMAINS[domain]) return null;
  return SUB_FAMILIES[subFamily] ?? FAMILIES[family] ?? DOMAINS[domain];
}
