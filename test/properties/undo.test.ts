import { expect } from 'chai';
import fc from 'fast-check';
import type { ChartVariant, CountryCode, VatRegimeCode } from '../../domain/country-packs/index.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { action, perform, type Action } from './actions.ts';
import { castOf } from './cast.ts';
import { execute, openedCompany, type Company } from './company.ts';
import { stateOf, undoing, yearsOf } from './undoing.ts';

/**
 * Undo after any sequence of commands: what was there before, or a refusal with a reason; and undoing the undoing gives what
 * was there after. The books throw at an event that does not fit.
 */

const STEPS = 30;
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 25);

interface Walk {
  readonly country: CountryCode;
  readonly chart: ChartVariant;
  readonly regime: VatRegimeCode;
  readonly actions: readonly Action[];
}

const walk: fc.Arbitrary<Walk> = fc.record({
  country: fc.constantFrom<CountryCode>('BE', 'FR', 'LU'),
  chart: fc.constantFrom<ChartVariant>('capital', 'association'),
  regime: fc.constantFrom<VatRegimeCode>('quarterly', 'franchise'),
  actions: fc.array(action, { minLength: 1, maxLength: STEPS, size: 'max' }),
});

interface Done {
  readonly before: string;
  readonly years: readonly string[];
  readonly events: readonly DomainEvent[];
}

function walked({ country, chart, regime, actions }: Walk): { company: Company; done: Done[] } {
  const company = openedCompany(country, chart, regime);
  const cast = castOf(company.file);
  const done: Done[] = [];
  for (const requested of actions) {
    const [before, years] = [stateOf(company), yearsOf(company)];
    const events = perform(company, cast, requested);
    if (events.length > 0) done.push({ before, years, events });
  }
  return { company, done };
}

/** Gives what was recorded, or null for a refusal, which must name what is in the way. */
function undone(
  company: Company,
  events: readonly DomainEvent[],
  refused: Map<string, number>,
): readonly DomainEvent[] | null {
  const decision = execute(company, undoing(company, events));
  if (!isRefusal(decision)) return decision;
  const blockers = decision.facts!['blocked_by'] as { code: string; resource: string }[];
  expect(blockers.length).to.be.greaterThan(0);
  const lock = blockers.find(({ code }) => ['period_locked', 'fiscal_year_closed'].includes(code));
  expect(decision.code).to.equal(lock ? 'period_locked' : 'revert_blocked');
  expect(decision.facts!['reason']).to.equal((lock ?? blockers[0]!).code);
  for (const { code } of blockers) refused.set(code, (refused.get(code) ?? 0) + 1);
  return null;
}

describe('Undo, after any commands', function () {
  this.timeout(20_000 + RUNS * 2_000);

  it('gives what was there before, operation by operation back to the beginning, or says why not', () => {
    const refused = new Map<string, number>();
    const types = new Map<string, number>();
    fc.assert(
      fc.property(walk, (requested) => {
        const { company, done } = walked(requested);
        for (const { before, years, events } of done.toReversed()) {
          if (undone(company, events, refused) === null) return;
          for (const { type } of events) types.set(type, (types.get(type) ?? 0) + 1);
          expect(stateOf(company)).to.equal(before);
          expect(yearsOf(company)).to.include.members([...years]);
        }
      }),
      { numRuns: RUNS },
    );
    if (process.env['PROPERTY_COUNTS']) console.log(types, refused);
    for (const type of [
      'EntryPosted',
      'LinesLettered',
      'RecordUpdated',
      'PeriodLocked',
      'EntryReversed',
      'LinesUnlettered',
    ])
      expect(types.get(type), type).to.be.greaterThan(0);
  });

  it('can be undone itself, and again', () => {
    let tried = 0;
    fc.assert(
      fc.property(walk, (requested) => {
        const { company, done } = walked(requested);
        const last = done.at(-1);
        if (!last) return;
        const after = stateOf(company);
        const refused = new Map<string, number>();
        let events: readonly DomainEvent[] | null = last.events;
        for (const expected of [last.before, after, last.before, after]) {
          events = undone(company, events, refused);
          if (events === null) return;
          expect(stateOf(company)).to.equal(expected);
        }
        tried += 1;
      }),
      { numRuns: RUNS * 2 },
    );
    expect(tried).to.be.greaterThan(RUNS / 4);
  });

  it('takes back a closing whose result was brought to another account', () => {
    const lines = [{ amount: '0.01', account: 1, code: 0 }];
    const posted = { is: 'invoice', direction: 'purchase', date: '2024-02-29', party: 0, lines } as const;
    const { company, done } = walked({
      country: 'LU',
      chart: 'capital',
      regime: 'quarterly',
      actions: [
        { do: 'post', entry: { ...posted, taxDifference: null, credited: null, flaw: null } },
        { do: 'close', year: 0 },
      ],
    });
    const { before, events } = done.at(-1)!;
    expect(undone(company, events, new Map())).to.not.equal(null);
    expect(stateOf(company)).to.equal(before);
  });

  it('leaves an account on the side on which a year was closed', () => {
    const lines = [{ amount: '10.00', account: 4, code: 0 }];
    const posted = { is: 'invoice', direction: 'purchase', date: '2024-02-29', party: 0, lines } as const;
    const { company, done } = walked({
      country: 'BE',
      chart: 'capital',
      regime: 'quarterly',
      actions: [
        { do: 'change record', what: 'switch side', which: 8 },
        { do: 'post', entry: { ...posted, taxDifference: null, credited: null, flaw: null } },
        { do: 'close', year: 0 },
      ],
    });
    const refused = new Map<string, number>();
    expect(undone(company, done[0]!.events, refused)).to.equal(null);
    expect([...refused.keys()]).to.deep.equal(['account_in_closed_year']);
  });

  it('keeps the books whole when something in the middle is undone', () => {
    let tried = 0;
    fc.assert(
      fc.property(walk, fc.nat(), (requested, somewhere) => {
        const { company, done } = walked(requested);
        if (done.length === 0) return;
        const events = undone(company, done[somewhere % done.length]!.events, new Map());
        if (events !== null) tried += 1;
        // Twice never acts twice.
        if (events !== null) {
          const again = undone(company, done[somewhere % done.length]!.events, new Map());
          if (again !== null) expect(again.map(({ type }) => type)).to.not.include('EntryReversed');
        }
      }),
      { numRuns: RUNS * 2 },
    );
    expect(tried).to.be.greaterThan(0);
  });
});
