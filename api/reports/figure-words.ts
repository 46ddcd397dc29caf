import type { Labels, Language } from '../../domain/language.ts';
import type { FigureUnit } from '../../domain/reports/key-figures.ts';

/** What the key figures are called. */
const FIGURES: Readonly<Record<string, Labels>> = {
  turnover: { fr: 'Chiffre d’affaires', nl: 'Omzet', en: 'Turnover', de: 'Umsatzerlöse' },
  operating_result: {
    fr: 'Résultat d’exploitation',
    nl: 'Bedrijfsresultaat',
    en: 'Operating result',
    de: 'Betriebsergebnis',
  },
  result: {
    fr: 'Résultat de l’exercice',
    nl: 'Resultaat van het boekjaar',
    en: 'Result of the year',
    de: 'Ergebnis des Geschäftsjahres',
  },
  equity: { fr: 'Capitaux propres', nl: 'Eigen vermogen', en: 'Equity', de: 'Eigenkapital' },
  cash: {
    fr: 'Trésorerie et placements',
    nl: 'Liquide middelen en beleggingen',
    en: 'Cash and investments',
    de: 'Flüssige Mittel und Wertpapiere',
  },
  working_capital: {
    fr: 'Fonds de roulement net',
    nl: 'Nettobedrijfskapitaal',
    en: 'Working capital',
    de: 'Nettoumlaufvermögen',
  },
  current_ratio: {
    fr: 'Liquidité au sens large',
    nl: 'Liquiditeit in ruime zin',
    en: 'Current ratio',
    de: 'Liquidität 3. Grades',
  },
  quick_ratio: {
    fr: 'Liquidité au sens strict',
    nl: 'Liquiditeit in enge zin',
    en: 'Quick ratio',
    de: 'Liquidität 2. Grades',
  },
  solvency: {
    fr: 'Solvabilité (autonomie financière)',
    nl: 'Solvabiliteit',
    en: 'Solvency (equity ratio)',
    de: 'Eigenkapitalquote',
  },
  debts_to_equity: {
    fr: 'Endettement sur capitaux propres',
    nl: 'Schuldgraad',
    en: 'Debts to equity',
    de: 'Verschuldungsgrad',
  },
  operating_margin: { fr: 'Marge d’exploitation', nl: 'Bedrijfsmarge', en: 'Operating margin', de: 'Betriebsmarge' },
  net_margin: { fr: 'Marge nette', nl: 'Nettomarge', en: 'Net margin', de: 'Umsatzrentabilität' },
  return_on_equity: {
    fr: 'Rentabilité des capitaux propres',
    nl: 'Rentabiliteit van het eigen vermogen',
    en: 'Return on equity',
    de: 'Eigenkapitalrentabilität',
  },
  return_on_assets: {
    fr: 'Rentabilité de l’actif',
    nl: 'Rentabiliteit van de activa',
    en: 'Return on assets',
    de: 'Gesamtkapitalrentabilität',
  },
  days_receivable: {
    fr: 'Délai moyen des clients',
    nl: 'Gemiddelde klantentermijn',
    en: 'Days of receivables',
    de: 'Debitorenlaufzeit',
  },
  days_payable: {
    fr: 'Délai moyen des fournisseurs',
    nl: 'Gemiddelde leverancierstermijn',
    en: 'Days of payables',
    de: 'Kreditorenlaufzeit',
  },
};

const UNITS: Readonly<Record<FigureUnit, Labels>> = {
  amount: { fr: 'EUR', nl: 'EUR', en: 'EUR', de: 'EUR' },
  percent: { fr: '%', nl: '%', en: '%', de: '%' },
  ratio: { fr: 'ratio', nl: 'ratio', en: 'ratio', de: 'Faktor' },
  days: { fr: 'jours', nl: 'dagen', en: 'days', de: 'Tage' },
};

export const figureLabel = (key: string, language: Language): string => FIGURES[key]![language];
export const unitLabel = (unit: FigureUnit, language: Language): string => UNITS[unit][language];
