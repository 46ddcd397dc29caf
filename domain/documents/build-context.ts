import type { CompanyFile } from '../company-file-state.ts';
import type { SettingValues } from '../companies/settings.ts';
import { getRegimeOn, type VatRegime } from '../companies/vat-regimes.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { isLanguage, type Language } from '../language.ts';
import { convertFromBase, convertToBase, type ExchangeRate } from '../currency/rates.ts';
import { ZERO, type SignedAmount } from '../money.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import type { DocumentContent } from './document-events.ts';
import { findReturnRate, findTaxRateAndDay, getTaxRate, type DocumentRates } from './document-rates.ts';
import { withoutMarginTax } from './margin-goods.ts';
import { isSelfBilled, toSupplierVatCode } from './self-billing.ts';
import type { InvoiceContext, InvoiceFacts, InvoiceParty, InvoiceVatCode } from './invoice-context.ts';

/** Records that decide what an issued document says: from the state of a company file, or from the read tables. */
export interface InvoiceRecords {
  readonly company: InvoiceParty & {
    readonly country_pack: string;
    readonly locale: Language;
    readonly vat_regime: VatRegime;
    readonly legal_form: string | null;
    readonly legal_form_code: string | null;
    readonly currency: string;
    readonly settings: SettingValues;
  };
  readonly customer: Partial<InvoiceParty> & { readonly language?: string | null };
  readonly document: Omit<InvoiceFacts, 'booked_vat' | 'booked_rate' | 'return_rate'> &
    Pick<DocumentContent, 'vat'> &
    DocumentRates;
  readonly vatCodes: readonly (Pick<InvoiceVatCode, 'id'> & {
    readonly [Name in keyof InvoiceVatCode]?: InvoiceVatCode[Name] | null;
  })[];
  /** For a document in a third currency; see `findReturnRate`. */
  readonly returnRate?: ExchangeRate | null;
  /** Null: that of the customer, or else of the company file. */
  readonly language: Language | null;
}

export function buildInvoiceContext({
  company,
  customer,
  document,
  vatCodes: codes,
  returnRate = null,
  language,
}: InvoiceRecords): InvoiceContext {
  const pack = findCountryPack(company.country_pack)!;
  const { discount } = document;
  const spoken = customer.language;
  const readCode = (code: InvoiceRecords['vatCodes'][number]): InvoiceVatCode => {
    const known = toInvoiceVatCode(code, pack);
    return isSelfBilled(document) ? toSupplierVatCode(known, document.nature) : known;
  };
  const isTaxedByMargin = (id: number): boolean => codes.find((code) => code.id === id)?.kind === 'margin';
  return {
    pack,
    language: language ?? (isLanguage(spoken) ? spoken : company.locale),
    company: {
      ...toParty(company),
      legal_form: company.legal_form,
      legal_form_code: company.legal_form_code,
      vat_regime: getRegimeOn(company, document.document_date),
      currency: company.currency,
    },
    settings: company.settings,
    customer: toParty(customer),
    document: {
      ...document,
      booked_vat: computeDeclaredVat(
        withoutMarginTax(document, isTaxedByMargin),
        company.currency,
        pack.currency,
        returnRate,
      ),
      return_rate: returnRate,
      booked_rate: findTaxRateAndDay(document),
      discount: discount && { percent: discount.percent, until: discount.until },
    },
    vatCodes: new Map(codes.map((code) => [code.id, readCode(code)])),
  };
}

/** In the currency of the VAT returns, in which the tax must be stated; null if the rate is unknown. */
export function computeDeclaredVat(
  document: Pick<DocumentContent, 'currency' | 'exchange_rate' | 'tax_exchange_rate' | 'amount_vat'>,
  bookCurrency: string,
  taxCurrency: string,
  returnRate: ExchangeRate | null = null,
): SignedAmount | null {
  const { currency, amount_vat } = document;
  if (currency === taxCurrency) return amount_vat;
  const rate = getTaxRate(document);
  if (rate === null) return null;
  if (bookCurrency === taxCurrency) return convertToBase(amount_vat, rate);
  if (currency === bookCurrency) return convertFromBase(amount_vat, rate);
  // The rates of a document in a third currency lead to the books, and from there to the return.
  return returnRate === null ? null : convertFromBase(convertToBase(amount_vat, rate), returnRate);
}

function toParty(from: Partial<Record<keyof InvoiceParty, string | null>>): InvoiceParty {
  const {
    vat_number = null,
    enterprise_number = null,
    address = null,
    street = null,
    city = null,
    country = null,
  } = from;
  return { vat_number, enterprise_number, address, street, city, country };
}

/** Codes of files that were opened before codes had mentions have those of the country. */
function toInvoiceVatCode(of: InvoiceRecords['vatCodes'][number], pack: CountryPack): InvoiceVatCode {
  const { id, code, kind, intra_listing, mention, margin_kind } = of;
  const usual = pack.vatCodes.find((one) => one.code === code && one.kind === kind && one.direction === 'sale');
  return {
    id,
    code: code ?? '',
    kind: kind ?? 'standard',
    nature: of.nature ?? null,
    rate: of.rate ?? ZERO,
    exigibility: of.exigibility ?? 'invoice',
    intra_listing: intra_listing ?? null,
    mention: mention ?? usual?.mention ?? null,
    margin_kind: margin_kind ?? usual?.marginKind ?? null,
  };
}

/** For decisions. Null for documents that the company does not issue. */
export function findInvoiceContext(document: DocumentContent, file: CompanyFile): InvoiceContext | null {
  if (!isIssued(document)) return null;
  const known = getRecords(file.records, vatCodes).byId;
  const ids = [...new Set(document.lines.map(({ vat_code_id }) => vat_code_id))];
  return buildInvoiceContext({
    company: file.identity,
    customer: findLiveRecord(file.records, thirdParties, document.third_party_id)?.data ?? {},
    document,
    vatCodes: ids.flatMap((id) => ({ ...known.get(id)?.data, id })),
    returnRate: findReturnRate(document, file),
    language: null,
  });
}

/** Sales, and purchases that the company invoices to itself. */
export const isIssued = ({ direction, kind }: Pick<DocumentContent, 'direction' | 'kind'>): boolean =>
  direction === 'sale' || kind === 'self_billed';
