import type pg from 'pg';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { analysed, type ReadFile } from '../../domain/document-imports/analysis.ts';
import { counterpartyKey } from '../../domain/document-imports/counterparty.ts';
import type { SimilarImport } from '../../domain/document-imports/duplicates.ts';
import type { AnalysisOutcome } from '../../domain/document-imports/imports.ts';
import type { SheetRead } from '../../domain/document-imports/import-events.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { matchThirdParty, suggest, type ThirdPartyCandidate } from '../../domain/document-imports/suggestions.ts';
import { duplicateFacts, suggestionFacts } from '../../projections/document-imports/similar.ts';
import type { FileReading } from './structured.ts';

/** What becomes of files that were read, by what the company file knows already. All of them are looked up together. */

export interface ReadImport {
  readonly id: number;
  readonly sha256: string;
  readonly reading: FileReading;
}

export async function outcomesOf(
  pool: pg.Pool,
  companyId: number,
  imports: readonly ReadImport[],
  file: CompanyFile,
): Promise<readonly { readonly id: number; readonly outcome: AnalysisOutcome }[]> {
  const files = imports.flatMap(({ id, sha256, reading }): readonly ReadFile[] =>
    'failed' in reading ? [] : [{ id, sha256, ...reading }],
  );
  const sheets = files.map(({ read }) => read.sheet);
  const matched = (candidates: readonly ThirdPartyCandidate[]) =>
    files.map(
      ({ read: { sheet }, thirdPartyId }) => matchThirdParty(sheet, sheet.direction, candidates)?.id ?? thirdPartyId,
    );
  const suggestions = await suggestionFacts(pool, companyId, sheets, matched);
  const thirdPartyIds = matched(suggestions.candidates);
  const examined = files.map(({ sha256, read: { sheet } }, index) => {
    return { sha256, sheet, thirdPartyId: thirdPartyIds[index]! };
  });
  const duplicates = files.length === 0 ? null : await duplicateFacts(pool, companyId, examined);
  const before: SimilarImport[] = [];
  const outcomes = new Map<number, AnalysisOutcome>();
  for (const [index, one] of files.entries()) {
    const known = { ...duplicates!, imports: [...duplicates!.imports, ...before] };
    outcomes.set(one.id, { analysed: analysed(one, { suggestions, duplicates: known }, file) });
    // The same invoice may come twice in one upload.
    before.push(similarTo(one, thirdPartyIds[index]!));
  }
  return imports.map(({ id, reading }) => ({
    id,
    outcome: 'failed' in reading ? { failed: reading.failed } : outcomes.get(id)!,
  }));
}

function similarTo({ id, sha256, read: { sheet } }: ReadFile, third_party_id: number | null): SimilarImport {
  return {
    id,
    sha256,
    counterparty_key: counterpartyKey(sheet.counterparty),
    third_party_id,
    document_type: sheet.document_type,
    number: sheet.number,
    document_date: sheet.date,
    amount_gross: sheet.totals.gross,
    imported_document_id: null,
  };
}

/** How a sheet that someone has corrected may be booked. */
export async function suggestionsFor(
  pool: pg.Pool,
  companyId: number,
  sheet: ExtractedSheet,
  file: CompanyFile,
): Promise<SheetRead['suggestions']> {
  const match = (candidates: readonly ThirdPartyCandidate[]) => matchThirdParty(sheet, sheet.direction, candidates);
  const facts = await suggestionFacts(pool, companyId, [sheet], (candidates) => [match(candidates)?.id ?? null]);
  return suggest(sheet, match(facts.candidates), facts, file);
}
