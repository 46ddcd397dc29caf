import type { CompanyFile } from '../company-file-state.ts';
import { findDuplicate, hasSimilar, type DuplicateFacts } from './duplicates.ts';
import type { ReadField } from './fields.ts';
import type { AnalysedData, Engine, ImportPreview, PageOf, StoredWarning } from './import-events.ts';
import type { ReadDocument, SheetWarning } from './sheet.ts';
import { suggest, type SuggestionFacts } from './suggestions.ts';
import { findThirdParty } from './third-party-hints.ts';

/** Evaluates an extracted document: reliability, duplicates, and booking suggestions. */

export interface ReadFile {
  readonly id: number;
  readonly sha256: string;
  readonly read: ReadDocument;
  readonly engine: Engine;
  /** No part of it needs a review. */
  readonly isReliable: boolean;
  /** Third party recognised by the engine itself. */
  readonly thirdPartyId: number | null;
  /** Third party that users chose for this sender; absent: none. */
  readonly chosenId?: number | null;
  /** Something was learnt from a sender that is not certain to be the same. */
  readonly isDoubtful?: boolean;
  readonly preview?: ImportPreview | null;
  readonly pageCount?: number;
  /** Where its values were read; absent for structured invoices. */
  readonly fields?: readonly ReadField[];
  /** Page number printed on an image that is one page of several. */
  readonly pageOf?: PageOf | null;
}

export interface AnalysisFacts {
  readonly suggestions: SuggestionFacts;
  readonly duplicates: DuplicateFacts;
}

/** More lines cannot be reviewed on screen and exceed a document: longer sheets are summarised by VAT rate. */
export const MAX_SHEET_LINES = 500;

export function summariseLongSheet(read: ReadDocument): ReadDocument {
  if (read.sheet.lines.length <= MAX_SHEET_LINES) return read;
  const warnings = read.warnings.filter(({ code }) => code !== 'lines_summarised');
  return { sheet: { ...read.sheet, lines: [] }, warnings: [...warnings, { code: 'lines_summarised' }] };
}

export function buildAnalysis(
  { id, sha256, read, engine, preview, pageCount, pageOf, fields = [], ...known }: ReadFile,
  facts: AnalysisFacts,
  file: CompanyFile,
): Omit<AnalysedData, 'id' | 'version'> {
  const { sheet } = read;
  const hints = { ...known, namedId: known.thirdPartyId };
  const matched = findThirdParty(sheet, facts.suggestions.candidates, hints, file);
  const isReliable = known.isReliable && known.isDoubtful !== true;
  const examined = { id, sha256, sheet, thirdPartyId: matched?.id ?? null };
  const duplicate = findDuplicate(examined, facts.duplicates);
  const isSimilar = duplicate === null && hasSimilar(examined, facts.duplicates);
  const warnings = [...read.warnings, ...(isSimilar ? [{ code: 'similar_document' }] : [])];
  return {
    engine,
    status: duplicate ? 'duplicate' : isReliable && !isSimilar ? 'ready' : 'needs_review',
    sheet,
    warnings: warnings.map(toStoredWarning),
    suggestions: suggest(sheet, matched, facts.suggestions, file),
    duplicate_of_import_id: duplicate?.importId ?? null,
    duplicate_of_document_id: duplicate?.documentId ?? null,
    duplicate_of_entry_id: duplicate?.entryId ?? null,
    ...(preview && { preview }),
    ...(pageCount !== undefined && { page_count: pageCount }),
    ...(pageOf && { page_of: pageOf }),
    ...(fields.length > 0 && { fields }),
  };
}

export const toStoredWarning = ({ code, params }: SheetWarning): StoredWarning =>
  params === undefined ? { code } : { code, params };
