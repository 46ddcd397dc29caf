import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { CorrectSheet } from '../../domain/document-imports/imports.ts';
import { findSheetRefusal } from '../../domain/document-imports/imports.ts';
import { applyCorrection } from '../../domain/document-imports/correction.ts';
import type { SheetRead } from '../../domain/document-imports/import-events.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { isSameJson } from '../../domain/json.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadDocumentImportFacts } from '../../projections/document-imports/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { suggestBooking } from './outcomes.ts';

export async function correctSheet(
  { commands, pool }: Toolbox,
  companyId: number,
  {
    importId,
    sheet,
    baseVersion,
  }: { readonly importId: number; readonly sheet: ExtractedSheet; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<Refusal | null> {
  const buildCommand = async (file: CompanyFile): Promise<CorrectSheet | Refusal> => {
    const facts = await loadDocumentImportFacts(pool, companyId, importId);
    if (!facts) return refuse('not_found');
    const { read } = facts;
    const refused = findSheetRefusal(facts);
    if (refused) return refused;
    if (read === null) return refuse('import_not_analysed', { field: 'status' });
    const corrected = await buildCorrectedRead({ pool }, companyId, sheet, read, file);
    return { type: 'CorrectSheet', facts: { ...facts, read }, corrected, baseVersion };
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : null;
}

/** Builds the corrected sheet with its warnings and suggestions. */
export async function buildCorrectedRead(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  sheet: ExtractedSheet,
  before: SheetRead,
  file: CompanyFile,
): Promise<SheetRead> {
  const { sheet: corrected, warnings } = applyCorrection(sheet, before);
  const { third_party_id, third_party_reason } = before.suggestions;
  // What was learnt about the sender holds until the user changes the sender.
  const isSameSender = isSameJson(corrected.counterparty, before.sheet.counterparty);
  const chosenId = third_party_reason === 'learnt' && isSameSender ? third_party_id : null;
  const suggestions = await suggestBooking(pool, companyId, corrected, file, chosenId);
  return { sheet: corrected, warnings, suggestions };
}
