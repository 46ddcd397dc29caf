import { addDays, getLastDayOfMonth, addMonths, type PlainDate } from '../../domain/dates.ts';
import type { Deferral, DemoCompany, Habit } from '../../domain/demo/company.ts';
import { getPartyIban } from '../../domain/demo/invoices.ts';
import { getParty } from '../../domain/demo/plan.ts';
import { negate, fromCents } from '../../domain/money.ts';
import type { RecurringContent } from '../../domain/recurring-entries/content.ts';
import type { TemplateLine } from '../../domain/recurring-entries/recurring-events.ts';
import { createBudget } from '../budgets/create-budget.ts';
import { createFixedAsset } from '../fixed-assets/create-asset.ts';
import { depreciateFixedAssets } from '../fixed-assets/depreciate.ts';
import { createRecurringEntry } from '../recurring-entries/edit.ts';
import { runRecurringEntries } from '../recurring-entries/run.ts';
import { createDemoContext, requireDone, type DemoBooks } from './books.ts';

/** Set up once, then posted periodically: fixed assets, recurring entries and a budget. */

/** Converts percentages by code to the analytic shares of a record. */
export const toAnalyticShares = (
  codes: ReadonlyMap<string, number>,
  shares: Readonly<Record<string, string>> = {},
): { readonly code_id: number; readonly share: string }[] =>
  Object.entries(shares).map(([code, share]) => ({ code_id: codes.get(code)!, share }));

export async function recordAssets({ company, companyId, toolbox, staff, firstDay, codes }: DemoBooks): Promise<void> {
  await Promise.all(
    company.assets.map(async ({ code, label, category, cost, years, age, analytics }) => {
      const acquired_on = addMonths(firstDay, -12 * age);
      const asset = { code, label, category, acquired_on, cost, duration_months: 12 * years };
      const requested = { ...asset, analytics: toAnalyticShares(codes, analytics) };
      requireDone(
        await createFixedAsset(toolbox, companyId, requested, createDemoContext(staff.encoder)),
        `record asset ${code}`,
      );
    }),
  );
}

/** Posts the depreciation of the year, in December only. */
export async function postYearlyDepreciation(
  { companyId, toolbox, staff }: DemoBooks,
  month: PlainDate,
): Promise<void> {
  if (month.slice(5, 7) !== '12') return;
  const requested = { until: getLastDayOfMonth(month), journal_id: null, lines_by: null };
  requireDone(
    await depreciateFixedAssets(toolbox, companyId, requested, createDemoContext(staff.manager)),
    'depreciate',
  );
}

const listRecurringHabits = ({ habits }: DemoCompany): readonly Habit[] =>
  habits.filter(({ isRecurring }) => isRecurring);

export async function recordRecurring(books: DemoBooks): Promise<void> {
  const { company, companyId, toolbox, staff } = books;
  const contents = [
    ...listRecurringHabits(company).map((habit) => buildRentContent(books, habit)),
    ...company.deferrals.map((deferral) => buildDeferralContent(books, deferral)),
  ];
  for (const content of contents)
    requireDone(
      await createRecurringEntry(toolbox, companyId, content, createDemoContext(staff.manager)),
      `set ${content.label} up`,
    );
}

const schedule = { every: 1, until: null, count: null, month_end: false, shift: 'none' } as const;

const buildTemplateLine = (account: string, more: Partial<TemplateLine>): TemplateLine => ({
  account,
  account_id: null,
  vat_code: null,
  vat_code_id: null,
  label: null,
  ...more,
});

/** Followed by the month; the payment refers to the invoice by it. */
const REFERENCE = 'L-';

function buildRentContent(
  { company, firstDay, getJournalId, parties }: DemoBooks,
  { parties: [key], days, amount, labels }: Habit,
) {
  const party = getParty(company, key!);
  const line = { amount: fromCents(BigInt(amount[0] * 100)), vat_code: party.vatCode };
  return {
    kind: 'invoice',
    label: labels[0]!,
    mode: 'post',
    reverses_next_period: false,
    is_active: true,
    schedule: { ...schedule, unit: 'month', starts_on: addDays(firstDay, days![0]! - 1) },
    template: {
      journal_id: getJournalId('ACH'),
      label: `${labels[0]!} {month}`,
      reference: `${REFERENCE}{month}`,
      third_party_id: parties.get(party.key)!,
      lines: [buildTemplateLine(party.account, line)],
    },
  } satisfies RecurringContent;
}

const DEFERRED = '490000';

function buildDeferralContent({ firstDay, getJournalId }: DemoBooks, { label, account, factor }: Deferral) {
  const buildFormula = (sign: '' | '-') =>
    ({ accounts: [account], fiscal_year: 'current', factor: `${sign}${factor}` }) as const;
  return {
    kind: 'free',
    label,
    mode: 'post',
    reverses_next_period: true,
    is_active: true,
    schedule: { ...schedule, unit: 'year', starts_on: `${firstDay.slice(0, 4)}-12-31` },
    template: {
      journal_id: getJournalId('OD'),
      label,
      reference: null,
      lines: [
        buildTemplateLine(DEFERRED, { formula: buildFormula('') }),
        buildTemplateLine(account, { formula: buildFormula('-') }),
      ],
    },
  } satisfies RecurringContent;
}

/** Posts the deferrals of the old year and their reversal on the first day of the new one. */
export async function postDeferrals(
  { company, companyId, toolbox, staff }: DemoBooks,
  until: PlainDate,
): Promise<void> {
  if (company.deferrals.length === 0) return;
  const requested = { id: null, until, baseVersion: null };
  requireDone(
    await runRecurringEntries(toolbox, companyId, requested, createDemoContext(staff.encoder)),
    'post the deferrals',
  );
}

/** Posts the recurring entries due up to a day: the rent. */
export async function postRecurring(books: DemoBooks, month: PlainDate, until: PlainDate): Promise<void> {
  const { company, companyId, toolbox, staff, toMove } = books;
  if (listRecurringHabits(company).length === 0) return;
  const requested = { id: null, until, baseVersion: null };
  requireDone(
    await runRecurringEntries(toolbox, companyId, requested, createDemoContext(staff.encoder)),
    `post the recurring entries of ${month}`,
  );
  for (const { parties, days, amount } of listRecurringHabits(company)) {
    const date = addDays(month, days![0]! - 1);
    if (date > until) continue;
    const party = getParty(company, parties[0]!);
    toMove.push({
      date: addDays(date, party.paymentDays - 1),
      amount: negate(fromCents(BigInt(amount[0] * 100))),
      counterpart: party.name,
      iban: getPartyIban(company, party),
      communication: `${REFERENCE}${month.slice(0, 7)}`,
    });
  }
}

/** Slightly more than the year before, as most budgets start. */
const FACTOR = '1.03';

export async function planYear({ company, companyId, toolbox, staff, fiscalYears }: DemoBooks, year: string) {
  const name = `${company.locale === 'nl' ? 'Begroting' : 'Budget'} ${year}`;
  const data = { name, fiscal_year_id: fiscalYears.newer, kind: 'initial' };
  const source = { fiscal_year_id: fiscalYears.older, budget_id: null, factor: FACTOR };
  requireDone(
    await createBudget(toolbox, companyId, { data, source }, createDemoContext(staff.manager)),
    `plan ${year}`,
  );
}
