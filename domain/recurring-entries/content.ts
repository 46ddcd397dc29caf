import { accounts } from '../accounts/account.ts';
import { analyticCodes } from '../analytics/code.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { decidePosting } from '../ledger/post-entry.ts';
import type { CreditedEntry } from '../ledger/invoice.ts';
import { multiply, sum, ZERO, type SignedAmount } from '../money.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { isRefusal, type Problem, type Refusal } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { isFactor, applyFactor } from './amounts.ts';
import { getPackCountry } from './progress.ts';
import { issueDocument } from './document.ts';
import { createPlaceholderIds, withoutLocks, type OccurrenceIds } from './occurrence.ts';
import type { Formula, RecurringKind, Template, TemplateLine } from './recurring-events.ts';
import { generateDates, isDayBased } from './schedule.ts';
import type { RecurringEntryState } from './state.ts';
import { buildTemplateCommand, isLedgerTemplate, type TemplateFacts } from './template.ts';

/** Validation of a template: everything that posting requires, and valid dates. */

export type RecurringContent = Pick<
  RecurringEntryState,
  'kind' | 'label' | 'template' | 'schedule' | 'mode' | 'reverses_next_period' | 'is_active'
>;

export function checkRecurringContent(
  content: RecurringContent,
  credited: CreditedEntry | null,
  file: CompanyFile,
): readonly Problem[] {
  return [
    ...checkSchedule(content, file),
    ...checkKind(content),
    ...content.template.lines.flatMap((line, index) => checkLine(content, line, `template.lines.${index}.`, file)),
    ...checkReversal(content),
    ...checkPosting(content, credited, file),
  ];
}

function checkSchedule({ schedule }: RecurringContent, file: CompanyFile): readonly Problem[] {
  const { unit, starts_on, until, month_end } = schedule;
  const problems: Problem[] = [];
  const reportProblem = (code: string, name: string): void => void problems.push({ code, field: `schedule.${name}` });
  // Dates before the first fiscal year could never be posted.
  if (file.fiscalYears.every((year) => year.starts_on > starts_on))
    reportProblem('date_outside_fiscal_years', 'starts_on');
  if (month_end && isDayBased(unit)) reportProblem('schedule_month_end_of_days', 'month_end');
  if (until !== null && until < starts_on) reportProblem('schedule_ends_before_start', 'until');
  else if (generateDates(schedule, getPackCountry(file)).next().done) reportProblem('schedule_without_dates', 'until');
  return problems;
}

const OF_INVOICES = ['vat_amounts', 'credited_entry_id'] as const;
const OF_DOCUMENTS = [
  ...(['number_series_id', 'payment_days', 'discount', 'payment_terms_text', 'notes'] as const),
  ...(['delivery_address', 'order_reference', 'nature', 'language'] as const),
] as const;
/** Fields of a template that a kind does not have. */
const FOREIGN = {
  free: ['third_party_id', 'strict', ...OF_INVOICES, ...OF_DOCUMENTS],
  invoice: ['credited_entry_id', ...OF_DOCUMENTS],
  credit_note: OF_DOCUMENTS,
  document: [...OF_INVOICES, 'label', 'reference'],
} as const satisfies Readonly<Record<RecurringKind, readonly (keyof Template)[]>>;

const FREE_ONLY = [
  ...(['debit', 'credit', 'third_party_id'] as const),
  ...(['currency', 'currency_amount', 'exchange_rate'] as const),
] as const;
const DOCUMENT_ONLY = ['description', 'quantity', 'unit_price', 'unit', 'discount_percent', 'amount_net'] as const;
const FOREIGN_TO_LINES = {
  free: ['amount', ...DOCUMENT_ONLY],
  invoice: [...FREE_ONLY, ...DOCUMENT_ONLY],
  credit_note: [...FREE_ONLY, ...DOCUMENT_ONLY],
  document: [...FREE_ONLY, 'amount', 'label', 'tax_base', 'formula'],
} as const satisfies Readonly<Record<RecurringKind, readonly (keyof TemplateLine)[]>>;

/** A template has exactly the fields of the request body for its kind. */
function checkKind({ kind, template }: RecurringContent): readonly Problem[] {
  const toProblem = (field: string): Problem => ({ code: 'recurring_field_of_other_kind', field: `template.${field}` });
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
  return [
    ...FOREIGN[kind].filter((name) => isGiven(template[name])).map(toProblem),
    ...template.lines.flatMap((line, index) =>
      FOREIGN_TO_LINES[kind].filter((name) => isGiven(line[name])).map((name) => toProblem(`lines.${index}.${name}`)),
    ),
    ...(kind === 'free' || template.third_party_id !== undefined
      ? []
      : [{ code: 'required', field: 'template.third_party_id' }]),
  ];
}

function checkLine(
  { kind }: RecurringContent,
  { debit, credit, amount, indexation, formula, description, currency }: TemplateLine,
  at: string,
  file: CompanyFile,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (kind === 'document') return description ? [] : [{ code: 'required', field: `${at}description` }];
  const given =
    kind === 'free' ? [debit, credit].some((side) => side !== undefined && side !== ZERO) : amount !== undefined;
  if (formula && (given || indexation || currency !== undefined))
    problems.push({ code: 'recurring_amount_twice', field: `${at}formula` });
  if (kind !== 'free' && !formula && !given) problems.push({ code: 'required', field: `${at}amount` });
  if (!formula) return problems;
  if (!isFactor(formula.factor)) problems.push({ code: 'formula_factor_invalid', field: `${at}formula.factor` });
  const numbers = [...getRecords(file.records, accounts).byId.values()].map(({ data }) => data.number);
  for (const [index, beginning] of formula.accounts.entries())
    if (!numbers.some((number) => number.startsWith(beginning)))
      problems.push({ code: 'account_unknown', field: `${at}formula.accounts.${index}` });
  return problems;
}

/** Only estimates can be reversed automatically. An entry with VAT is a document, which needs a credit note. */
function checkReversal({ kind, template, reverses_next_period }: RecurringContent): readonly Problem[] {
  if (!reverses_next_period) return [];
  const hasVat = template.lines.some(({ vat_code, vat_code_id }) => vat_code !== null || vat_code_id !== null);
  return kind === 'free' && !hasVat ? [] : [{ code: 'recurring_reversal_of_document', field: 'reverses_next_period' }];
}

/** The problems that posting on the first date would report. */
function checkPosting(
  content: RecurringContent,
  credited: CreditedEntry | null,
  file: CompanyFile,
): readonly Problem[] {
  const { template } = content;
  const { credited_entry_id } = template;
  // Already reported.
  if (content.kind !== 'free' && template.third_party_id === undefined) return [];
  const ids = createPlaceholderIds(content);
  const known = new Map(credited_entry_id !== undefined && credited ? [[credited_entry_id, credited]] : []);
  const facts = { computeFormula: createPlaceholderBalances(template), credited: known };
  const decision = decideFirstPosting(content, ids, facts, file);
  if (!isRefusal(decision)) return [];
  return decision.problems.map(({ field, ...problem }) => ({
    ...problem,
    field: field === undefined ? 'template' : `template.${field}`,
  }));
}

function decideFirstPosting(
  content: RecurringContent,
  ids: OccurrenceIds,
  facts: TemplateFacts,
  file: CompanyFile,
): Refusal | readonly unknown[] {
  const { template, schedule } = content;
  if (!isLedgerTemplate(content)) {
    // Mentions that are missing now may be there when it is issued.
    const issued = issueDocument({ ...template, strict: false }, schedule.starts_on, ids, [], withoutLocks(file));
    return isRefusal(issued) ? issued : issued.events;
  }
  const command = buildTemplateCommand(content, schedule.starts_on, ids, facts, file);
  return isRefusal(command) ? command : decidePosting(command, withoutLocks(file));
}

/** Placeholder balances: an entry that balances with these amounts balances with any others. */
function createPlaceholderBalances({ lines }: Template): (formula: Formula) => SignedAmount {
  const beginnings = [...new Set(lines.flatMap(({ formula }) => formula?.accounts ?? []))];
  const getPlaceholder = (beginning: string) => multiply('1200.00', String(beginnings.indexOf(beginning) + 1));
  return ({ accounts: named, factor }) =>
    isFactor(factor) ? applyFactor(sum(named.map(getPlaceholder)), factor) : ZERO;
}

/** Completes accounts and codes with both name and id, for storage. The content is already validated. */
export function completeTemplate(template: Template, file: CompanyFile): Template {
  const { vat_amounts, lines, ...rest } = template;
  return {
    ...rest,
    lines: lines.map((line) => ({
      ...line,
      ...completeAccount(line, file),
      ...completeVatCode(line, file),
      ...(line.analytics && {
        analytics: line.analytics.map((one) => ({ ...one, ...completeAnalyticCode(one, file) })),
      }),
    })),
    ...(vat_amounts && { vat_amounts: vat_amounts.map((tax) => ({ ...tax, ...completeVatCode(tax, file) })) }),
  };
}

function completeAccount(
  { account, account_id }: Pick<TemplateLine, 'account' | 'account_id'>,
  { records }: CompanyFile,
) {
  const id = account_id ?? (account === null ? undefined : findIdByKey(records, accounts, 'number', account)) ?? null;
  return {
    account: id === null ? null : (getRecords(records, accounts).byId.get(id)?.data.number ?? null),
    account_id: id,
  };
}

function completeAnalyticCode(
  { code, code_id }: NonNullable<TemplateLine['analytics']>[number],
  { records }: CompanyFile,
) {
  const id = code_id ?? (code === null ? undefined : findIdByKey(records, analyticCodes, 'code', code)) ?? null;
  return {
    code: id === null ? null : (getRecords(records, analyticCodes).byId.get(id)?.data.code ?? null),
    code_id: id,
  };
}

function completeVatCode(
  { vat_code, vat_code_id }: Pick<TemplateLine, 'vat_code' | 'vat_code_id'>,
  { records }: CompanyFile,
) {
  const id = vat_code_id ?? (vat_code === null ? undefined : findIdByKey(records, vatCodes, 'code', vat_code)) ?? null;
  return {
    vat_code: id === null ? null : (getRecords(records, vatCodes).byId.get(id)?.data.code ?? null),
    vat_code_id: id,
  };
}
