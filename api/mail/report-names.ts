import type { Labels, Language } from '../../domain/language.ts';
import type { ReportType } from '../../domain/mail/kinds.ts';

const NAMES: Readonly<Record<ReportType, Labels>> = {
  trial_balance: {
    fr: 'Balance des comptes',
    nl: 'Proef- en saldibalans',
    en: 'Trial balance',
    de: 'Summen- und Saldenliste',
  },
  general_ledger: { fr: 'Grand livre', nl: 'Grootboek', en: 'General ledger', de: 'Hauptbuch' },
  balance_sheet: { fr: 'Bilan', nl: 'Balans', en: 'Balance sheet', de: 'Bilanz' },
  income_statement: {
    fr: 'Compte de résultats',
    nl: 'Resultatenrekening',
    en: 'Income statement',
    de: 'Gewinn- und Verlustrechnung',
  },
  annual_accounts: { fr: 'Comptes annuels', nl: 'Jaarrekening', en: 'Annual accounts', de: 'Jahresabschluss' },
  aged_balance: {
    fr: 'Balance âgée',
    nl: 'Ouderdomsbalans',
    en: 'Aged balance',
    de: 'Altersstruktur der offenen Posten',
  },
  vat_summary: { fr: 'Récapitulatif TVA', nl: 'Btw-overzicht', en: 'VAT summary', de: 'MwSt.-Übersicht' },
};

export const getReportName = (type: ReportType, language: Language): string => NAMES[type][language];
