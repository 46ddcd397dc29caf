import { listEarlierEvents, type EarlierNeed } from '../history/earlier.ts';
import {
  FactsNotRead,
  blockIfChanged,
  blockUndo,
  toUndone,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { isSameJson } from '../json.ts';
import type { AnnualFilingEvent, annualFilingEvents, FiledAccounts, FilingChanges } from './filing-events.ts';
import { ALREADY_FILED } from './filings.ts';
import { getAnnualFiling } from './state.ts';

const NAME = 'annual-filings';

export const annualFilingUndo: UndoRules<typeof annualFilingEvents> = {
  AnnualFilingChanged: {
    role: 'encoder',
    revert: ({ fiscal_year_id, changes, previous }, undoing) =>
      undoChange(fiscal_year_id, { changes, previous }, undoing),
  },
  AnnualFilingFiled: {
    role: 'manager',
    revert({ fiscal_year_id: id, version }, { file }) {
      const filing = getAnnualFiling(file.annualFilings, id);
      if (filing.version !== version) return blockUndo('undo_filing_changed', NAME, id);
      return [{ type: 'AnnualFilingReopened', data: { fiscal_year_id: id, version: version + 1 } }];
    },
  },
  AnnualFilingReopened: {
    role: 'manager',
    listEarlier: ({ fiscal_year_id: id }): readonly EarlierNeed[] => [
      { resource: NAME, id, types: ['AnnualFilingFiled'] },
    ],
    revert: ({ fiscal_year_id, version }, undoing) => fileAgain(fiscal_year_id, version, undoing),
  },
};

function undoChange(
  id: number,
  { changes, previous }: { readonly changes: FilingChanges; readonly previous: FilingChanges },
  { file }: Undoing,
): Undone {
  const filing = getAnnualFiling(file.annualFilings, id);
  if (filing.status === 'filed') return toUndone(ALREADY_FILED, NAME, id);
  const names = Object.keys(changes) as (keyof FilingChanges)[];
  const moved = blockIfChanged(
    names.filter((name) => !isSameJson(filing[name], changes[name] ?? null)),
    NAME,
    id,
  );
  if (moved) return moved;
  const event: AnnualFilingEvent = {
    type: 'AnnualFilingChanged',
    data: { fiscal_year_id: id, version: filing.version + 1, changes: previous, previous: changes },
  };
  return [event];
}

/** Only if nothing was changed since. */
function fileAgain(id: number, version: number, undoing: Undoing): Undone {
  const filing = getAnnualFiling(undoing.file.annualFilings, id);
  if (filing.version !== version) return blockUndo('undo_filing_changed', NAME, id);
  const events = listEarlierEvents<{ type: 'AnnualFilingFiled'; data: FiledAccounts }>(undoing, NAME, id);
  const filed = events.findLast(({ data }) => data.version < version);
  if (!filed) throw new FactsNotRead(`The filing of fiscal year ${id} was not read`);
  return [{ type: 'AnnualFilingFiled', data: { ...filed.data, version: version + 1 } }];
}
