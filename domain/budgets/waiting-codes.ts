import { sharedOut, type Allotted } from '../analytics/allocation.ts';
import { analyticCodes } from '../analytics/code.ts';
import { withAnalytics } from '../analytics/line-defaults.ts';
import type { KeptShare } from '../analytics/shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { routedJournal, type RoutableDocument } from '../documents/booking.ts';
import type { DocumentLine } from '../documents/document-events.ts';
import type { PlainDate } from '../dates.ts';
import { journals } from '../journals/journal.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { absolute, isNegative, multiply, negate, round, ZERO, type SignedAmount } from '../money.ts';
import { living, recordsOf } from '../records/state.ts';
import type { CodedSum } from './actuals.ts';

/** The analytic codes that documents which wait will be told by, as when they are booked. */

export interface WaitingDocument extends RoutableDocument {
  readonly document_date: PlainDate;
  readonly exchange_rate: string | null;
  /** Place of its period, from 0. */
  readonly period: number;
  /** With the number and the type of their accounts. */
  readonly lines: readonly (DocumentLine & Pick<CodedSum, 'number' | 'type'>)[];
}

/**
 * What the lines say counts for its axis; of every other axis the third party, the account and the journal that the document goes to have
 * their say. `defaults` false: the lines alone, as of a moment whose defaults nobody remembers.
 */
export function codesOfWaiting(
  document: WaitingDocument,
  { defaults }: { readonly defaults: boolean },
  file: CompanyFile,
): readonly CodedSum[] {
  const { direction, is_credit_note, third_party_id, document_date: entry_date, exchange_rate, period } = document;
  const routed = defaults ? routedJournal(document, file) : null;
  const journal = routed ? living(file.records, journals, routed.id) : undefined;
  const isDebit = (direction === 'purchase') !== is_credit_note;
  return document.lines.flatMap(({ account_id, amount_net, analytics, number, type }) => {
    const net = exchange_rate === null ? amount_net : round(multiply(amount_net, exchange_rate));
    const line: EntryLine = {
      ...{ id: 0, account_id, debit: absolute(net), credit: ZERO, label: null, third_party_id: null },
      ...(analytics && { analytics: sharedOut(allottedOf(analytics, file), absolute(net)) }),
    };
    const [told] = defaults ? withAnalytics([line], { journal, third_party_id, entry_date }, file) : [line];
    const inSense = (amount: SignedAmount) => (isDebit === isNegative(net) ? negate(amount) : amount);
    return (told!.analytics ?? []).map(({ code_id: analytic_code_id, amount }) => ({
      ...{ number, type, period, analytic_code_id, balance: inSense(amount) },
    }));
  });
}

function allottedOf(kept: readonly KeptShare[], { records }: Pick<CompanyFile, 'records'>): readonly Allotted[] {
  const known = recordsOf(records, analyticCodes).byId;
  return kept.flatMap(({ code_id, share, amount }): readonly Allotted[] => {
    const data = known.get(code_id)?.data;
    if (!data) return [];
    const { code, axis } = data;
    return [
      {
        ...{ code_id, code, axis },
        ...(share !== undefined && { share }),
        ...(share === undefined && amount !== undefined && { weight: amount }),
      },
    ];
  });
}
