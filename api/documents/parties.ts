import type pg from 'pg';
import { getTaxCurrency } from '../../domain/currency/tax-rate.ts';
import { isInThirdCurrency } from '../../domain/documents/document-rates.ts';
import { buildInvoiceContext, isIssued } from '../../domain/documents/build-context.ts';
import type { Mention } from '../../domain/documents/document-events.ts';
import type { InvoiceContext } from '../../domain/documents/invoice-context.ts';
import { chooseMentions } from '../../domain/documents/mentions.ts';
import { isSelfBilled, toSupplierVatCode } from '../../domain/documents/self-billing.ts';
import type { DocumentParty } from '../../domain/documents/ubl-party.ts';
import type { DocumentVatCode } from '../../domain/documents/ubl.ts';
import type { PrecedingInvoice } from '../../domain/e-invoicing/index.ts';
import { journals } from '../../domain/journals/journal.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { findRate } from '../../projections/currency/find-rate.ts';
import { loadCompaniesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { findDocument, readDocumentsByIds, type DocumentRow } from '../../projections/documents/queries.ts';
import { findRecord, listRecords, readRecordsByIds, type ShownRow } from '../../projections/records/queries.ts';

/** Data for an outgoing document: both parties, VAT codes, and the bank account of the seller. */
export interface Correspondence {
  readonly document: DocumentRow;
  readonly company: CompanyRow;
  readonly thirdParty: ShownRow<typeof thirdParties>;
  readonly vatCodes: ReadonlyMap<number, PrintedVatCode>;
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
  /** Language of the third party, or else of the company file. */
  readonly language: Language;
  /** The advances that a final invoice deducts. */
  readonly advances: readonly PrecedingInvoice[];
  /** From the currency of the file to that of VAT returns; null unless the document is in a third one. */
  readonly returnRate: string | null;
  /** What the document must say; null if the company does not issue it. */
  readonly invoice: InvoiceContext | null;
}

export type PrintedVatCode = DocumentVatCode;

/** Undefined if the document does not exist. */
export async function findCorrespondence(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<Correspondence | undefined> {
  const document = await findDocument(pool, companyId, documentId);
  if (!document) return undefined;
  const codeIds = [...new Set(document.lines.map(({ vat_code_id }) => vat_code_id))];
  const advanceIds = document.deducts.map(({ document_id }) => document_id);
  const [[company], thirdParty, codes, bank, advances] = await Promise.all([
    loadCompaniesByIds(pool, [companyId]),
    findRecord(pool, thirdParties, companyId, document.third_party_id),
    readRecordsByIds(pool, vatCodes, companyId, codeIds),
    findBankAccount(pool, companyId),
    readDocumentsByIds(pool, companyId, advanceIds),
  ]);
  if (!company || !thirdParty) return undefined;
  const own = thirdParty.language;
  const isOfSupplier = isSelfBilled(document);
  const taxCurrency = getTaxCurrency(company.country_pack);
  const returnRate = isInThirdCurrency(document.currency, company.currency, taxCurrency)
    ? ((await findRate(pool, companyId, taxCurrency, document.document_date))?.rate ?? null)
    : null;
  const records = { company, customer: thirdParty, document, vatCodes: codes, returnRate, language: null };
  return {
    document,
    company,
    thirdParty,
    bank: isOfSupplier ? findSupplierAccount(thirdParty) : bank,
    returnRate,
    advances: advances.map(({ number, document_date }) => ({ number: number ?? '', issueDate: document_date })),
    vatCodes: new Map(codes.map((code) => [code.id, isOfSupplier ? toSupplierVatCode(code, document.nature) : code])),
    language: isLanguage(own) ? own : company.locale,
    invoice: isIssued(document) ? buildInvoiceContext(records) : null,
  };
}

const findSupplierAccount = ({ ibans, bic }: ShownRow<typeof thirdParties>): Correspondence['bank'] =>
  ibans[0] === undefined ? null : { iban: ibans[0], bic };

/** The mentions as issued; of a draft, or in another language, as they would be. */
export function listMentions(
  { document, invoice, language: own }: Correspondence,
  language: Language,
): readonly Mention[] {
  if (!invoice) return [];
  if (document.status === 'booked' && document.mentions.length > 0 && language === own) return document.mentions;
  return chooseMentions({ ...invoice, language }).mentions;
}

/** Account of the default bank journal, or else of the first one by code that has an IBAN. */
export async function findBankAccount(pool: pg.Pool, companyId: number): Promise<Correspondence['bank']> {
  const rows = await listRecords(pool, journals, companyId, { equal: { type: 'bank' }, search: null });
  const usable = rows
    .filter(({ iban, is_active }) => iban !== null && is_active)
    .sort((one, other) => (one.code < other.code ? -1 : 1));
  const chosen = usable.find(({ is_default }) => is_default) ?? usable[0];
  return chosen?.iban ? { iban: chosen.iban, bic: chosen.bic } : null;
}

const PARTS = [
  'vat_number',
  'enterprise_number',
  'peppol_identifier',
  'address',
  'street',
  'house_number',
  'box',
  'postal_code',
  'city',
  'country',
  'email',
  'phone',
] as const;

/** Converts a company file or a third party to a party of an electronic invoice. */
export function toDocumentParty(row: Readonly<Record<string, unknown>>): DocumentParty {
  const parts = PARTS.map((name) => [name, (row[name] as string | null | undefined) ?? null]);
  return { name: row['name'] as string, ...(Object.fromEntries(parts) as Omit<DocumentParty, 'name'>) };
}
