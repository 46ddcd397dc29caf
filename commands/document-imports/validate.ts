import type { CompanyFile } from '../../domain/company-file-state.ts';
import { buildDocumentLines } from '../../domain/document-imports/document-lines.ts';
import { findSheetRefusal } from '../../domain/document-imports/imports.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import type { RequestedValidation, ValidateImport } from '../../domain/document-imports/validation.ts';
import { toNumberedDocument, type TakenNumber } from '../../domain/documents/numbering.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findSameDocuments } from '../../projections/documents/facts.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import { loadDocumentImportFacts } from '../../projections/document-imports/facts.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import { findImportNetwork } from '../../projections/peppol/facts.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { prepareBookingPartners } from '../documents/booking-partners.ts';
import { findImportRates } from './import-rates.ts';
import { findCreditedDocuments } from './credited-documents.ts';
import { buildCorrectedRead } from './correct-sheet.ts';
import { suggestBooking } from './outcomes.ts';

export interface RequestedValidating extends Omit<RequestedValidation, 'newThirdParty'> {
  readonly importId: number;
  readonly baseVersion: number | null;
  /** The sheet as corrected together with the validation. */
  readonly extracted: ExtractedSheet | null;
  readonly newThirdParty: JsonRecord | null;
  readonly book: boolean;
  /** Also send it to the external platform. */
  readonly isPushed: boolean;
}

export interface ValidatedImport {
  readonly documentId: number;
  /** Null if the document still has to be booked. */
  readonly entryId: number | null;
}

/**
 * Third party, document, entry and validation are one append. After an interrupted earlier run it returns what was
 * recorded.
 */
export async function validateImport(
  toolbox: Toolbox,
  companyId: number,
  validating: RequestedValidating,
  context: CommandContext,
): Promise<ValidatedImport | Refusal> {
  const buildCommand = (file: CompanyFile) => buildValidateCommand(toolbox, companyId, validating, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const { data } = getFirstOfType(outcome.events, 'ImportValidated');
  return { documentId: data.document_id, entryId: data.entry_id };
}

async function buildValidateCommand(
  toolbox: Toolbox,
  companyId: number,
  { importId, baseVersion, extracted, newThirdParty, book, isPushed, ...requested }: RequestedValidating,
  file: CompanyFile,
): Promise<ValidateImport | Refusal> {
  const { ids, pool } = toolbox;
  const facts = await loadDocumentImportFacts(pool, companyId, importId);
  if (!facts) return refuse('not_found');
  const refused = findSheetRefusal(facts);
  if (refused) return refused;
  const { read, engine, sha256, original_name: name, mime, size } = facts;
  if (read === null || engine === null) return refuse('import_not_analysed', { field: 'status' });
  const corrected = extracted && (await buildCorrectedRead({ pool }, companyId, extracted, read, file));
  const { sheet, suggestions: known } = corrected ?? read;
  const { direction } = requested;
  const suggestions =
    direction === null || direction === sheet.direction
      ? known
      : await suggestBooking(pool, companyId, { ...sheet, direction }, file);
  const count = buildDocumentLines(sheet).length;
  const [documentIds, lineIds, thirdPartyIds] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, Math.max(1, count)),
    newThirdParty ? ids.allocate('third_parties', 1) : [],
  ]);
  const thirdPartyId = newThirdParty ? null : (requested.third_party_id ?? suggestions.third_party_id);
  const named = { third_party_id: thirdPartyId, reference: sheet.number };
  const same =
    thirdPartyId === null
      ? []
      : await findSameDocuments(pool, companyId, { third_party_id: thirdPartyId, number: sheet.number });
  const side = direction ?? sheet.direction;
  const credited = await findCreditedDocuments({ pool }, companyId, { ...sheet, direction: side }, thirdPartyId);
  const note = { ...credited, deducts: [], third_party_id: thirdPartyId ?? 0, lines: { length: count } };
  const partners = book ? await prepareBookingPartners(toolbox, companyId, note, credited.related, file) : undefined;
  const rates = await findImportRates(pool, companyId, sheet, requested.rates, file);
  const takenNumbers = await readTakenOfSheet(
    pool,
    companyId,
    { ...sheet, direction: direction ?? sheet.direction },
    file,
  );
  return {
    type: 'ValidateImport',
    facts: { ...facts, read, engine, file: { sha256, name, mime, size } },
    baseVersion,
    corrected: corrected ?? null,
    requested: {
      ...requested,
      rates,
      newThirdParty: newThirdParty && { id: thirdPartyIds[0]!, data: newThirdParty },
    },
    suggestions,
    documentId: documentIds[0]!,
    lineIds,
    sameDocuments: same,
    credited,
    takenNumbers,
    network: await findImportNetwork(pool, companyId, importId),
    ...(isPushed && { isPushed }),
    ...(book && {
      booking: {
        entryId: (await ids.allocate('entries', 1))[0]!,
        lineIds: await ids.allocate('entry_lines', countInvoiceLineIds(Math.max(1, count))),
        sameReferences: (await createSameReferenceLookup(pool, companyId, [named]))(named),
        ...(partners && { partners }),
      },
    }),
  };
}

/** An imported sale brings its number along. */
async function readTakenOfSheet(
  pool: Toolbox['pool'],
  companyId: number,
  { direction, document_type, number, date }: Pick<ExtractedSheet, 'direction' | 'document_type' | 'number' | 'date'>,
  file: CompanyFile,
): Promise<readonly TakenNumber[]> {
  if (direction !== 'sale' || number === null || date === null) return [];
  const is_credit_note = document_type === 'credit_note';
  const document = toNumberedDocument({ direction, is_credit_note, number, document_date: date });
  return readTakenNumbers(pool, companyId, document, file);
}
