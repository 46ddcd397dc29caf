import { z } from 'zod';
import { readSetting } from '../../domain/companies/settings.ts';
import type { DisallowedExpense } from '../../domain/country-packs/corporate-tax.ts';
import { getChartFor } from '../../domain/country-packs/index.ts';
import {
  estimateTax,
  LINE_SOURCES,
  type AccountBalance,
  type AppliedRate,
  type Estimate,
  type EstimatedLine,
  type TaxFacts,
} from '../../domain/corporate-tax/estimate.ts';
import { findDisallowedAccounts, listDisallowed } from '../../domain/corporate-tax/lines.ts';
import { getOwnDisallowed, refuseUntaxed } from '../../domain/corporate-tax/set-lines.ts';
import type { Language } from '../../domain/language.ts';
import { isZero } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { readTaxLinesByIds } from '../../projections/corporate-tax/queries.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { DECIMAL_MARK, formatLocalAmount } from '../i18n/format-values.ts';
import { translate } from '../i18n/translate.ts';
import { presentYearReference, YearReference, type ReportScene } from '../reports/report.ts';
import { readBalances, readStatementCompany, type BooksOfDays, type StatedCompany } from '../reports/year-balances.ts';

const Detail = z
  .object({
    account: z.string().nullable().meta({ description: 'Null for a manual amount.' }),
    label: z.string().meta({ description: 'Name of the account, or the reason of a manual amount.' }),
    amount: decimalString,
    percent: decimalString.nullable().meta({ description: 'Part of the expense that is disallowed.' }),
  })
  .meta({ id: 'CorporateTaxDetail' });

const Line = z
  .object({
    code: z.string().meta({ description: '`disallowed_` is followed by the beginning of the account numbers.' }),
    label: z.string(),
    amount: decimalString.meta({ description: 'As it counts: deductions, used losses and prepayments are negative.' }),
    source: z.enum(LINE_SOURCES).meta({ description: 'Where the amount comes from.' }),
    details: z.array(Detail).meta({ description: 'What the amount consists of.' }),
  })
  .meta({ id: 'CorporateTaxLine' });

const Rate = z
  .object({
    label: z.string(),
    percent: decimalString,
    from: decimalString.meta({ description: 'Part of the base above this amount.' }),
    source: z.string(),
  })
  .meta({ id: 'CorporateTaxRate' });

const ProposedEntry = z
  .object({
    journal_id: recordId.nullable(),
    entry_date: plainDate,
    label: z.string(),
    lines: z.array(z.object({ account: z.string(), debit: decimalString, credit: decimalString })),
  })
  .meta({ id: 'CorporateTaxProposedEntry' });

export const CorporateTax = z
  .object({
    id: recordId.meta({ description: 'The id of the fiscal year.' }),
    fiscal_year: YearReference,
    country: z.string(),
    is_estimate: z.literal(true).meta({ description: 'Always true: this is not a return.' }),
    provisional: z.boolean().meta({ description: 'Whether the books of the year are not closed yet.' }),
    lines: z.array(Line),
    taxable: decimalString.meta({ description: 'Sum of the lines before the taxes; zero for a loss.' }),
    loss: decimalString.meta({ description: 'Loss of the year, which later years may use.' }),
    tax: decimalString.nullable().meta({ description: 'Null if the rates of the year are not known.' }),
    prepayments: decimalString.meta({ description: 'Paid in advance.' }),
    balance: decimalString.nullable().meta({ description: 'Tax less prepayments; negative: to be recovered.' }),
    rates: z.array(Rate),
    proposed_entry: ProposedEntry.nullable().meta({
      description: 'Entry of the provision, as `POST entries` takes it; null if nothing is left to book.',
    }),
    version: z.int().meta({ description: '0 while no line was set by hand.' }),
    lock_version: z.int(),
  })
  .meta({ id: 'CorporateTaxEstimate' });

/** Estimates the tax of the fiscal year that is the span of the scene. */
export async function readEstimate(scene: ReportScene): Promise<z.output<typeof CorporateTax> | Refusal> {
  const { db, companyId, span, years } = scene;
  const company = await readStatementCompany(scene);
  const untaxed = refuseUntaxed(company.row);
  if (isRefusal(untaxed)) return untaxed;
  const year = years.find(({ starts_on }) => starts_on === span.from)!;
  const [books, [said]] = await Promise.all([readBalances(scene, span), readTaxLinesByIds(db, companyId, [year.id])]);
  const rules = listDisallowed(company.pack.corporateTax, getOwnDisallowed(company.row.settings));
  const facts: TaxFacts = {
    startsOn: year.starts_on,
    balances: listBalances(books, company),
    disallowed: rules,
    manual: said?.lines ?? [],
    ...readTaxSettings(company.row.settings),
  };
  const estimate = estimateTax(company.pack.corporateTax, facts);
  const version = said?.version ?? 0;
  return {
    id: year.id,
    fiscal_year: presentYearReference(year),
    country: company.pack.code,
    is_estimate: true,
    provisional: books.isProvisional || year.closing === null,
    ...presentEstimate(estimate, rules, books, scene.language),
    proposed_entry: presentProvision(estimate, company, year, scene.language),
    version,
    lock_version: version,
  };
}

function listBalances({ onAccounts, typed }: BooksOfDays, { row, pack }: StatedCompany): readonly AccountBalance[] {
  const appropriated = getChartFor(pack, row.legal_form_code).closing.appropriation?.all ?? [];
  const ofResult = new Set(
    typed
      .filter(({ type }) => type === 'expense' || type === 'income')
      .map(({ number }) => number)
      .filter((number) => !appropriated.some((prefix) => number.startsWith(prefix))),
  );
  return [...onAccounts]
    .map(([number, balance]) => ({ number, balance, isOfResult: ofResult.has(number) }))
    .filter(({ balance }) => !isZero(balance))
    .sort((one, other) => (one.number < other.number ? -1 : 1));
}

const readTaxSettings = (
  settings: StatedCompany['row']['settings'],
): Pick<TaxFacts, 'isReduced' | 'municipalRate'> => ({
  isReduced: readSetting(settings, 'corporate_tax.reduced_rate') === true,
  municipalRate: readSetting(settings, 'corporate_tax.municipal_rate') as string,
});

function presentEstimate(
  { lines, taxable, loss, tax, prepayments, balance, rates }: Estimate,
  rules: readonly DisallowedExpense[],
  { labels }: BooksOfDays,
  language: Language,
) {
  return {
    lines: lines.map((line) => ({
      code: line.code,
      label: describeLine(line, rules, labels, language),
      amount: line.amount,
      source: line.source,
      details: line.details.map((detail) =>
        'account' in detail
          ? { ...detail, label: labels.get(detail.account) ?? detail.account }
          : { account: null, label: detail.reason, amount: detail.amount, percent: null },
      ),
    })),
    taxable,
    loss,
    tax,
    prepayments,
    balance,
    rates: rates.map((rate) => presentRate(rate, language)),
  };
}

function describeLine(
  { code, details }: EstimatedLine,
  rules: readonly DisallowedExpense[],
  labels: BooksOfDays['labels'],
  language: Language,
): string {
  const accounts = findDisallowedAccounts(code);
  if (accounts === null) return translate(`corporate_tax_${code}`, language);
  const { percent } = rules.find((rule) => rule.accounts === accounts)!;
  const [first] = details.flatMap((detail) => ('account' in detail ? [labels.get(detail.account)] : []));
  return translate('corporate_tax_disallowed', language, {
    label: first ?? accounts,
    percent: formatPercent(percent, language),
  });
}

/** `31`, or `6,75` in French. */
const formatPercent = (percent: string, language: Language): string =>
  percent.replace(/\.?0+$/, '').replace('.', DECIMAL_MARK[language]);

function presentRate({ tax, percent, above, source }: AppliedRate, language: Language): z.output<typeof Rate> {
  const name = translate(`corporate_tax_${tax}`, language);
  const label = isZero(above)
    ? name
    : translate('corporate_tax_rate_above', language, { tax: name, above: formatLocalAmount(above, language) });
  return { label, percent, from: above, source };
}

function presentProvision(
  { provision }: Estimate,
  { row }: StatedCompany,
  { code, ends_on }: { readonly code: string; readonly ends_on: string },
  language: Language,
): z.output<typeof ProposedEntry> | null {
  if (provision.length === 0) return null;
  const journal = row.settings['auto_entries.vat.journal_id'];
  return {
    journal_id: typeof journal === 'number' ? journal : null,
    entry_date: ends_on,
    label: translate('corporate_tax_provision', language, { year: code }),
    lines: [...provision],
  };
}
