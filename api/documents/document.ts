import { z } from 'zod';
import { DOCUMENT_DIRECTIONS, DOCUMENT_ORIGINS, DOCUMENT_SOURCES } from '../../domain/documents/document-events.ts';
import type { Language } from '../../domain/language.ts';
import { padToCents } from '../../domain/money.ts';
import { THIRD_PARTY_TYPES } from '../../domain/third-parties/third-party.ts';
import { findFileType } from '../../outside/files/file-types.ts';
import {
  readDocumentsByIds,
  readDocumentNames,
  type DocumentNames,
  type DocumentRow,
} from '../../projections/documents/queries.ts';
import { AccountReference } from '../accounts/account.ts';
import { buildFileLinks } from '../files/serve-file.ts';
import { dateTimestamp, decimalString, recordId, timestamp } from '../http/reply/output.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import type { SignedUrls } from '../http/routing/signed-urls.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { warningsMember } from '../http/reply/warnings.ts';
import { translateLabel } from '../records/present.ts';
import { DocumentAnalytics, presentStoredShares } from '../analytics/shares.ts';
import { getFilePath } from './file-path.ts';
import { presentRates, shownRates } from './rate-fields.ts';
import { presentTerms, shownLineTerms, shownTerms } from './term-fields.ts';

export const DOCUMENT_TYPES = ['purchases', 'sales'] as const;
export const DOCUMENT_STATUSES = ['pending', 'booked'] as const;

const VatCodeReference = z.object({ id: recordId, code: z.string(), rate: decimalString });

const DocumentLine = z
  .object({
    id: recordId,
    description: z.string(),
    quantity: z.string().nullable(),
    unit_price: z.string().nullable().meta({ description: 'Without VAT, with at least two decimals.' }),
    amount_net: decimalString,
    actual_account: AccountReference,
    vat_code: VatCodeReference,
    ...shownLineTerms,
    analytics: DocumentAnalytics,
  })
  .meta({ id: 'DocumentLine' });

export const Document = z
  .object({
    id: recordId,
    type: z.enum(DOCUMENT_TYPES),
    direction: z.enum(DOCUMENT_DIRECTIONS),
    is_credit_note: z.boolean(),
    number: z.string().nullable(),
    document_date: dateTimestamp,
    due_date: dateTimestamp.nullable(),
    status: z.enum(DOCUMENT_STATUSES),
    third_party: z.object({ id: recordId, name: z.string(), type: z.enum(THIRD_PARTY_TYPES), code: z.string() }),
    currency: z.string(),
    ...shownRates,
    structured_communication: z.string().nullable(),
    lines: z.array(DocumentLine),
    vat: z
      .array(
        z.object({
          vat_code: VatCodeReference,
          base: decimalString,
          amount: decimalString.meta({ description: 'Tax charged on the document.' }),
        }),
      )
      .meta({ description: 'By VAT code.' }),
    amount_net: decimalString,
    amount_vat: decimalString,
    amount_gross: decimalString,
    notes: z.string().nullable(),
    ...shownTerms,
    origin: z.enum(DOCUMENT_ORIGINS).meta({ description: 'How the document was created.' }),
    source: z.enum(DOCUMENT_SOURCES).meta({ description: 'Type of the source.' }),
    journal_entry_id: recordId.nullable().meta({ description: 'The entry that books the document.' }),
    import_id: recordId.nullable(),
    converted_from_id: recordId.nullable().meta({ description: 'The quotation or pro forma that it was made from.' }),
    converted_to_id: recordId.nullable().meta({ description: 'What a quotation or pro forma was turned into.' }),
    file: z
      .object({ name: z.string(), mime: z.string(), size: z.int(), sha256: z.string() })
      .nullable()
      .meta({ description: 'The attached file, or the file the document was read from.' }),
    /** Downloads the file without a token, for ten minutes. */
    file_url: z.string().nullable(),
    /** Shows the file in the browser; null for types that browsers cannot display. */
    preview_url: z.string().nullable(),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Document' });

/** A document in the response to a write. */
export const WrittenDocument = Document.extend({ warnings: warningsMember }).meta({ id: 'WrittenDocument' });

type Shown = z.output<typeof Document>;

export interface Presenting {
  readonly language: Language;
  readonly companyToken: string;
  readonly signedUrls: SignedUrls;
}

export function presentDocument(
  row: DocumentRow,
  names: DocumentNames,
  { language, companyToken, signedUrls }: Presenting,
): Shown {
  const { file, version } = row;
  const isShown = file !== null && findFileType(file.name)?.isShown === true;
  const links = file && buildFileLinks(signedUrls, getFilePath(companyToken, row.id), isShown);
  return {
    id: row.id,
    type: row.direction === 'purchase' ? 'purchases' : 'sales',
    direction: row.direction,
    is_credit_note: row.is_credit_note,
    number: row.number,
    document_date: toZeroTime(row.document_date),
    due_date: row.due_date && toZeroTime(row.due_date),
    status: row.status,
    third_party: {
      id: row.third_party_id,
      name: row.third_party_name ?? '',
      type: row.third_party_type ?? (row.direction === 'purchase' ? 'supplier' : 'customer'),
      code: row.third_party_code ?? '',
    },
    currency: row.currency,
    ...presentRates(row),
    structured_communication: row.structured_communication,
    lines: row.lines.map((line) => {
      const { id, description, quantity, unit_price, amount_net, account_id, vat_code_id, analytics } = line;
      const { unit = null, discount_percent = null } = line;
      return {
        id,
        description,
        quantity,
        unit_price: unit_price === null ? null : padToCents(unit_price),
        amount_net,
        actual_account: presentAccount(account_id, names, language),
        vat_code: presentVatCode(vat_code_id, names),
        unit,
        discount_percent,
        analytics: presentStoredShares(analytics),
      };
    }),
    vat: row.vat.map(({ vat_code_id, base, charged }) => ({
      vat_code: presentVatCode(vat_code_id, names),
      base,
      amount: charged,
    })),
    amount_net: row.amount_net,
    amount_vat: row.amount_vat,
    amount_gross: row.amount_gross,
    notes: row.notes,
    ...presentTerms(row),
    origin: row.origin,
    source: row.source,
    journal_entry_id: row.status === 'booked' ? row.last_entry_id : null,
    import_id: row.import_id,
    converted_from_id: row.converted_from_id,
    converted_to_id: row.converted_to_id,
    file,
    file_url: links?.file_url ?? null,
    preview_url: links?.preview_url ?? null,
    version,
    lock_version: version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Trashed documents may still refer to an account that was purged. */
export function presentAccount(id: number, { accounts }: DocumentNames, language: Language) {
  const account = accounts.get(id);
  return {
    id,
    number: account?.number ?? '',
    label: account ? translateLabel(language, account.label, account.labels) : '',
  };
}

export function presentVatCode(id: number, { vatCodes }: DocumentNames) {
  const code = vatCodes.get(id);
  return { id, code: code?.code ?? '', rate: code?.rate ?? '0.00' };
}

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function presentDocuments(
  { services, company, language }: Request,
  rows: readonly DocumentRow[],
): Promise<readonly Shown[]> {
  const names = await readDocumentNames(services.pool, company.id, rows);
  const presenting = { language, companyToken: company.publicToken, signedUrls: services.signedUrls };
  return rows.map((row) => presentDocument(row, names, presenting));
}

/** The document as returned by GET; undefined if it does not exist or is trashed. */
export async function findPresentedDocument(request: Request, id: number): Promise<Shown | undefined> {
  const rows = await readDocumentsByIds(request.services.pool, request.company.id, [id]);
  const living = rows.filter(({ deleted_at }) => deleted_at === null);
  return (await presentDocuments(request, living))[0];
}
