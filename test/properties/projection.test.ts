import { expect } from 'chai';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { rejection } from '../eventlog/contract/support.ts';
import { continueProjecting, dump, freshTables, recorded } from '../projections/support.ts';
import { action, perform, type Action } from './actions.ts';
import { castOf } from './cast.ts';
import { openedCompany } from './company.ts';

/** Any walk through the ledger gives the same read tables, however its events come: together, one by one, or again. */
describe('The read tables of the ledger, after any commands', function () {
  this.timeout(60_000);
  const STEPS = 80;
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const walk = fc.array(action, { minLength: STEPS, maxLength: STEPS });

  function eventsOf(actions: readonly Action[]) {
    const company = openedCompany('BE', 'capital', 'quarterly');
    const cast = castOf(company.file);
    for (const requested of actions) perform(company, cast, requested);
    const facts = [...company.opening, ...company.events];
    return recorded(facts.map((fact) => ({ stream: 'company-1', fact })));
  }

  it('are the same in one batch, in small ones and when the projector starts anew, and a batch counts once', async () => {
    await fc.assert(
      fc.asyncProperty(walk, fc.integer({ min: 1, max: 5 }), async (actions, size) => {
        const events = eventsOf(actions);
        const { projector, inSteps } = await freshTables(database.pool);
        await inSteps(events, events.length);
        const atOnce = await dump(database.pool);
        expect(atOnce['entries']).to.have.length(events.filter(({ type }) => type === 'EntryPosted').length);
        // The same events again are refused as a whole.
        await rejection(projector.project(events.slice(-size), events.at(-1 - size)!.position));
        expect(await dump(database.pool)).to.deep.equal(atOnce);

        const fresh = await freshTables(database.pool);
        const half = Math.floor(events.length / 2);
        const position = await fresh.inSteps(events.slice(0, half), size);
        const anew = await continueProjecting(database.pool);
        await anew.inSteps(events.slice(half), size, position);
        expect([...fresh.halted, ...anew.halted]).to.deep.equal([]);
        expect(await dump(database.pool)).to.deep.equal(atOnce);
      }),
      { numRuns: Number(process.env['PROPERTY_WALKS'] ?? 2), endOnFailure: true },
    );
  });
});
