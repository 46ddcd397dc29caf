import type { RequestedShare } from '../analytics/allocation.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { quarterOf, type PlainDate } from '../dates.ts';
import type { PostOne } from '../ledger/post-entry.ts';
import type { RequestedLine } from '../ledger/entry.ts';
import { lineIdsFor, type CreditedEntry } from '../ledger/invoice.ts';
import type { InvoiceLine } from '../ledger/invoice-lines.ts';
import { isZero, ZERO, type SignedAmount } from '../money.ts';
import { recordsOf } from '../records/state.ts';
import { invalid, isRefusal, type Refusal } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { balanced, indexed, isComputedLine, sidesOf, type Sides } from './amounts.ts';
import type { Formula, Template, TemplateLine } from './recurring-events.ts';
import type { RecurringEntryState } from './state.ts';

/** A template on one of its dates: the command by which the ledger posts it. */

export type Templated = Pick<RecurringEntryState, 'kind' | 'template'>;

export interface EntryIds {
  readonly entryId: number;
  /** `lineIdsOf` of them. */
  readonly lineIds: readonly number[];
}

export const lineIdsOf = ({ kind, template }: Templated): number =>
  kind === 'free' ? template.lines.length : lineIdsFor(template.lines.length);

export interface TemplateFacts {
  /** What a formula comes to on the day; null when that is not known. */
  readonly computed: (formula: Formula, date: PlainDate) => SignedAmount | null;
  /** Invoices that credit notes credit, by their id. */
  readonly credited: ReadonlyMap<number, CreditedEntry>;
}

export function entryOn(
  { kind, template }: Templated,
  date: PlainDate,
  { entryId, lineIds }: EntryIds,
  { computed, credited }: TemplateFacts,
  file: CompanyFile,
): PostOne | Refusal {
  const amounts = template.lines.map((line, index) => computedAmount(line, index, date, computed));
  const refused = amounts.find(isRefusal);
  if (refused) return refused;
  const known = amounts as readonly (SignedAmount | null)[];
  const head = {
    entryId,
    lineIds,
    journal_id: template.journal_id,
    entry_date: date,
    due_date: null,
    label: filledIn(template.label, date),
    reference: filledIn(template.reference, date),
  };
  if (kind === 'free') {
    const lines = freeLines(template, known, date, file);
    return lines.length === 0
      ? invalid([{ code: 'recurring_amount_zero', field: 'lines' }])
      : { type: 'PostEntry', ...head, lines };
  }
  const { third_party_id, vat_amounts = [], strict = false, credited_entry_id = null } = template;
  return {
    type: 'PostInvoice',
    kind,
    ...head,
    third_party_id: standsFor(third_party_id ?? 0, file),
    lines: template.lines.map((line, index) => invoiceLine(line, known[index] ?? null, date)),
    vat_amounts,
    credited_entry_id,
    credited: credited_entry_id === null ? null : (credited.get(credited_entry_id) ?? null),
    strict,
  };
}

/** By its formula; null: the line says it itself. */
function computedAmount(
  { formula }: TemplateLine,
  index: number,
  date: PlainDate,
  computed: TemplateFacts['computed'],
): SignedAmount | null | Refusal {
  if (!formula) return null;
  return computed(formula, date) ?? invalid([{ code: 'formula_without_year', field: `lines.${index}.formula` }]);
}

/** A line that comes to nothing on this day is left out. */
function freeLines(
  { lines }: Template,
  computed: readonly (SignedAmount | null)[],
  date: PlainDate,
  file: CompanyFile,
): readonly RequestedLine[] {
  const sides = lines.map((line, index): Sides => {
    const amount = computed[index] ?? null;
    if (amount !== null) return sidesOf(amount);
    const { debit = ZERO, credit = ZERO, indexation } = line;
    return indexation
      ? { debit: indexed(debit, indexation, date), credit: indexed(credit, indexation, date) }
      : { debit, credit };
  });
  const even = balanced(sides, (index) => isComputedLine(lines[index]!));
  return lines.flatMap((line, index): readonly RequestedLine[] => {
    const { debit, credit } = even[index]!;
    if (line.formula && isZero(debit) && isZero(credit)) return [];
    return [
      {
        ...named(line),
        debit,
        credit,
        label: filledIn(line.label, date),
        third_party_id: line.third_party_id === undefined ? null : standsFor(line.third_party_id, file),
        tax_base: line.tax_base ?? null,
        ...sharesOf(line),
      },
    ];
  });
}

function invoiceLine(line: TemplateLine, computed: SignedAmount | null, date: PlainDate): InvoiceLine {
  const given = line.amount ?? ZERO;
  const amount = computed ?? (line.indexation ? indexed(given, line.indexation, date) : given);
  const label = filledIn(line.label, date);
  return { ...named(line), amount, tax_base: line.tax_base ?? null, label, ...sharesOf(line) };
}

/** Absent, so that the defaults of the day count. */
const sharesOf = ({ analytics }: TemplateLine): { readonly analytics?: readonly RequestedShare[] } =>
  analytics === undefined
    ? {}
    : { analytics: analytics.map(({ code, code_id, share = null }) => ({ code, code_id, share, amount: null })) };

/** What a template names keeps its name as long as it does. */
const named = ({ account, account_id, vat_code, vat_code_id }: TemplateLine) => ({
  account,
  account_id,
  vat_code,
  vat_code_id,
});

/** The third party itself, or the one that it was merged into since. */
export function standsFor(id: number, { records }: Pick<CompanyFile, 'records'>): number {
  const into = recordsOf(records, thirdParties).byId.get(id)?.data.merged_into_id;
  return typeof into === 'number' ? standsFor(into, { records }) : id;
}

/** Words of a label may name the date: `{date}`, `{month}`, `{quarter}`, `{year}`. */
export function filledIn(text: string | null, date: PlainDate): string | null {
  return (
    text
      ?.replaceAll('{date}', date)
      .replaceAll('{month}', date.slice(0, 7))
      .replaceAll('{quarter}', quarterOf(date))
      .replaceAll('{year}', date.slice(0, 4)) ?? null
  );
}
