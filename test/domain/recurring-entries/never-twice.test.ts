import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import {
  SCHEDULE_SHIFTS,
  SCHEDULE_UNITS,
  type RecurringEvent,
} from '../../../domain/recurring-entries/recurring-events.ts';
import { generateDates } from '../../../domain/recurring-entries/schedule.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { confirm, content, entriesOf, fileWith, run, schedule } from './samples.ts';

type Step =
  | { readonly do: 'run'; readonly until: string }
  | { readonly do: 'confirm'; readonly which: number }
  | { readonly do: 'lock' | 'unlock'; readonly month: number };

const day = fc
  .integer({ min: 0, max: 364 })
  .map((days) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('run' as const), until: day }),
  fc.record({ do: fc.constant('confirm' as const), which: fc.nat(60) }),
  fc.record({ do: fc.constantFrom('lock' as const, 'unlock' as const), month: fc.nat(11) }),
);

const periodEvent = (type: 'lock' | 'unlock', month: number): DomainEvent => ({
  type: type === 'lock' ? 'PeriodLocked' : 'PeriodUnlocked',
  data: { fiscal_year_id: 10_000, period_id: 10_000 + month, version: 2 },
});

describe('Recurring entries, whatever happens', () => {
  it('are posted on each date of their schedule at most once, and on all of them in the end', () => {
    const any = fc.record({
      every: fc.integer({ min: 1, max: 3 }),
      unit: fc.constantFrom(...SCHEDULE_UNITS),
      starts_on: day.filter((date) => date < '2026-12-01'),
      shift: fc.constantFrom(...SCHEDULE_SHIFTS),
    });
    fc.assert(
      fc.property(any, fc.array(step, { maxLength: 12 }), (given, steps) => {
        const planned = schedule({ ...given, month_end: false });
        const dates = [...generateDates({ ...planned, until: '2026-12-20' }, 'BE')].filter(
          (date) => date <= '2026-12-31',
        );
        // What a shift takes out of the books before them is held for ever.
        const inBooks = dates.filter((date) => date >= '2026-01-01');
        let file: CompanyFile = fileWith(content({ schedule: { ...planned, until: '2026-12-20' } }));
        const posted: string[] = [];
        const apply = (events: readonly DomainEvent[]): void => {
          file = events.reduce(companyFile.evolve, file);
          posted.push(...entriesOf(events).map(({ entry_date }) => entry_date));
          const told = (events as readonly RecurringEvent[]).flatMap((event) =>
            event.type === 'RecurringEntryPosted' ? event.data.occurrences.map(({ date }) => date) : [],
          );
          expect(told).to.deep.equal(entriesOf(events).map(({ entry_date }) => entry_date));
        };
        for (const one of steps)
          if ('month' in one) apply([periodEvent(one.do, one.month)]);
          else {
            const command =
              'until' in one ? run(one.until) : confirm([dates[one.which % dates.length] ?? '2026-06-01']);
            const decision = companyFile.decide(command, file);
            if (!isRefusal(decision)) apply(decision);
          }
        for (let month = 0; month < 12; month += 1) apply([periodEvent('unlock', month)]);
        for (let round = 0; round < 3; round += 1)
          apply(companyFile.decide(run('2027-01-15'), file) as readonly DomainEvent[]);
        expect(posted.toSorted()).to.deep.equal(inBooks);
      }),
      { numRuns: 25 },
    );
  });
});
