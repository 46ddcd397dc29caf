import de from '../../locales/de/fixed-assets-sale.json' with { type: 'json' };
import en from '../../locales/en/fixed-assets-sale.json' with { type: 'json' };
import fr from '../../locales/fr/fixed-assets-sale.json' with { type: 'json' };
import nl from '../../locales/nl/fixed-assets-sale.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../language.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { journals } from '../journals/journal.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { decideInvoice, countInvoiceLineIds } from '../ledger/invoice.ts';
import { isNegative, isZero, type Amount, type Percentage, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { refuseInvalid, isRefusal, collectValue, type Problem, type Refusal } from '../refusal.ts';
import { resolveAccountByNumber, resolveAssetCategory } from './accounts.ts';
import type { DisposalKind } from './asset-events.ts';
import { formatAssetName } from './depreciation.ts';
import type { AssetState } from './asset-state.ts';
import { toRequestedAnalytics } from './asset-analytics.ts';

/** Proceeds of a disposal, and the invoice of a sale. */

/**
 * Disposes of an asset or of a share of it. The asset is depreciated up to the day before. Its cost and accumulated
 * depreciation leave the books, and the gain or loss is booked by the rules of the country. A sale to a known customer is
 * posted as a separate invoice.
 */
export interface DisposeFixedAsset {
  readonly type: 'DisposeFixedAsset';
  readonly id: number;
  readonly disposed_on: PlainDate;
  readonly kind: DisposalKind;
  /** Percentage. */
  readonly share: Percentage;
  /** Excluding VAT. Null: no proceeds, or the book value if the owner takes the asset for private use. */
  readonly proceeds: Amount | null;
  readonly third_party_id: number | null;
  readonly vat_code: string | null;
  readonly vat_code_id: number | null;
  readonly reference: string | null;
  /** A miscellaneous journal. Null: the default one. */
  readonly journal_id: number | null;
  /** Null: the default sales journal. */
  readonly sale_journal_id: number | null;
  readonly ids: DisposalIds;
  readonly accountId: number;
  readonly baseVersion: number | null;
}

export interface DisposalIds {
  /** As many as `countDisposalEntries` returns. */
  readonly entries: readonly number[];
  /** `LINES_OF_DISPOSAL` per entry. */
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

/** Entry labels. */
const LABELS: Readonly<Record<DisposalKind, Labels>> = combineLanguages({ de, en, fr, nl });
const LONGEST_LABEL = 200;

export const formatDisposalLabel = (kind: DisposalKind, asset: AssetState, { identity }: CompanyFile): string =>
  LABELS[kind][identity.locale].replace('{asset}', formatAssetName(asset)).slice(0, LONGEST_LABEL);

export interface Ids {
  readonly entry: number;
  readonly lines: Iterator<number, unknown>;
}

type PostedEvent = Extract<EntryEvent, { readonly type: 'EntryPosted' }>;

/** Posts the sale like any other invoice. Problems are reported on the matching fields of the disposal. */
export function buildSaleInvoice(
  command: DisposeFixedAsset,
  { asset, proceeds, result, isInvoiced }: Sale,
  ids: Ids,
  file: CompanyFile,
): readonly PostedEvent[] | Refusal {
  if (!isInvoiced || isZero(proceeds)) return [];
  const { disposal } = resolveAssetCategory(asset.fields, file);
  const { vat_code, vat_code_id, disposed_on, reference } = command;
  const problems: Problem[] = [];
  const account_id = collectValue(
    resolveAccountByNumber(disposal.proceeds[isNegative(result) ? 'loss' : 'gain'], file),
    problems,
  );
  const journal_id = command.sale_journal_id ?? findSaleJournal(file);
  if (journal_id === null) problems.push({ code: 'no_sale_journal', field: 'sale_journal_id' });
  if (problems.length > 0 || journal_id === null) return refuseInvalid(problems);
  const label = formatDisposalLabel('sale', asset, file);
  const codes = toRequestedAnalytics(asset.fields.analytics, disposed_on, file);
  const decision = decideInvoice(
    {
      type: 'PostInvoice',
      kind: 'invoice',
      entryId: ids.entry,
      lineIds: Array.from({ length: countInvoiceLineIds(1) }, () => ids.lines.next().value as number),
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

/** The default one, otherwise the first by code. */
function findSaleJournal({ records }: CompanyFile): number | null {
  const found = [...getRecords(records, journals).byId.entries()]
    .filter(([, { data, isTrashed }]) => !isTrashed && data.type === 'sale' && data.is_active)
    .sort(
      ([, one], [, other]) =>
        Number(other.data.is_default) - Number(one.data.is_default) || (one.data.code < other.data.code ? -1 : 1),
    );
  return found[0]?.[0] ?? null;
}
