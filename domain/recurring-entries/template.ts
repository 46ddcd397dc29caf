import type { RequestedShare } from '../analytics/allocation.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { RequestedCurrency } from '../ledger/line-currency.ts';
import type { PostOne } from '../ledger/post-entry.ts';
import type { RequestedLine } from '../ledger/entry.ts';
import { countInvoiceLineIds, type CreditedEntry } from '../ledger/invoice.ts';
import type { InvoiceLine } from '../ledger/invoice-lines.ts';
import { isZero, ZERO, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { balanceSides, applyIndexation, isComputedLine, toSides, type Sides } from './amounts.ts';
import type { Formula, RecurringKind, Template, TemplateLine } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';
import { fillDatePlaceholders } from './date-placeholders.ts';

/** Builds the ledger command for a template on one of its dates. Documents are made in `document.ts`. */

export type Templated = Pick<RecurringEntryState, 'kind' | 'template'>;

/** A template of an entry that is posted without a document. */
export type LedgerTemplate = Templated & { readonly kind: Exclude<RecurringKind, 'document'> };

export const isLedgerTemplate = <One extends Templated>(recurring: One): recurring is One & LedgerTemplate =>
  recurring.kind !== 'document';

export type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

export interface EntryIds {
  readonly entryId: number;
  /** As many as `countTemplateLineIds` returns. */
  readonly lineIds: readonly number[];
}

export const countTemplateLineIds = ({ kind, template }: Templated): number =>
  kind === 'free' ? template.lines.length : countInvoiceLineIds(template.lines.length);

export interface TemplateFacts {
  /** The amount of a formula on the date. Null if unknown. */
  readonly computeFormula: (formula: Formula, date: PlainDate) => SignedAmount | null;
  /** Invoices that credit notes refer to, by id. */
  readonly credited: ReadonlyMap<number, CreditedEntry>;
}

export function buildTemplateCommand(
  { kind, template }: LedgerTemplate,
  date: PlainDate,
  { entryId, lineIds }: EntryIds,
  { computeFormula, credited }: TemplateFacts,
  file: CompanyFile,
): PostOne | Refusal {
  const amounts = template.lines.map((line, index) => computeLineAmount(line, index, date, computeFormula));
  const refused = amounts.find(isRefusal);
  if (refused) return refused;
  const known = amounts as readonly (SignedAmount | null)[];
  const head = {
    entryId,
    lineIds,
    journal_id: template.journal_id,
    entry_date: date,
    due_date: null,
    label: fillDatePlaceholders(template.label, date),
    reference: fillDatePlaceholders(template.reference, date),
  };
  if (kind === 'free') {
    const lines = buildFreeLines(template, known, date, file);
    return lines.length === 0
      ? refuseInvalid([{ code: 'recurring_amount_zero', field: 'lines' }])
      : { type: 'PostEntry', ...head, lines };
  }
  const { third_party_id, vat_amounts = [], strict = false, credited_entry_id = null } = template;
  return {
    type: 'PostInvoice',
    kind,
    ...head,
    third_party_id: resolveMergedParty(third_party_id ?? 0, file),
    lines: template.lines.map((line, index) => buildInvoiceLine(line, known[index] ?? null, date)),
    vat_amounts,
    credited_entry_id,
    credited: credited_entry_id === null ? null : (credited.get(credited_entry_id) ?? null),
    strict,
  };
}

/** The amount by formula. Null if the line states its own amount. */
function computeLineAmount(
  { formula }: TemplateLine,
  index: number,
  date: PlainDate,
  computed: TemplateFacts['computeFormula'],
): SignedAmount | null | Refusal {
  if (!formula) return null;
  return computed(formula, date) ?? refuseInvalid([{ code: 'formula_without_year', field: `lines.${index}.formula` }]);
}

/** Lines with a zero amount on this date are left out. */
function buildFreeLines(
  { lines }: Template,
  computed: readonly (SignedAmount | null)[],
  date: PlainDate,
  file: CompanyFile,
): readonly RequestedLine[] {
  const sides = lines.map((line, index): Sides => {
    const amount = computed[index] ?? null;
    if (amount !== null) return toSides(amount);
    const { debit = ZERO, credit = ZERO, indexation } = line;
    return indexation
      ? { debit: applyIndexation(debit, indexation, date), credit: applyIndexation(credit, indexation, date) }
      : { debit, credit };
  });
  const even = balanceSides(sides, (index) => isComputedLine(lines[index]!));
  return lines.flatMap((line, index): readonly RequestedLine[] => {
    const { debit, credit } = even[index]!;
    if (line.formula && isZero(debit) && isZero(credit)) return [];
    return [
      {
        ...pickNames(line),
        debit,
        credit,
        label: fillDatePlaceholders(line.label, date),
        third_party_id: line.third_party_id === undefined ? null : resolveMergedParty(line.third_party_id, file),
        tax_base: line.tax_base ?? null,
        ...toRequestedCurrency(line, date),
        ...toRequestedShares(line),
      },
    ];
  });
}

/** Indexation raises both amounts, so that their rate may change by a trifle. */
function toRequestedCurrency(
  { currency, currency_amount, exchange_rate, indexation }: TemplateLine,
  date: PlainDate,
): RequestedCurrency {
  if (!indexation || currency_amount === undefined)
    return {
      ...(currency !== undefined && { currency }),
      ...(currency_amount !== undefined && { currency_amount }),
      ...(exchange_rate !== undefined && { exchange_rate }),
    };
  const raised = applyIndexation(currency_amount, indexation, date);
  return { ...(currency !== undefined && { currency }), currency_amount: raised };
}

function buildInvoiceLine(line: TemplateLine, computed: SignedAmount | null, date: PlainDate): InvoiceLine {
  const given = line.amount ?? ZERO;
  const amount = computed ?? (line.indexation ? applyIndexation(given, line.indexation, date) : given);
  const label = fillDatePlaceholders(line.label, date);
  return { ...pickNames(line), amount, tax_base: line.tax_base ?? null, label, ...toRequestedShares(line) };
}

/** Absent if the template has none, so that the defaults of the date apply. */
export const toRequestedShares = ({ analytics }: TemplateLine): { readonly analytics?: readonly RequestedShare[] } =>
  analytics === undefined
    ? {}
    : { analytics: analytics.map(({ code, code_id, share = null }) => ({ code, code_id, share, amount: null })) };

/** Both name and id. They always agree, because a record that a template refers to cannot be renamed. */
const pickNames = ({ account, account_id, vat_code, vat_code_id }: TemplateLine) => ({
  account,
  account_id,
  vat_code,
  vat_code_id,
});

/** The third party, or the one it was merged into since. */
export function resolveMergedParty(id: number, { records }: Pick<CompanyFile, 'records'>): number {
  const into = getRecords(records, thirdParties).byId.get(id)?.data.merged_into_id;
  return typeof into === 'number' ? resolveMergedParty(into, { records }) : id;
}
