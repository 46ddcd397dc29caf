import { z } from 'zod';
import { ENGINES, IMPORT_KINDS } from '../../domain/document-imports/import-events.ts';
import { BOX_UNIT, describeFields, type ReadField } from '../../domain/document-imports/fields.ts';
import { DOCUMENT_DIRECTIONS } from '../../domain/journals/rule.ts';
import type { Language } from '../../domain/language.ts';
import { THIRD_PARTY_TYPES } from '../../domain/third-parties/third-party.ts';
import { findFileType } from '../../outside/files/file-types.ts';
import { findImport, loadImportsByIds, type ImportRow } from '../../projections/document-imports/queries.ts';
import { buildFileLinks } from '../files/serve-file.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';
import { presentSheet, Sheet } from './sheet.ts';

export const STATUSES = [
  'queued',
  'analyzing',
  'ready',
  'needs_review',
  'duplicate',
  'error',
  'validated',
  'expanded',
] as const;

const Reason = z
  .object({
    code: z.string().meta({ description: 'Stable machine-readable reason.' }),
    message: z.string().meta({ description: 'In the language of the caller.' }),
  })
  .meta({ id: 'ImportReason' });

const ImportField = z
  .object({
    path: z.string().meta({ description: 'Path in `extracted`, such as `lines.0.amount_net`.' }),
    confidence: z.number().min(0).max(1),
    page: z.int().nullable().meta({ description: 'Page number, from 1; null if the value is not written on a page.' }),
    box: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .nullable()
      .meta({ description: 'Left, top, width and height as shares of the page, from 0 to 1.' }),
  })
  .meta({ id: 'ImportField' });

const Suggestions = z
  .object({
    third_party: z.object({ id: recordId, reason: Reason }).nullable(),
    journal_id: recordId.nullable().meta({ description: 'Where it would be booked.' }),
    lines: z
      .array(
        z.object({
          account_id: recordId.nullable(),
          account_reason: Reason.nullable(),
          vat_code_id: recordId.nullable(),
          vat_code_reason: Reason.nullable(),
        }),
      )
      .meta({ description: 'One for each line of the resulting document.' }),
  })
  .meta({ id: 'ImportSuggestions' });

export const DocumentImport = z
  .object({
    id: recordId,
    company_id: recordId,
    batch_id: z.string().meta({ format: 'uuid' }),
    parent_id: recordId.nullable().meta({
      description: 'The archive or message that contained it, or the import that it was split from.',
    }),
    original_name: z.string(),
    mime: z.string(),
    /** In bytes. */
    size: z.int(),
    kind: z.enum(IMPORT_KINDS),
    status: z.enum(STATUSES),
    progress: z.int().min(0).max(100),
    step: z.string().meta({ description: 'Step of the analysis; `done` when it is finished.' }),
    engine: z.enum(ENGINES).nullable().meta({ description: 'Engine that read the document.' }),
    suggested_direction: z.enum(DOCUMENT_DIRECTIONS).nullable(),
    suggested_third_party_id: recordId.nullable(),
    suggested_third_party: z
      .object({
        id: recordId,
        code: z.string(),
        name: z.string(),
        type: z.enum(THIRD_PARTY_TYPES),
        vat_number: z.string().nullable(),
      })
      .nullable(),
    suggestions: Suggestions.nullable().meta({ description: 'Suggested booking, with reasons.' }),
    extracted: Sheet.nullable(),
    fields: z
      .array(ImportField)
      .nullable()
      .meta({ description: 'Certainty and place of each extracted value; null before the analysis.' }),
    warnings: z.array(Reason).nullable().meta({ description: 'Points to check; null before the analysis.' }),
    error: z.string().nullable().meta({ description: 'Why the document could not be read.' }),
    error_code: z.string().nullable(),
    duplicate_of_import_id: recordId.nullable(),
    duplicate_of_document_id: recordId.nullable(),
    duplicate_of_entry_id: recordId.nullable(),
    imported_document_id: recordId.nullable(),
    page_count: z.int().nullable().meta({ description: 'Number of pages; null before the analysis.' }),
    sources: z
      .array(z.object({ import_id: recordId, pages: z.array(z.int()).meta({ description: 'Page numbers, from 1.' }) }))
      .nullable()
      .meta({ description: 'Imports whose pages it contains, if it was split from one or joined from several.' }),
    expanded_into: z
      .array(recordId)
      .nullable()
      .meta({ description: 'Imports that contain its pages, if it was split or joined.' }),
    /** Downloads the file without a token, for ten minutes. */
    file_url: z.string(),
    /** Shows the file or a preview image; null if there is no preview. */
    preview_url: z.string().nullable(),
    has_preview: z.boolean(),
    created_at: timestamp,
    created_by: recordId.nullable(),
    updated_at: timestamp,
    version: z.int(),
    lock_version: z.int(),
  })
  .meta({ id: 'DocumentImport' });

type Shown = z.input<typeof DocumentImport>;

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'> & { readonly knownAt?: string | undefined };

export function presentImport(row: ImportRow, { services, company, language }: Request): Shown {
  const path = `/v1/companies/${company.publicToken}/document-imports/${row.id}/file`;
  const isShown = row.preview_sha256 !== null || findFileType(row.original_name)?.isShown === true;
  const links = buildFileLinks(services.signedUrls, path, isShown);
  return {
    id: row.id,
    company_id: row.company_id,
    batch_id: row.batch_id,
    parent_id: row.parent_id,
    original_name: row.original_name,
    mime: row.mime,
    size: row.size,
    kind: row.kind,
    status: row.status,
    ...presentProgress(row),
    engine: row.engine,
    suggested_direction: row.suggestions?.direction ?? null,
    suggested_third_party_id: row.third_party_id,
    suggested_third_party: presentThirdParty(row),
    suggestions: row.suggestions && presentSuggestions(row, row.suggestions, language),
    extracted: row.sheet && presentSheet(row.sheet),
    fields: row.sheet && describeFields(row.sheet, row.read_sheet, row.fields ?? []).map(presentField),
    warnings:
      row.warnings && row.warnings.map(({ code, params }) => translateCode('import_warning', code, language, params)),
    error:
      row.status === 'error' && row.error_code !== null
        ? translateCode('import_error', row.error_code, language).message
        : null,
    error_code: row.status === 'error' ? row.error_code : null,
    duplicate_of_import_id: row.duplicate_of_import_id,
    duplicate_of_document_id: row.duplicate_of_document_id,
    duplicate_of_entry_id: row.duplicate_of_entry_id,
    imported_document_id: row.imported_document_id,
    page_count: row.page_count,
    sources: row.sources && row.sources.map(({ import_id, pages }) => ({ import_id, pages: [...pages] })),
    expanded_into: row.expanded_into && [...row.expanded_into],
    ...links,
    has_preview: isShown,
    created_at: row.created_at,
    created_by: row.created_by,
    updated_at: row.updated_at,
    version: row.version,
    lock_version: row.version,
  };
}

function presentField({ path, confidence, page, box }: ReadField): NonNullable<Shown['fields']>[number] {
  const toShare = (units: number): number => units / BOX_UNIT;
  return {
    path,
    confidence: Number(confidence),
    page,
    box: box && [toShare(box[0]), toShare(box[1]), toShare(box[2]), toShare(box[3])],
  };
}

function presentProgress({ status, progress, step }: ImportRow): Pick<Shown, 'progress' | 'step'> {
  if (status === 'queued') return { progress: 0, step: 'queued' };
  if (status === 'analyzing') return { progress: progress ?? 0, step: step ?? 'queued' };
  return { progress: 100, step: status === 'error' ? 'failed' : 'done' };
}

function presentThirdParty(row: ImportRow): Shown['suggested_third_party'] {
  if (row.third_party_id === null) return null;
  return {
    id: row.third_party_id,
    code: row.third_party_code ?? '',
    name: row.third_party_name ?? '',
    type: row.third_party_type === 'customer' ? 'customer' : 'supplier',
    vat_number: row.third_party_vat_number,
  };
}

function presentSuggestions(
  row: ImportRow,
  { third_party_reason, journal_id, lines }: NonNullable<ImportRow['suggestions']>,
  language: Language,
): NonNullable<Shown['suggestions']> {
  const presentReason = (code: string | null) =>
    code === null ? null : translateCode('import_reason', code, language);
  return {
    third_party:
      row.third_party_id === null || third_party_reason === null
        ? null
        : { id: row.third_party_id, reason: presentReason(third_party_reason)! },
    journal_id,
    lines: lines.map(({ account_id, account_reason, vat_code_id, vat_code_reason }) => ({
      account_id,
      account_reason: presentReason(account_reason),
      vat_code_id,
      vat_code_reason: presentReason(vat_code_reason),
    })),
  };
}

/** Translates a code; an unknown code from an engine is shown as is. */
function translateCode(
  kind: string,
  code: string,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
) {
  const key = `${kind}_${code}`;
  return { code, message: isMessageKey(key) ? translate(key, language, params) : code };
}

export async function findPresentedImport(request: Request, id: number): Promise<Shown | undefined> {
  const row = await findImport(request.services.pool, request.company.id, id, request.knownAt === undefined);
  return row && presentImport(row, request);
}

/** Ordered by id, which is the upload order. */
export async function listPresentedImports(request: Request, ids: readonly number[]): Promise<readonly Shown[]> {
  const rows = await loadImportsByIds(request.services.pool, request.company.id, ids);
  return rows.map((row) => presentImport(row, request));
}
