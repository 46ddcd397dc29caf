import type { VatKind, VatNature } from '../country-packs/pack.ts';
import { ZERO } from '../money.ts';
import type { SupplyNature } from './invoice-context.ts';

/** Purchases that the company invoices to itself, in the name of the supplier. */
export const isSelfBilled = ({ kind }: { readonly kind: string }): boolean => kind === 'self_billed';

interface PurchaseVatCode {
  readonly kind: VatKind;
  readonly rate: string;
  readonly nature: VatNature | null;
  readonly intra_listing: 'L' | 'T' | 'S' | null;
}

/** Tax that the company owes itself: the supplier charges none. */
const OWED_BY_COMPANY: ReadonlySet<VatKind> = new Set<VatKind>(['reverse_charge', 'intracom', 'import']);

/**
 * The VAT code of a purchase as the supplier sees it: an import is an export, and an acquisition from another member
 * state is a supply of goods or a service. `nature` is that of the document, which outweighs that of the code.
 */
export function toSupplierVatCode<Code extends PurchaseVatCode>(code: Code, nature: SupplyNature | null): Code {
  const { kind, rate } = code;
  const charged = OWED_BY_COMPANY.has(kind) ? ZERO : rate;
  if (kind === 'import') return { ...code, kind: 'export', rate: charged };
  if (kind !== 'intracom') return { ...code, rate: charged };
  const stated = nature === 'goods' || nature === 'services' ? nature : code.nature;
  return { ...code, rate: charged, intra_listing: stated === 'services' ? 'S' : 'L' };
}
