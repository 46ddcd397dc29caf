import type { SettingValues } from '../companies/settings.ts';
import type { VatRegime } from '../companies/vat-regimes.ts';
import type { MarginKind } from '../country-packs/mentions.ts';
import { getChartFor } from '../country-packs/index.ts';
import type { CountryPack, VatKind, VatNature } from '../country-packs/pack.ts';
import type { PlainDate } from '../dates.ts';
import type { Language } from '../language.ts';
import { isZero, type SignedAmount } from '../money.ts';

/** Facts that decide what an issued document must say. */
export interface InvoiceContext {
  readonly pack: CountryPack;
  /** Language of the document. */
  readonly language: Language;
  readonly company: InvoiceParty & {
    readonly legal_form: string | null;
    readonly legal_form_code: string | null;
    /** On the day of the document. */
    readonly vat_regime: VatRegime;
    /** Of the books. */
    readonly currency: string;
  };
  readonly settings: SettingValues;
  readonly customer: InvoiceParty;
  readonly document: InvoiceFacts;
  /** Of all lines. */
  readonly vatCodes: ReadonlyMap<number, InvoiceVatCode>;
}

export interface InvoiceParty {
  readonly vat_number: string | null;
  readonly enterprise_number: string | null;
  /** As typed; absent if the parts are known. */
  readonly address: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

export interface InvoiceVatCode {
  readonly id: number;
  readonly code: string;
  readonly kind: VatKind;
  readonly nature: VatNature | null;
  readonly rate: string;
  readonly exigibility: 'invoice' | 'payment';
  readonly intra_listing: 'L' | 'T' | 'S' | null;
  readonly mention: string | null;
  readonly margin_kind: MarginKind | null;
}

export type SupplyNature = 'goods' | 'services' | 'both';

export interface InvoiceFacts {
  readonly kind: string;
  readonly is_credit_note: boolean;
  readonly document_date: PlainDate;
  readonly due_date: PlainDate | null;
  readonly currency: string;
  readonly amount_vat: SignedAmount;
  /** In the currency of the VAT returns; null if unknown. */
  readonly booked_vat: SignedAmount | null;
  /** Rate at which it was converted; null if it was not. */
  readonly booked_rate: { readonly rate: string; readonly on: PlainDate } | null;
  /** From the currency of the file to that of the VAT returns; only for a document in a third one. */
  readonly return_rate?: string | null;
  readonly supply_date: PlainDate | null;
  readonly supply_period: { readonly from: PlainDate; readonly to: PlainDate } | null;
  readonly delivery_address: string | null;
  readonly order_reference: string | null;
  readonly nature: SupplyNature | null;
  readonly discount: { readonly percent: string | null; readonly until: PlainDate | null } | null;
  readonly lines: readonly { readonly vat_code_id: number }[];
}

/** VAT codes of the lines, in their order, each once. */
export function listUsedCodes({ document, vatCodes }: InvoiceContext): readonly InvoiceVatCode[] {
  const ids = [...new Set(document.lines.map(({ vat_code_id }) => vat_code_id))];
  return ids.flatMap((id) => vatCodes.get(id) ?? []);
}

/** A customer with an official number. */
export const isBusinessCustomer = ({ customer }: InvoiceContext): boolean =>
  customer.vat_number !== null || customer.enterprise_number !== null;

export const isDomesticCustomer = ({ customer, pack }: InvoiceContext): boolean =>
  (customer.country ?? pack.code) === pack.code;

export const isLegalPerson = ({ company, pack }: InvoiceContext): boolean =>
  company.legal_form_code === null || !pack.soleTraderForms.includes(company.legal_form_code);

export const hasCapital = ({ company, pack }: InvoiceContext): boolean =>
  getChartFor(pack, company.legal_form_code).variant === 'capital';

export const owesCustomerTax = (context: InvoiceContext): boolean =>
  listUsedCodes(context).some(({ kind }) => kind === 'reverse_charge' || kind === 'intracom');

export const isTaxed = (context: InvoiceContext): boolean =>
  !isZero(context.document.amount_vat) || owesCustomerTax(context);

/** As stated on the document, or else as its VAT codes agree; null if unknown. */
export function resolveNature(context: InvoiceContext): SupplyNature | null {
  const { nature } = context.document;
  if (nature !== null) return nature;
  const natures = new Set(listUsedCodes(context).map((code) => code.nature));
  if (natures.size === 0 || natures.has(null)) return null;
  if (!natures.has('services')) return 'goods';
  return natures.size === 1 ? 'services' : 'both';
}
