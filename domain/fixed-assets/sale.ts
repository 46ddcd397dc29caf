import type { CompanyFile } from '../company-file-state.ts';
import { journals } from '../journals/journal.ts';
import type { PlainDate } from '../dates.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { decideInvoice, lineIdsFor } from '../ledger/invoice.ts';
import { isNegative, isZero, type Amount, type Percentage, type SignedAmount } from '../money.ts';
import { recordsOf } from '../records/state.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../refusal.ts';
import { accountNumbered, categoryOf } from './accounts.ts';
import type { DisposalKind } from './asset-events.ts';
import { nameOf } from './depreciation.ts';
import type { AssetState } from './asset-state.ts';
import { askedFor } from './change-sentences.ts';

/** What an asset is given away for, and the invoice of a sale. */

/**
 * The end of an asset, or of a share of it: it is depreciated up to the day before, what was paid and what was depreciated leave the
 * books, and the gain or loss is shown as the country wants it. What is sold to somebody known by name is an invoice of its own.
 */
export interface DisposeFixedAsset {
  readonly type: 'DisposeFixedAsset';
  readonly id: number;
  readonly disposed_on: PlainDate;
  readonly kind: DisposalKind;
  /** Per cent. */
  readonly share: Percentage;
  /** Without VAT; null: nothing, or the book value of what an owner takes over. */
  readonly proceeds: Amount | null;
  readonly third_party_id: number | null;
  readonly vat_code: string | null;
  readonly vat_code_id: number | null;
  readonly reference: string | null;
  /** Of miscellaneous operations; null: the default one. */
  readonly journal_id: number | null;
  /** Null: the default one of sales. */
  readonly sale_journal_id: number | null;
  readonly ids: DisposalIds;
  readonly accountId: number;
  readonly baseVersion: number | null;
}

export interface DisposalIds {
  /** `entriesOfDisposal` of them. */
  readonly entries: readonly number[];
  /** `LINES_OF_DISPOSAL` for each. */
  readonly lines: readonly number[];
}

export type Leaving = Pick<AssetState, 'cost' | 'revalued' | 'depreciated' | 'impaired' | 'residual_value'>;

export interface Sale {
  readonly asset: AssetState;
  readonly leaving: Leaving;
  readonly book_value: Amount;
  readonly proceeds: Amount;
  readonly result: SignedAmount;
  readonly isInvoiced: boolean;
}

/** In the books. */
const LABELS: Readonly<Record<DisposalKind, Labels>> = {
  sale: { fr: 'Cession {asset}', nl: 'Verkoop {asset}', en: 'Sale {asset}', de: 'Verkauf {asset}' },
  scrap: {
    fr: 'Mise hors service {asset}',
    nl: 'Buitengebruikstelling {asset}',
    en: 'Scrapping {asset}',
    de: 'Verschrottung {asset}',
  },
  theft: { fr: 'Vol {asset}', nl: 'Diefstal {asset}', en: 'Theft {asset}', de: 'Diebstahl {asset}' },
  private: {
    fr: 'Prélèvement privé {asset}',
    nl: 'Privéonttrekking {asset}',
    en: 'Private withdrawal {asset}',
    de: 'Privatentnahme {asset}',
  },
};
const LONGEST_LABEL = 200;

export const labelOf = (kind: DisposalKind, asset: AssetState, { identity }: CompanyFile): string =>
  LABELS[kind][identity!.locale].replace('{asset}', nameOf(asset)).slice(0, LONGEST_LABEL);

export interface Ids {
  readonly entry: number;
  readonly lines: Iterator<number, unknown>;
}

type PostedEvent = Extract<EntryEvent, { readonly type: 'EntryPosted' }>;

/** The ledger posts it as it does every invoice; what it has against it is told at the fields of the disposal. */
export function invoiceOf(
  command: DisposeFixedAsset,
  { asset, proceeds, result, isInvoiced }: Sale,
  ids: Ids,
  file: CompanyFile,
): readonly PostedEvent[] | Refusal {
  if (!isInvoiced || isZero(proceeds)) return [];
  const { disposal } = categoryOf(asset.fields, file);
  const { vat_code, vat_code_id, disposed_on, reference } = command;
  const problems: Problem[] = [];
  const account_id = accountNumbered(disposal.proceeds[isNegative(result) ? 'loss' : 'gain'], file, problems);
  const journal_id = command.sale_journal_id ?? saleJournal(file);
  if (journal_id === null) problems.push({ code: 'no_sale_journal', field: 'sale_journal_id' });
  if (problems.length > 0 || journal_id === null) return invalid(problems);
  const label = labelOf('sale', asset, file);
  const codes = askedFor(asset.fields.analytics, disposed_on, file);
  const decision = decideInvoice(
    {
      type: 'PostInvoice',
      kind: 'invoice',
      entryId: ids.entry,
      lineIds: Array.from({ length: lineIdsFor(1) }, () => ids.lines.next().value as number),
      journal_id,
      third_party_id: command.third_party_id!,
      entry_date: disposed_on,
      due_date: null,
      label,
      reference,
      lines: [{ account: null, account_id, vat_code, vat_code_id, amount: proceeds, label, ...codes }],
      vat_amounts: [],
      credited_entry_id: null,
      credited: null,
    },
    file,
  );
  if (!isRefusal(decision)) return decision.filter((event) => event.type === 'EntryPosted');
  return {
    ...decision,
    problems: decision.problems.map((problem) => ({
      ...problem,
      field: FIELDS[problem.field ?? ''] ?? 'third_party_id',
    })),
  };
}

const FIELDS: Readonly<Record<string, string>> = {
  entry_date: 'disposed_on',
  journal_id: 'sale_journal_id',
  third_party_id: 'third_party_id',
  reference: 'reference',
  'lines.0.vat_code': 'vat_code',
  'lines.0.vat_code_id': 'vat_code_id',
  'lines.0.amount': 'proceeds',
};

/** The default one, else the first by its code. */
function saleJournal({ records }: CompanyFile): number | null {
  const found = [...recordsOf(records, journals).byId.entries()]
    .filter(([, { data, isTrashed }]) => !isTrashed && data.type === 'sale' && data.is_active)
    .sort(
      ([, one], [, other]) =>
        Number(other.data.is_default) - Number(one.data.is_default) || (one.data.code < other.data.code ? -1 : 1),
    );
  return found[0]?.[0] ?? null;
}
