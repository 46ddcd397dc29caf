import type { CompanyFile } from '../company-file-state.ts';
import { findLiveRecord } from '../records/state.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { ExtractedSheet } from './sheet.ts';
import { matchThirdParty, type MatchedThirdParty, type ThirdPartyCandidate } from './suggestions.ts';
import type { Direction } from './vat-suggestion.ts';

/** What else is known about the third party of a document. */
export interface ThirdPartyHints {
  /** Recognised by the engine itself. */
  readonly namedId: number | null;
  /** Chosen by users for earlier documents of the same sender. */
  readonly chosenId?: number | null;
  /** The sender is not certain to be the same. */
  readonly isDoubtful?: boolean;
}

/** A choice of users wins over what the document says, unless it is uncertain. */
export function findThirdParty(
  sheet: ExtractedSheet,
  candidates: readonly ThirdPartyCandidate[],
  { namedId, chosenId = null, isDoubtful = false }: ThirdPartyHints,
  file: CompanyFile,
): MatchedThirdParty | null {
  const matched = matchThirdParty(sheet, sheet.direction, candidates);
  const isReplaced = matched === null || !isDoubtful || matched.reason === 'same_name';
  if (chosenId !== null && isReplaced && isUsable(chosenId, sheet.direction, file))
    return { id: chosenId, reason: 'learnt' };
  if (matched !== null || namedId === null) return matched;
  return candidates.some(({ id }) => id === namedId) ? { id: namedId, reason: 'named_on_document' } : null;
}

function isUsable(id: number, direction: Direction | null, file: CompanyFile): boolean {
  const record = findLiveRecord(file.records, thirdParties, id)?.data;
  if (!record || record.is_active === false) return false;
  return direction === null || record.type === (direction === 'sale' ? 'customer' : 'supplier');
}
