import type { OwnIdentity } from '../sheet.ts';
import { isCustomerNumber, isUnderLabel, type Candidate } from './candidates.ts';
import type { KnownThirdParty } from './context.ts';
import type { FoundIban } from './identifiers.ts';
import { CUSTOMER_LABELS, SUPPLIER_LABELS } from './labels.ts';
import type { Cell, Layout } from './layout.ts';

/** Signs of who sent a document. */
interface Signs {
  readonly ownPlaces: readonly Cell[];
  readonly ownNames: readonly Cell[];
  readonly others: readonly Candidate[];
  readonly ibans: readonly FoundIban[];
  readonly known: readonly KnownThirdParty[];
}

/** Account numbers belong to the payee; labels name the payer; letterheads and footers belong to the sender. */
export function detectDirection(
  layout: Layout,
  own: OwnIdentity,
  { ownPlaces, ownNames, others, ibans, known }: Signs,
): 'purchase' | 'sale' | null {
  let sale = 0;
  if (ibans.some(({ value }) => own.ibans.includes(value))) sale += 2;
  else if (ibans.length > 0 && own.ibans.length > 0) sale -= 0.7;
  const ibansKnown = new Set(known.flatMap((party) => party.ibans));
  if (ibans.some(({ value }) => ibansKnown.has(value))) sale -= 2;
  const hasKnownNumber = (party: KnownThirdParty): boolean =>
    others.some(({ vat }) => vat !== null && vat === party.vatNumber);
  if (known.some((party) => party.type === 'customer' && hasKnownNumber(party))) sale += 0.6;
  if (known.some((party) => party.type === 'supplier' && hasKnownNumber(party))) sale -= 0.6;
  const mine = [...ownPlaces, ...ownNames];
  // A company states its own number on its invoices.
  const isNumberless = ownPlaces.length === 0 && !ibans.some(({ value }) => own.ibans.includes(value));
  if (own.vatNumber !== null && isNumberless) sale -= 1;
  if (mine.some((cell) => isUnderLabel(layout, cell, CUSTOMER_LABELS))) sale -= 1.5;
  if (mine.some((cell) => isUnderLabel(layout, cell, SUPPLIER_LABELS))) sale += 1.2;
  if (ownPlaces.some((cell) => isCustomerNumber(layout, cell, cell.plain.length))) sale -= 1.2;
  if (others.some(({ isCustomer }) => isCustomer)) sale += 1.2;
  if (others.some(({ isSupplier }) => isSupplier)) sale -= 1.2;
  sale +=
    scorePlace(layout, mine) -
    scorePlace(
      layout,
      others.map(({ cell }) => cell),
    );
  if (mine.length === 0) return others.length > 0 || ibans.length > 0 ? 'purchase' : null;
  if (others.length === 0 && ibans.length === 0 && Math.abs(sale) < 0.3) return 'purchase';
  return sale > 0 ? 'sale' : 'purchase';
}

/** The sender is in the footer or at the very top. */
function scorePlace(layout: Layout, cells: readonly Cell[]): number {
  const page = layout.pages[0];
  if (!page || cells.length === 0) return 0;
  const isFoot = cells.some(({ top, page: number }) => number === page.number && top > page.height * 0.85);
  const isHead = cells.some(({ row, top }) => row <= 1 && top < page.height * 0.12);
  return (isFoot ? 0.6 : 0) + (isHead ? 0.5 : 0);
}
