import type pg from 'pg';
import type { DocumentParty, DocumentVatCode } from '../../domain/documents/ubl.ts';
import { journals } from '../../domain/journals/journal.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { companiesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { findDocument, type DocumentRow } from '../../projections/documents/queries.ts';
import { findRecord, listRecords, recordsByIds, type ShownRow } from '../../projections/records/queries.ts';

/** What a document is shown with when it leaves the house: both sides, its VAT codes, and the account to pay to. */
export interface Correspondence {
  readonly document: DocumentRow;
  readonly company: CompanyRow;
  readonly thirdParty: ShownRow<typeof thirdParties>;
  readonly vatCodes: ReadonlyMap<number, PrintedVatCode>;
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
  /** Of the third party, else of the company file. */
  readonly language: Language;
}

export type PrintedVatCode = DocumentVatCode;

/** Undefined for a document that is not there. */
export async function correspondenceOf(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<Correspondence | undefined> {
  const document = await findDocument(pool, companyId, documentId);
  if (!document) return undefined;
  const codeIds = [...new Set(document.lines.map(({ vat_code_id }) => vat_code_id))];
  const [[company], thirdParty, codes, bank] = await Promise.all([
    companiesByIds(pool, [companyId]),
    findRecord(pool, thirdParties, companyId, document.third_party_id),
    recordsByIds(pool, vatCodes, companyId, codeIds),
    bankOf(pool, companyId),
  ]);
  if (!company || !thirdParty) return undefined;
  const own = thirdParty.language;
  return {
    ...{ document, company, thirdParty, bank },
    vatCodes: new Map(codes.map(({ id, kind, rate, intra_listing }) => [id, { id, kind, rate, intra_listing }])),
    language: isLanguage(own) ? own : company.locale,
  };
}

/** Of the default bank journal, else of the first by its code that has an account number. */
export async function bankOf(pool: pg.Pool, companyId: number): Promise<Correspondence['bank']> {
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

/** A company file, or a third party, as an electronic invoice names it. */
export function documentParty(row: Readonly<Record<string, unknown>>): DocumentParty {
  const parts = PARTS.map((name) => [name, (row[name] as string | null | undefined) ?? null]);
  return { name: row['name'] as string, ...(Object.fromEntries(parts) as Omit<DocumentParty, 'name'>) };
}
