/** Filings of a Belgian company and their due dates. The due date of the VAT return depends on the regime. */
import { toLabels } from '../chart.ts';
import type { PackDeclaration, VatRegimeCode } from '../pack.ts';
import { vatRegimes } from './vat-regimes.ts';

/** Businesses that charge VAT; small businesses under the exemption scheme also list their customers. */
const LISTING_REGIMES: readonly VatRegimeCode[] = ['monthly', 'quarterly', 'unit', 'franchise'];

/** The law says before 30 June; in some years the administration accepts slips one day later. */
const FEES_DUE = { day: 29, monthsAfter: 6 };

/** The general meeting has six months to approve the accounts, which must be filed within thirty days. */
const ANNUAL_ACCOUNTS_DUE = { day: 31, monthsAfter: 7 };

export const declarations: readonly PackDeclaration[] = [
  ...buildPeriodic(
    'vat_return',
    toLabels(
      'Déclaration périodique à la TVA',
      'Periodieke btw-aangifte',
      'Periodic VAT return',
      'Periodische MwSt.-Erklärung',
    ),
  ),
  ...buildPeriodic(
    'intracom_listing',
    toLabels(
      'Relevé intracommunautaire',
      'Intracommunautaire opgave',
      'Intra-Community listing',
      'Innergemeinschaftliche Aufstellung',
    ),
  ),
  {
    kind: 'customer_listing',
    labels: toLabels(
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
    labels: toLabels(
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
    labels: toLabels(
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

/** Filings with the frequency of the VAT return: one per period, with the matching regimes. */
function buildPeriodic(kind: PackDeclaration['kind'], labels: PackDeclaration['labels']): PackDeclaration[] {
  return (['month', 'quarter'] as const).flatMap((period) => {
    const regimes = vatRegimes.filter(({ periodicReturn }) => periodicReturn?.period === period);
    const day = regimes[0]?.periodicReturn?.dueDay;
    if (day === undefined) return [];
    return { kind, labels, regimes: regimes.map(({ code }) => code), period, due: { day, monthsAfter: 1 } };
  });
}
