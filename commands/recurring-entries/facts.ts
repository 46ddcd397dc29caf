import type { CompanyFile } from '../../domain/company-file-state.ts';
import { buildBalanceKey, listFormulaBalances, type AskedBalance } from '../../domain/recurring-entries/amounts.ts';
import { NO_FACTS, type OccurrenceFacts } from '../../domain/recurring-entries/occurrence.ts';
import { toNumberedOccurrence } from '../../domain/recurring-entries/document.ts';
import { MOST_AT_ONCE, type Candidate } from '../../domain/recurring-entries/posting.ts';
import { readTakenNumbersOfAll } from '../../projections/documents/taken-numbers.ts';
import type { Template } from '../../domain/recurring-entries/recurring-events.ts';
import { fillDatePlaceholders } from '../../domain/recurring-entries/date-placeholders.ts';
import { resolveMergedParty } from '../../domain/recurring-entries/template.ts';
import { readCreditedEntries } from '../../projections/ledger/credited.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import { createBalanceLookup } from '../../projections/recurring-entries/facts.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Facts for occurrences that are not part of the company file state, read with a few queries in all. */

const hasFormula = ({ lines }: Template): boolean => lines.some(({ formula }) => formula !== undefined);
const isStrict = ({ strict = false, reference }: Template): boolean => strict && reference !== null;

/** Most templates need no facts. */
export const needsFacts = ({ entry: { kind, template } }: Candidate): boolean =>
  kind === 'document' || hasFormula(template) || isStrict(template) || template.credited_entry_id !== undefined;

export async function loadOccurrenceFacts(
  pool: Toolbox['pool'],
  companyId: number,
  candidates: readonly Candidate[],
  file: CompanyFile,
): Promise<OccurrenceFacts> {
  const needing = candidates.filter(needsFacts);
  if (needing.length === 0) return NO_FACTS;
  const credited = needing.flatMap(({ entry: { template } }) => template.credited_entry_id ?? []);
  const [balanceOf, creditedById, same, takenNumbers] = await Promise.all([
    createBalanceLookup(pool, companyId, listNeededBalances(needing, file)),
    credited.length === 0 ? new Map() : readCreditedEntries(pool, companyId, [...new Set(credited)]),
    createSameReferenceLookup(
      pool,
      companyId,
      needing
        .filter(({ entry }) => isStrict(entry.template))
        .map(({ entry: { template }, date }) => ({
          third_party_id: resolveMergedParty(template.third_party_id ?? 0, file),
          reference: fillDatePlaceholders(template.reference, date),
        })),
    ),
    readTakenNumbersOfAll(pool, companyId, listNumberedDocuments(needing, file), file),
  ]);
  return { balanceOf, credited: creditedById, findSameReferences: same, takenNumbers };
}

/** At most as many as one append issues. */
const listNumberedDocuments = (candidates: readonly Candidate[], file: CompanyFile) =>
  candidates
    .filter(({ entry: { kind } }) => kind === 'document')
    .slice(0, MOST_AT_ONCE)
    .map(({ entry: { template }, date }) => toNumberedOccurrence(template, date, file));

function listNeededBalances(candidates: readonly Candidate[], file: CompanyFile): readonly AskedBalance[] {
  const asked = new Map<string, AskedBalance>();
  for (const { entry, date } of candidates)
    for (const { formula } of entry.template.lines)
      for (const one of (formula && listFormulaBalances(formula, date, file)) ?? [])
        asked.set(buildBalanceKey(one), one);
  return [...asked.values()];
}
