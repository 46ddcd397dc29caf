/** What a Belgian company files and by when. The VAT return is due on the day that its regime tells. */
import { labelled } from '../chart.ts';
import type { PackDeclaration, VatRegimeCode } from '../pack.ts';
import { vatRegimes } from './vat-regimes.ts';

/** Those who charge VAT; small businesses in the exemption scheme list their customers too. */
const LISTING_REGIMES: readonly VatRegimeCode[] = ['monthly', 'quarterly', 'unit', 'franchise'];

/** The law says before 30 June; some years the administration takes in slips a day later. */
const FEES_DUE = { day: 29, monthsAfter: 6 };

/** The general meeting has six months to approve the accounts, which are filed within thirty days of it. */
const ANNUAL_ACCOUNTS_DUE = { day: 31, monthsAfter: 7 };

export const declarations: readonly PackDeclaration[] = [
  ...periodic(
    'vat_return',
    labelled(
      'Déclaration périodique à la TVA',
      'Periodieke btw-aangifte',
      'Periodic VAT return',
      'Periodische MwSt.-Erklärung',
    ),
  ),
  ...periodic(
    'intracom_listing',
    labelled(
      'Relevé intracommunautaire',
      'Intracommunautaire opgave',
      'Intra-Community listing',
      'Innergemeinschaftliche Aufstellung',
    ),
  ),
  {
    kind: 'customer_listing',
    labels: labelled(
      'Liste annuelle des clients assujettis',
      'Jaarlijkse lijst van btw-plichtige afnemers',
      'Annual listing of VAT-registered customers',
      'Jährliche Liste der mehrwertsteuerpflichtigen Kunden',
    ),
    regimes: LISTING_REGIMES,
    period: 'year',
    due: { day: 31, monthsAfter: 3 },
  },
  {
    kind: 'fees',
    labels: labelled(
      'Fiches 281.50 (commissions, honoraires, avantages)',
      'Fiches 281.50 (commissies, honoraria, voordelen)',
      'Slips 281.50 (commissions, fees, benefits)',
      'Karten 281.50 (Provisionen, Honorare, Vorteile)',
    ),
    regimes: [],
    period: 'year',
    due: FEES_DUE,
  },
  {
    kind: 'annual_accounts',
    labels: labelled(
      'Dépôt des comptes annuels à la Banque nationale',
      'Neerlegging van de jaarrekening bij de Nationale Bank',
      'Filing of the annual accounts with the National Bank',
      'Hinterlegung des Jahresabschlusses bei der Nationalbank',
    ),
    regimes: [],
    period: 'fiscal_year',
    due: ANNUAL_ACCOUNTS_DUE,
  },
];

/** What follows the rhythm of the VAT return: one for each period, with the regimes that have it. */
function periodic(kind: PackDeclaration['kind'], labels: PackDeclaration['labels']): PackDeclaration[] {
  return (['month', 'quarter'] as const).flatMap((period) => {
    const regimes = vatRegimes.filter(({ periodicReturn }) => periodicReturn?.period === period);
    const day = regimes[0]?.periodicReturn?.dueDay;
    if (day === undefined) return [];
    return { kind, labels, regimes: regimes.map(({ code }) => code), period, due: { day, monthsAfter: 1 } };
  });
}
