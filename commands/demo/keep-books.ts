import { daysLater, lastDayOfMonth, monthsLater, type PlainDate } from '../../domain/dates.ts';
import type { Deferral, DemoCompany, Habit } from '../../domain/demo/company.ts';
import { ibanOfParty } from '../../domain/demo/invoices.ts';
import { partyOf } from '../../domain/demo/plan.ts';
import { negate, ofCents } from '../../domain/money.ts';
import type { RecurringContent } from '../../domain/recurring-entries/content.ts';
import type { TemplateLine } from '../../domain/recurring-entries/recurring-events.ts';
import { createBudget } from '../budgets/create-budget.ts';
import { createFixedAsset } from '../fixed-assets/create-asset.ts';
import { depreciateFixedAssets } from '../fixed-assets/depreciate.ts';
import { createRecurringEntry } from '../recurring-entries/edit.ts';
import { runRecurringEntries } from '../recurring-entries/run.ts';
import { by, done, type DemoBooks } from './books.ts';

/** What an accountant sets up once and then lets the books do: fixed assets, what comes again every month or year, and a budget. */

/** Shares in per cent by code, as a record has them. */
export const sharesOf = (
  codes: ReadonlyMap<string, number>,
  shares: Readonly<Record<string, string>> = {},
): { readonly code_id: number; readonly share: string }[] =>
  Object.entries(shares).map(([code, share]) => ({ code_id: codes.get(code)!, share }));

export async function recordAssets({ company, companyId, toolbox, staff, firstDay, codes }: DemoBooks): Promise<void> {
  await Promise.all(
    company.assets.map(async ({ code, label, category, cost, years, age, analytics }) => {
      const acquired_on = monthsLater(firstDay, -12 * age);
      const asset = { code, label, category, acquired_on, cost, duration_months: 12 * years };
      const requested = { ...asset, analytics: sharesOf(codes, analytics) };
      done(await createFixedAsset(toolbox, companyId, requested, by(staff.encoder)), `put ${code} on record`);
    }),
  );
}

/** At the end of the year. */
export async function depreciate({ companyId, toolbox, staff }: DemoBooks, month: PlainDate): Promise<void> {
  if (month.slice(5, 7) !== '12') return;
  const requested = { until: lastDayOfMonth(month), journal_id: null, lines_by: null };
  done(await depreciateFixedAssets(toolbox, companyId, requested, by(staff.manager)), 'depreciate');
}

const recurring = ({ habits }: DemoCompany): readonly Habit[] => habits.filter(({ isRecurring }) => isRecurring);

export async function recordRecurring(books: DemoBooks): Promise<void> {
  const { company, companyId, toolbox, staff } = books;
  const contents = [
    ...recurring(company).map((habit) => rentOf(books, habit)),
    ...company.deferrals.map((deferral) => deferralOf(books, deferral)),
  ];
  for (const content of contents)
    done(await createRecurringEntry(toolbox, companyId, content, by(staff.manager)), `set ${content.label} up`);
}

const schedule = { every: 1, until: null, count: null, month_end: false, shift: 'none' } as const;

const lineOn = (account: string, more: Partial<TemplateLine>): TemplateLine => ({
  ...{ account, account_id: null, vat_code: null, vat_code_id: null, label: null },
  ...more,
});

/** With the month behind it, by which the payment names it. */
const REFERENCE = 'L-';

function rentOf({ company, firstDay, journal, parties }: DemoBooks, { parties: [key], days, amount, labels }: Habit) {
  const party = partyOf(company, key!);
  const line = { amount: ofCents(BigInt(amount[0] * 100)), vat_code: party.vatCode };
  return {
    ...{ kind: 'invoice', label: labels[0]!, mode: 'post', reverses_next_period: false, is_active: true },
    schedule: { ...schedule, unit: 'month', starts_on: daysLater(firstDay, days![0]! - 1) },
    template: {
      ...{ journal_id: journal('ACH'), label: `${labels[0]!} {month}`, reference: `${REFERENCE}{month}` },
      third_party_id: parties.get(party.key)!,
      lines: [lineOn(party.account, line)],
    },
  } satisfies RecurringContent;
}

const DEFERRED = '490000';

function deferralOf({ firstDay, journal }: DemoBooks, { label, account, factor }: Deferral) {
  const part = (sign: '' | '-') =>
    ({ accounts: [account], fiscal_year: 'current', factor: `${sign}${factor}` }) as const;
  return {
    ...{ kind: 'free', label, mode: 'post', reverses_next_period: true, is_active: true },
    schedule: { ...schedule, unit: 'year', starts_on: `${firstDay.slice(0, 4)}-12-31` },
    template: {
      ...{ journal_id: journal('OD'), label, reference: null },
      lines: [lineOn(DEFERRED, { formula: part('') }), lineOn(account, { formula: part('-') })],
    },
  } satisfies RecurringContent;
}

/** What is due up to a day: rent on its day, and in January what the old year leaves to the new one. */
export async function postRecurring(books: DemoBooks, month: PlainDate, until: PlainDate): Promise<void> {
  const { company, companyId, toolbox, staff, toMove } = books;
  const isDeferred = company.deferrals.length > 0 && month.slice(5, 7) === '01';
  if (recurring(company).length === 0 && !isDeferred) return;
  const requested = { id: null, until, baseVersion: null };
  done(await runRecurringEntries(toolbox, companyId, requested, by(staff.encoder)), `post what ${month} brings`);
  for (const { parties, days, amount } of recurring(company)) {
    const date = daysLater(month, days![0]! - 1);
    if (date > until) continue;
    const party = partyOf(company, parties[0]!);
    toMove.push({
      date: daysLater(date, party.paymentDays - 1),
      amount: negate(ofCents(BigInt(amount[0] * 100))),
      counterpart: party.name,
      iban: ibanOfParty(company, party),
      communication: `${REFERENCE}${month.slice(0, 7)}`,
    });
  }
}

/** A little more than the year before, which is how most budgets begin. */
const FACTOR = '1.03';

export async function planYear({ company, companyId, toolbox, staff, fiscalYears }: DemoBooks, year: string) {
  const name = `${company.locale === 'nl' ? 'Begroting' : 'Budget'} ${year}`;
  const data = { name, fiscal_year_id: fiscalYears.newer, kind: 'initial' };
  const source = { fiscal_year_id: fiscalYears.older, budget_id: null, factor: FACTOR };
  done(await createBudget(toolbox, companyId, { data, source }, by(staff.manager)), `plan ${year}`);
}
