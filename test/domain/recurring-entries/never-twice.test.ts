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
import type { DeliveryFacts } from '../../../domain/recurring-entries/delivery.ts';
import type { GivenIds } from '../../../domain/recurring-entries/run-steps.ts';
import { buildCustomer, confirm, content, document, entriesOf, fileWith, ids, run, schedule } from './samples.ts';

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

  it('are issued as documents at most once, with continuous numbers in the order of their dates, and sent once', () => {
    const any = fc.record({
      every: fc.integer({ min: 1, max: 3 }),
      unit: fc.constantFrom('week' as const, 'month' as const, 'quarter' as const),
      starts_on: day.filter((date) => date < '2026-12-01'),
      shift: fc.constantFrom(...SCHEDULE_SHIFTS),
    });
    const sends = fc.record({ do: fc.constant('send' as const), isAway: fc.boolean() });
    fc.assert(
      fc.property(any, fc.array(fc.oneof(step, sends), { maxLength: 12 }), (given, steps) => {
        const planned = { ...schedule({ ...given, month_end: false }), until: '2026-12-20' };
        const dates = [...generateDates(planned, 'BE')];
        let file: CompanyFile = fileWith(document({ schedule: planned }), buildCustomer());
        const seen: DomainEvent[] = [];
        const apply = (events: readonly DomainEvent[]): void => {
          file = events.reduce(companyFile.evolve, file);
          seen.push(...events);
        };
        const decide = (command: Parameters<typeof companyFile.decide>[0]): void => {
          const decision = companyFile.decide(command, file);
          if (!isRefusal(decision)) apply(decision);
        };
        const issue = (command: (changes: object) => Parameters<typeof companyFile.decide>[0]): void =>
          decide(command({ ids: dropTaken(seen) }));
        const send = (isAway: boolean): void => {
          // Twice each, as by two processes that have both read it as waiting.
          for (const facts of listDeliveries(seen))
            for (const mail_id of [1, 2]) {
              const now = listDeliveries(seen).find(({ entry_id }) => entry_id === facts.entry_id)!;
              decide({ type: 'RecordDelivery', facts: now, outcome: isAway ? { reason: 'away' } : { mail_id } });
            }
        };
        for (const one of steps)
          if (one.do === 'send') send(one.isAway);
          else if ('month' in one) apply([periodEvent(one.do, one.month)]);
          else if ('until' in one) issue((changes) => run(one.until, changes));
          else issue((changes) => confirm([dates[one.which % dates.length] ?? '2026-06-01'], changes));
        for (let month = 0; month < 12; month += 1) apply([periodEvent('unlock', month)]);
        for (let round = 0; round < 3; round += 1) issue((changes) => run('2027-01-15', changes));
        send(false);
        send(false);
        const booked = seen.flatMap((event) => (event.type === 'DocumentBooked' ? [event.data] : []));
        expect(booked.map(({ number }) => number)).to.deep.equal(
          booked.map((_, index) => `2026-${String(index + 1).padStart(5, '0')}`),
        );
        const days = booked.map((data) => data['document_date'] as string);
        expect(days).to.deep.equal(days.toSorted());
        const occurrences = listOccurrences(seen);
        expect(occurrences.map(({ date }) => date).toSorted()).to.deep.equal(
          dates.filter((date) => date >= '2026-01-01' && date <= '2026-12-31'),
        );
        const sent = seen.flatMap((event) =>
          event.type === 'RecurringDocumentSent' ? [event.data['document_id']] : [],
        );
        expect(sent.toSorted()).to.deep.equal(occurrences.map(({ document_id }) => document_id).toSorted());
      }),
      { numRuns: 20 },
    );
  });
});

const listOccurrences = (events: readonly DomainEvent[]) =>
  (events as readonly RecurringEvent[]).flatMap((event) =>
    event.type === 'RecurringEntryPosted' ? event.data.occurrences : [],
  );

/** What the tables tell of each issued document. */
const listDeliveries = (events: readonly DomainEvent[]): readonly DeliveryFacts[] =>
  listOccurrences(events).map(({ entry_id, document_id = 0, delivery }) => {
    const own = (events as readonly RecurringEvent[]).filter(
      (event) => 'document_id' in event.data && event.data.document_id === document_id,
    );
    const failed = own.findLast((event) => event.type === 'RecurringDocumentNotSent');
    return {
      recurring_entry_id: 1,
      entry_id,
      document_id,
      channel: delivery!,
      is_sent: own.some(({ type }) => type === 'RecurringDocumentSent'),
      reason: failed?.data.reason ?? null,
    };
  });

/** Ids that no earlier run has used. */
function dropTaken(events: readonly DomainEvent[]): GivenIds {
  const count = events.filter(({ type }) => type === 'EntryPosted').length;
  const { entries, lines, documents, documentLines, ...others } = ids;
  return {
    ...others,
    entries: entries.slice(count),
    documents: documents.slice(count),
    documentLines: documentLines.slice(count),
    lines: lines.slice(10 * count),
  };
}
