import { companyFile } from '../../../domain/company-file.ts';
import type { AmendEntry, EntryHead } from '../../../domain/ledger/amendment.ts';
import { MARCH, openedEvents, buildPeriodLocked, yearClosed } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);

const head: EntryHead = {
  id: 7,
  version: 4,
  entry_date: '2026-03-15',
  label: 'Armoire',
  reference: null,
  due_date: '2026-04-15',
};
const amend = (changes: AmendEntry['changes'], baseVersion: number | null = null): AmendEntry => ({
  type: 'AmendEntry',
  facts: head,
  changes,
  baseVersion,
});

describe('amending an entry', () => {
  it('tells what changes and what was there before, and nothing of what stays', () => {
    given(openedEvents)
      .when(amend({ label: 'Table', reference: 'F-1', due_date: '2026-04-15' }))
      .then([
        {
          type: 'EntryAmended',
          data: {
            id: 7,
            version: 5,
            changes: { label: 'Table', reference: 'F-1' },
            previous: { label: 'Armoire', reference: null },
          },
        },
      ]);
  });

  it('empties what is null, and takes a due date on the day of the entry', () => {
    given(openedEvents)
      .when(amend({ label: null, due_date: '2026-03-15' }, 4))
      .then([
        {
          type: 'EntryAmended',
          data: {
            id: 7,
            version: 5,
            changes: { label: null, due_date: '2026-03-15' },
            previous: { label: 'Armoire', due_date: '2026-04-15' },
          },
        },
      ]);
  });

  it('does nothing when it already is as asked, not even in a locked period', () => {
    given(openedEvents).when(amend({})).then([]);
    given(openedEvents, buildPeriodLocked(MARCH))
      .when(amend({ label: 'Armoire', reference: null, due_date: '2026-04-15' }))
      .then([]);
  });

  it('is refused with a due date before the entry', () => {
    given(openedEvents)
      .when(amend({ due_date: '2026-03-14' }))
      .then(refusedAt(['due_date', 'due_date_before_entry_date']));
  });

  it('is refused when the client has seen another version', () => {
    given(openedEvents)
      .when(amend({ label: 'Table' }, 3))
      .then(refused('conflict', { facts: { server_version: 4 } }));
  });

  it('is refused in a locked period and in a closed year, with what else is wrong', () => {
    const lockedAt = (reason: string, ...others: object[]) => ({
      ...refused('period_locked', { facts: { reason } }),
      problems: [{ code: reason, field: 'entry_date' }, ...(others as never[])],
    });
    given(openedEvents, buildPeriodLocked(MARCH))
      .when(amend({ label: 'Table' }))
      .then(lockedAt('period_locked'));
    given(openedEvents, yearClosed)
      .when(amend({ due_date: '2026-01-01' }))
      .then(lockedAt('fiscal_year_closed', { code: 'due_date_before_entry_date', field: 'due_date' }));
  });
});
