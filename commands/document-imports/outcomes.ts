import type pg from 'pg';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { buildAnalysis, type ReadFile } from '../../domain/document-imports/analysis.ts';
import { buildCounterpartyKey } from '../../domain/document-imports/counterparty.ts';
import { keepUnchangedFields } from '../../domain/document-imports/fields.ts';
import { applyLessons } from '../../domain/document-imports/learning.ts';
import type { SimilarImport } from '../../domain/document-imports/duplicates.ts';
import type { AnalysisOutcome } from '../../domain/document-imports/imports.ts';
import type { SheetRead } from '../../domain/document-imports/import-events.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { suggest, type ThirdPartyCandidate } from '../../domain/document-imports/suggestions.ts';
import { findThirdParty } from '../../domain/document-imports/third-party-hints.ts';
import { loadLessons } from '../../projections/document-imports/lessons.ts';
import { loadDuplicateFacts, loadSuggestionFacts } from '../../projections/document-imports/similar.ts';
import type { FileReading } from './structured.ts';

/** Determines the outcomes of read files from the data of the company file. All look-ups are made together. */

export interface ReadImport {
  readonly id: number;
  readonly sha256: string;
  readonly reading: FileReading;
}

export async function determineOutcomes(
  pool: pg.Pool,
  companyId: number,
  imports: readonly ReadImport[],
  file: CompanyFile,
): Promise<readonly { readonly id: number; readonly outcome: AnalysisOutcome }[]> {
  const read = imports.flatMap(({ id, sha256, reading }): readonly ReadFile[] =>
    'failed' in reading ? [] : [{ id, sha256, ...reading }],
  );
  const files = await applyCorrections(pool, companyId, read);
  const sheets = files.map(({ read: { sheet } }) => sheet);
  const matchThirdParties = (candidates: readonly ThirdPartyCandidate[]) =>
    files.map(
      ({ read: { sheet }, thirdPartyId, ...hints }) =>
        findThirdParty(sheet, candidates, { ...hints, namedId: thirdPartyId }, file)?.id ?? thirdPartyId,
    );
  const suggestions = await loadSuggestionFacts(pool, companyId, sheets, matchThirdParties);
  const thirdPartyIds = matchThirdParties(suggestions.candidates);
  const examined = files.map(({ sha256, read: { sheet } }, index) => {
    return { sha256, sheet, thirdPartyId: thirdPartyIds[index]! };
  });
  const duplicates = files.length === 0 ? null : await loadDuplicateFacts(pool, companyId, examined);
  const before: SimilarImport[] = [];
  const outcomes = new Map<number, AnalysisOutcome>();
  for (const [index, one] of files.entries()) {
    const known = { ...duplicates!, imports: [...duplicates!.imports, ...before] };
    outcomes.set(one.id, { analysed: buildAnalysis(one, { suggestions, duplicates: known }, file) });
    // The same invoice may occur twice in one upload.
    before.push(toSimilarImport(one, thirdPartyIds[index]!));
  }
  return imports.map(({ id, reading }) => ({
    id,
    outcome: 'failed' in reading ? { failed: reading.failed } : outcomes.get(id)!,
  }));
}

/** A correction may lead to one that was made under the corrected name. */
const ROUNDS = 2;

/** Applies what users corrected on earlier documents of the same senders. */
async function applyCorrections(
  pool: pg.Pool,
  companyId: number,
  files: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  let learnt = files;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sheets = [...files, ...learnt].map(({ read }) => read.sheet);
    const lessons = await loadLessons(pool, companyId, sheets);
    if (lessons.length === 0) return files;
    learnt = files.map((file) => {
      const { sheet, warnings, chosenId, isDoubtful } = applyLessons(file.read, lessons);
      const fields = keepUnchangedFields(file.fields ?? [], file.read.sheet, sheet);
      return { ...file, read: { sheet, warnings }, fields, chosenId, isDoubtful };
    });
    if (learnt.every(({ read }, index) => read.sheet === files[index]!.read.sheet)) break;
  }
  return learnt;
}

function toSimilarImport({ id, sha256, read: { sheet } }: ReadFile, third_party_id: number | null): SimilarImport {
  return {
    id,
    sha256,
    counterparty_key: buildCounterpartyKey(sheet.counterparty),
    third_party_id,
    document_type: sheet.document_type,
    number: sheet.number,
    document_date: sheet.date,
    amount_gross: sheet.totals.gross,
    imported_document_id: null,
  };
}

/** Suggests how to book a corrected sheet; `chosenId`: third party that users chose for the sender. */
export async function suggestBooking(
  pool: pg.Pool,
  companyId: number,
  sheet: ExtractedSheet,
  file: CompanyFile,
  chosenId: number | null = null,
): Promise<SheetRead['suggestions']> {
  const findMatch = (candidates: readonly ThirdPartyCandidate[]) =>
    findThirdParty(sheet, candidates, { namedId: null, chosenId }, file);
  const facts = await loadSuggestionFacts(pool, companyId, [sheet], (candidates) => [
    findMatch(candidates)?.id ?? null,
  ]);
  return suggest(sheet, findMatch(facts.candidates), facts, file);
}
