import type { CompanyFile } from '../../domain/company-file-state.ts';
import { balanceKey, balancesOf, type AskedBalance } from '../../domain/recurring-entries/amounts.ts';
import { NO_FACTS, type OccurrenceFacts } from '../../domain/recurring-entries/occurrence.ts';
import type { Candidate } from '../../domain/recurring-entries/posting.ts';
import type { Template } from '../../domain/recurring-entries/recurring-events.ts';
import { filledIn, standsFor } from '../../domain/recurring-entries/template.ts';
import { creditedEntries } from '../../projections/ledger/credited.ts';
import { sameReferences } from '../../projections/ledger/same-references.ts';
import { formulaBalances } from '../../projections/recurring-entries/facts.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** What occurrences need that the state of a company file does not hold: three statements at most, however many they are. */

const hasFormula = ({ lines }: Template): boolean => lines.some(({ formula }) => formula !== undefined);
const isStrict = ({ strict = false, reference }: Template): boolean => strict && reference !== null;

/** Most templates need nothing. */
export const needsFacts = ({ entry: { template } }: Candidate): boolean =>
  hasFormula(template) || isStrict(template) || template.credited_entry_id !== undefined;

export async function occurrenceFacts(
  pool: Toolbox['pool'],
  companyId: number,
  candidates: readonly Candidate[],
  file: CompanyFile,
): Promise<OccurrenceFacts> {
  const needing = candidates.filter(needsFacts);
  if (needing.length === 0) return NO_FACTS;
  const credited = needing.flatMap(({ entry: { template } }) => template.credited_entry_id ?? []);
  const [balanceOf, creditedById, same] = await Promise.all([
    formulaBalances(pool, companyId, askedFor(needing, file)),
    credited.length === 0 ? new Map() : creditedEntries(pool, companyId, [...new Set(credited)]),
    sameReferences(
      pool,
      companyId,
      needing
        .filter(({ entry }) => isStrict(entry.template))
        .map(({ entry: { template }, date }) => ({
          third_party_id: standsFor(template.third_party_id ?? 0, file),
          reference: filledIn(template.reference, date),
        })),
    ),
  ]);
  return { balanceOf, credited: creditedById, sameReferences: same };
}

function askedFor(candidates: readonly Candidate[], file: CompanyFile): readonly AskedBalance[] {
  const asked = new Map<string, AskedBalance>();
  for (const { entry, date } of candidates)
    for (const { formula } of entry.template.lines)
      for (const one of (formula && balancesOf(formula, date, file)) ?? []) asked.set(balanceKey(one), one);
  return [...asked.values()];
}
