import { accounts } from '../accounts/account.ts';
import { analyticCodes } from '../analytics/code.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { decidePosting } from '../ledger/post-entry.ts';
import type { CreditedEntry } from '../ledger/invoice.ts';
import { multiply, sum, ZERO, type SignedAmount } from '../money.ts';
import { idByKey, recordsOf } from '../records/state.ts';
import { isRefusal, type Problem } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { isFactor, partOf } from './amounts.ts';
import { countryOf } from './progress.ts';
import { withoutLocks } from './occurrence.ts';
import type { Formula, Template, TemplateLine } from './recurring-events.ts';
import { datesOf, isOfDays } from './schedule.ts';
import type { RecurringEntryState } from './state.ts';
import { entryOn, lineIdsOf } from './template.ts';

/** What a template must be: everything that posting it would ask for, and dates on which it is posted. */

export type RecurringContent = Pick<
  RecurringEntryState,
  'kind' | 'label' | 'template' | 'schedule' | 'mode' | 'reverses_next_period' | 'is_active'
>;

export function contentProblems(
  content: RecurringContent,
  credited: CreditedEntry | null,
  file: CompanyFile,
): readonly Problem[] {
  return [
    ...scheduleProblems(content, file),
    ...kindProblems(content),
    ...content.template.lines.flatMap((line, index) => lineProblems(content, line, `template.lines.${index}.`, file)),
    ...reversalProblems(content),
    ...postingProblems(content, credited, file),
  ];
}

function scheduleProblems({ schedule }: RecurringContent, file: CompanyFile): readonly Problem[] {
  const { unit, starts_on, until, month_end } = schedule;
  const problems: Problem[] = [];
  const at = (code: string, name: string): void => void problems.push({ code, field: `schedule.${name}` });
  // What lies before the books would be held for ever.
  if (file.fiscalYears.every((year) => year.starts_on > starts_on)) at('date_outside_fiscal_years', 'starts_on');
  if (month_end && isOfDays(unit)) at('schedule_month_end_of_days', 'month_end');
  if (until !== null && until < starts_on) at('schedule_ends_before_start', 'until');
  else if (datesOf(schedule, countryOf(file)).next().done) at('schedule_without_dates', 'until');
  return problems;
}

const OF_DOCUMENTS = ['third_party_id', 'vat_amounts', 'strict', 'credited_entry_id'] as const;
const LINE_FIELDS = { free: ['debit', 'credit', 'third_party_id'], document: ['amount'] } as const;

/** A template has what the body of its route has, and nothing else. */
function kindProblems({ kind, template }: RecurringContent): readonly Problem[] {
  const isFree = kind === 'free';
  const foreign = isFree ? OF_DOCUMENTS : kind === 'invoice' ? (['credited_entry_id'] as const) : [];
  const foreignToLines = isFree ? LINE_FIELDS.document : LINE_FIELDS.free;
  const at = (field: string): Problem => ({ code: 'recurring_field_of_other_kind', field: `template.${field}` });
  return [
    ...foreign.filter((name) => template[name] !== undefined).map(at),
    ...template.lines.flatMap((line, index) =>
      foreignToLines.filter((name) => line[name] !== undefined).map((name) => at(`lines.${index}.${name}`)),
    ),
    ...(isFree || template.third_party_id !== undefined
      ? []
      : [{ code: 'required', field: 'template.third_party_id' }]),
  ];
}

function lineProblems(
  { kind }: RecurringContent,
  { debit, credit, amount, indexation, formula }: TemplateLine,
  at: string,
  file: CompanyFile,
): readonly Problem[] {
  const problems: Problem[] = [];
  const given =
    kind === 'free' ? [debit, credit].some((side) => side !== undefined && side !== ZERO) : amount !== undefined;
  if (formula && (given || indexation)) problems.push({ code: 'recurring_amount_twice', field: `${at}formula` });
  if (kind !== 'free' && !formula && !given) problems.push({ code: 'required', field: `${at}amount` });
  if (!formula) return problems;
  if (!isFactor(formula.factor)) problems.push({ code: 'formula_factor_invalid', field: `${at}formula.factor` });
  const numbers = [...recordsOf(file.records, accounts).byId.values()].map(({ data }) => data.number);
  for (const [index, beginning] of formula.accounts.entries())
    if (!numbers.some((number) => number.startsWith(beginning)))
      problems.push({ code: 'account_unknown', field: `${at}formula.accounts.${index}` });
  return problems;
}

/** An accrual is an estimate: what has VAT is a document, and is taken back by a credit note. */
function reversalProblems({ kind, template, reverses_next_period }: RecurringContent): readonly Problem[] {
  if (!reverses_next_period) return [];
  const hasVat = template.lines.some(({ vat_code, vat_code_id }) => vat_code !== null || vat_code_id !== null);
  return kind === 'free' && !hasVat ? [] : [{ code: 'recurring_reversal_of_document', field: 'reverses_next_period' }];
}

/** As the route of its kind would refuse it, on its first day. */
function postingProblems(
  content: RecurringContent,
  credited: CreditedEntry | null,
  file: CompanyFile,
): readonly Problem[] {
  const { template, schedule } = content;
  const { credited_entry_id } = template;
  // Said already.
  if (content.kind !== 'free' && template.third_party_id === undefined) return [];
  const known = new Map(credited_entry_id !== undefined && credited ? [[credited_entry_id, credited]] : []);
  const ids = { entryId: 1, lineIds: new Array<number>(lineIdsOf(content)).fill(1) };
  const facts = { computed: standIn(template), credited: known };
  const command = entryOn(content, schedule.starts_on, ids, facts, file);
  const decision = isRefusal(command) ? command : decidePosting(command, withoutLocks(file));
  if (!isRefusal(decision)) return [];
  return decision.problems.map(({ field, ...problem }) => ({
    ...problem,
    field: field === undefined ? 'template' : `template.${field}`,
  }));
}

/** No account has come to anything yet: what is balanced with these amounts is so with all others. */
function standIn({ lines }: Template): (formula: Formula) => SignedAmount {
  const beginnings = [...new Set(lines.flatMap(({ formula }) => formula?.accounts ?? []))];
  const stands = (beginning: string) => multiply('1200.00', String(beginnings.indexOf(beginning) + 1));
  return ({ accounts: named, factor }) => (isFactor(factor) ? partOf(sum(named.map(stands)), factor) : ZERO);
}

/** Accounts and codes by both their name and their id, as they are kept. The content has been checked. */
export function completed(template: Template, file: CompanyFile): Template {
  const { vat_amounts, lines, ...rest } = template;
  return {
    ...rest,
    lines: lines.map((line) => ({
      ...line,
      ...namedAccount(line, file),
      ...namedVatCode(line, file),
      ...(line.analytics && { analytics: line.analytics.map((one) => ({ ...one, ...namedCode(one, file) })) }),
    })),
    ...(vat_amounts && { vat_amounts: vat_amounts.map((tax) => ({ ...tax, ...namedVatCode(tax, file) })) }),
  };
}

function namedAccount({ account, account_id }: Pick<TemplateLine, 'account' | 'account_id'>, { records }: CompanyFile) {
  const id = account_id ?? (account === null ? undefined : idByKey(records, accounts, 'number', account)) ?? null;
  return {
    account: id === null ? null : (recordsOf(records, accounts).byId.get(id)?.data.number ?? null),
    account_id: id,
  };
}

function namedCode({ code, code_id }: NonNullable<TemplateLine['analytics']>[number], { records }: CompanyFile) {
  const id = code_id ?? (code === null ? undefined : idByKey(records, analyticCodes, 'code', code)) ?? null;
  return {
    code: id === null ? null : (recordsOf(records, analyticCodes).byId.get(id)?.data.code ?? null),
    code_id: id,
  };
}

function namedVatCode(
  { vat_code, vat_code_id }: Pick<TemplateLine, 'vat_code' | 'vat_code_id'>,
  { records }: CompanyFile,
) {
  const id = vat_code_id ?? (vat_code === null ? undefined : idByKey(records, vatCodes, 'code', vat_code)) ?? null;
  return {
    vat_code: id === null ? null : (recordsOf(records, vatCodes).byId.get(id)?.data.code ?? null),
    vat_code_id: id,
  };
}
