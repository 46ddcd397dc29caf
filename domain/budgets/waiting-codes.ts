import { distributeShares, type Allotted } from '../analytics/allocation.ts';
import { analyticCodes } from '../analytics/code.ts';
import { withAnalytics } from '../analytics/line-defaults.ts';
import type { KeptShare } from '../analytics/shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findRoutedJournal, type RoutableDocument } from '../documents/booking.ts';
import type { DocumentLine } from '../documents/document-events.ts';
import type { PlainDate } from '../dates.ts';
import { journals } from '../journals/journal.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { convertToBase } from '../currency/rates.ts';
import { absolute, isNegative, negate, ZERO, type SignedAmount } from '../money.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import type { CodedSum } from './actuals.ts';

/** Analytic codes that waiting documents will get when they are booked. */

export interface WaitingDocument extends RoutableDocument {
  readonly document_date: PlainDate;
  readonly exchange_rate: string | null;
  /** Index of its period, from 0. */
  readonly period: number;
  /** With the number and type of their accounts. */
  readonly lines: readonly (DocumentLine & Pick<CodedSum, 'number' | 'type'>)[];
}

/**
 * Codes on the lines take precedence on their axis; on every other axis the defaults of the third party, the account and
 * the journal apply. `defaults` false: only the lines count, as for a past moment whose defaults are unknown.
 */
export function computeWaitingCodes(
  document: WaitingDocument,
  { defaults }: { readonly defaults: boolean },
  file: CompanyFile,
): readonly CodedSum[] {
  const { direction, is_credit_note, third_party_id, document_date: entry_date, exchange_rate, period } = document;
  const routed = defaults ? findRoutedJournal(document, file) : null;
  const journal = routed ? findLiveRecord(file.records, journals, routed.id) : undefined;
  const isDebit = (direction === 'purchase') !== is_credit_note;
  return document.lines.flatMap(({ account_id, amount_net, analytics, number, type }) => {
    const net = exchange_rate === null ? amount_net : convertToBase(amount_net, exchange_rate);
    const line: EntryLine = {
      id: 0,
      account_id,
      debit: absolute(net),
      credit: ZERO,
      label: null,
      third_party_id: null,
      ...(analytics && { analytics: distributeShares(toAllotted(analytics, file), absolute(net)) }),
    };
    const [told] = defaults ? withAnalytics([line], { journal, third_party_id, entry_date }, file) : [line];
    const toBalanceSign = (amount: SignedAmount) => (isDebit === isNegative(net) ? negate(amount) : amount);
    return (told!.analytics ?? []).map(({ code_id: analytic_code_id, amount }) => ({
      number,
      type,
      period,
      analytic_code_id,
      balance: toBalanceSign(amount),
    }));
  });
}

function toAllotted(kept: readonly KeptShare[], { records }: Pick<CompanyFile, 'records'>): readonly Allotted[] {
  const known = getRecords(records, analyticCodes).byId;
  return kept.flatMap(({ code_id, share, amount }): readonly Allotted[] => {
    const data = known.get(code_id)?.data;
    if (!data) return [];
    const { code, axis } = data;
    return [
      {
        code_id,
        code,
        axis,
        ...(share !== undefined && { share }),
        ...(share === undefined && amount !== undefined && { weight: amount }),
      },
    ];
  });
}
