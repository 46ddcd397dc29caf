import { distributeShares, type Allotted } from '../analytics/allocation.ts';
import { getDeductedShare } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { absolute, add, isNegative, isZero, negate, share, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { ThirdParty } from '../third-parties/third-party.ts';
import type { EntryLine } from './entry-events.ts';
import { convertInvoice, toLineCurrency, type InvoiceCurrency } from './invoice-currency.ts';
import type { ResolvedLine } from './invoice-lines.ts';
import type { Direction, DocumentKind, Taxed } from './vat.ts';

/** The lines of the entry of an invoice: items, tax and third party. */

interface WrittenInvoice {
  readonly kind: DocumentKind;
  readonly lineIds: readonly number[];
  readonly third_party_id: number;
  readonly foreign?: InvoiceCurrency;
}

export const getControlAccount = ({ data }: ThirdParty): number | null => data.account_id ?? null;

/** The amount plus non-deductible tax. */
export const computeBookedAmount = ({ amount }: ResolvedLine, cost: SignedAmount | undefined): SignedAmount =>
  cost === undefined ? amount : add(amount, cost);

/** Amounts of a document. */
export interface Priced {
  /** The lines without free items. */
  readonly counted: readonly ResolvedLine[];
  /** By place in `counted`. */
  readonly costs: readonly (SignedAmount | undefined)[];
  readonly taxes: readonly Taxed[];
  readonly total: SignedAmount;
}

/** In the currency of the books. */
export function convertDocument(
  stated: Priced,
  foreign: InvoiceCurrency,
  date: PlainDate,
  { identity }: CompanyFile,
): Priced {
  const { counted, taxes } = convertInvoice(stated, foreign, getDeductedShare(identity, date));
  const total = sum([...counted.map(({ amount }) => amount), ...taxes.map(({ charged }) => charged)]);
  return { counted, taxes, costs: computeTaxCosts(counted, taxes), total };
}

export interface PricedDocument extends Priced {
  /** As printed on the document: the same, or in its currency. */
  readonly stated: Priced;
  /** By requested line. */
  readonly allotted: readonly (readonly Allotted[] | undefined)[];
  readonly direction: Direction;
  readonly thirdParty: ThirdParty;
}

/** Items first, then the tax, then the third party: the usual reading order of a document. */
export function buildEntryLines(
  { kind, lineIds, third_party_id, foreign }: WrittenInvoice,
  { counted, costs, allotted, taxes, total, stated, direction, thirdParty }: PricedDocument,
): readonly EntryLine[] {
  const written: EntryLine[] = [];
  const isCostDebit = (direction === 'purchase') === (kind === 'invoice');
  /** A positive amount goes to the side of the costs of a purchase invoice. */
  const writeLine = (
    account_id: number,
    amount: SignedAmount,
    onDocument: SignedAmount,
    rest: Partial<EntryLine>,
  ): void => {
    // The third party always gets a line, even for a zero total, so that the document appears on its account.
    if (isZero(amount) && rest.third_party_id === undefined) return;
    const isDebit = isNegative(amount) !== isCostDebit;
    const value = absolute(amount);
    const sides = isDebit ? { debit: value, credit: ZERO } : { debit: ZERO, credit: value };
    const inCurrency =
      foreign &&
      toLineCurrency(foreign, isCostDebit ? onDocument : negate(onDocument), subtract(sides.debit, sides.credit));
    const own = { ...sides, label: null, third_party_id: null, ...rest, ...inCurrency };
    written.push({ id: lineIds[written.length]!, account_id, ...own });
  };
  for (const [place, line] of counted.entries()) {
    const { accountId, label, rule, index } = line;
    if (accountId === null) continue;
    const booked = computeBookedAmount(line, costs[place]);
    const codes = allotted[index];
    const analytics = codes && distributeShares(codes, absolute(booked));
    const onDocument = computeBookedAmount(stated.counted[place]!, stated.costs[place]);
    writeLine(accountId, booked, onDocument, { label, vat_code_id: rule.id, ...(analytics && { analytics }) });
  }
  const toOwed = (due: SignedAmount): SignedAmount => (direction === 'sale' ? due : negate(due));
  for (const [place, { rule, due, deductible }] of taxes.entries()) {
    const { deductibleAccountId, dueAccountId, id: vat_code_id } = rule;
    const onDocument = stated.taxes[place]!;
    if (deductibleAccountId !== null)
      writeLine(deductibleAccountId, deductible, onDocument.deductible, { vat_code_id });
    if (dueAccountId !== null) writeLine(dueAccountId, toOwed(due), toOwed(onDocument.due), { vat_code_id });
  }
  writeLine(getControlAccount(thirdParty)!, negate(total), negate(stated.total), { third_party_id });
  return written;
}

/** Non-deductible tax is part of the cost, in proportion to the taxable base of the lines with that code. */
export function computeTaxCosts(
  lines: readonly ResolvedLine[],
  taxes: readonly Taxed[],
): readonly (SignedAmount | undefined)[] {
  const costs: SignedAmount[] = [];
  for (const { rule, nonDeductible } of taxes) {
    if (isZero(nonDeductible)) continue;
    const places = lines.flatMap((line, place) => (line.rule === rule ? [place] : []));
    const shares = share(
      nonDeductible,
      places.map((place) => lines[place]!.base),
    );
    places.forEach((place, index) => (costs[place] = shares[index]!));
  }
  return costs;
}
