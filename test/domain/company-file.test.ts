import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile, type CompanyFileState, type CompanyFileCommand } from '../../domain/company-file.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { toCanonicalJson, type Json, type JsonRecord } from '../../domain/json.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { sum } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { assertEventShape } from '../../commands/support/event-schemas.ts';
import {
  findAccountId,
  buildCreateRecord,
  findJournalId,
  openCompany,
  openedEvents,
  openedFile,
  buildPostEntry,
  replay,
} from '../support/company-file-samples.ts';
import { givenFor, refused } from '../support/given.ts';

type RequestedSides = readonly [account: string, debit: string, credit: string];

const given = givenFor(companyFile);

const throughStore = (file: CompanyFileState): CompanyFileState =>
  companyFile.snapshot.unpack(JSON.parse(JSON.stringify(companyFile.snapshot.pack(file))) as JsonRecord);

/** The state as text, whatever order its maps have. */
function comparable(file: CompanyFileState): string {
  const byText = (list: readonly Json[]): Json[] => list.map(toCanonicalJson).sort();
  const { records, ledger, ...rest } = companyFile.snapshot.pack(file) as {
    records: Record<string, { records: Json[] }>;
    ledger: Record<string, Json[]>;
  } & JsonRecord;
  // A snapshot leaves out the records that all files of the country have.
  const sizes = Object.entries(file.records).map(([name, { byId }]) => [name, byId.size]);
  const keys = Object.entries(file.records).map(([name, { byKey }]) => [name, byText([...byKey.entries()])]);
  return toCanonicalJson({
    ...rest,
    records: Object.fromEntries(Object.entries(records).map(([name, packed]) => [name, byText(packed.records)])),
    ledger: Object.fromEntries(Object.entries(ledger).map(([name, packed]) => [name, byText(packed)])),
    keys: Object.fromEntries(keys) as JsonRecord,
    sizes: Object.fromEntries(sizes) as JsonRecord,
  });
}

describe('company file', () => {
  it('refuses every command before it is open', () => {
    const commands: CompanyFileCommand[] = [
      buildPostEntry(),
      buildCreateRecord('accounts', 1, { number: '1', label: 'x' }),
      { type: 'UpdateRecord', resource: 'accounts', id: 1, changes: {}, baseVersion: null },
      { type: 'TrashRecord', resource: 'accounts', id: 1, baseVersion: null },
      { type: 'RestoreRecord', resource: 'accounts', id: 1 },
    ];
    for (const command of commands) given().when(command).then(refused('not_found'));
  });

  it('leaves its state alone for an event that it does not know', () => {
    expect(companyFile.evolve(openedFile, { type: 'CompanyFileSoldToMartians', data: {} })).to.equal(openedFile);
  });

  it('is the same after a journey through a snapshot, open or not', () => {
    expect(comparable(throughStore(companyFile.initialState))).to.equal(comparable(companyFile.initialState));
    expect(comparable(throughStore(openedFile))).to.equal(comparable(openedFile));
  });

  describe('after any commands, valid and not', () => {
    // The last of each is what must be refused.
    const accounts = ['612400', '570000', '400000', '700000', '612400', '570000', '400000', '700000', '612', '999999'];
    const amounts = ['0.01', '10.00', '99999.99', '0.10', '0.00'];
    const dates = ['2026-01-01', '2026-02-28', '2026-06-30', '2026-12-31', '2026-08-01', '2027-01-01', '2026-02-30'];
    const thirdPartyIds = [1, 2, 3];
    const recordId = fc.oneof(
      fc.constantFrom(...thirdPartyIds),
      fc.constantFrom(
        findAccountId('612400'),
        findAccountId('700000'),
        findJournalId('OD'),
        findJournalId('VEN'),
        424_242,
      ),
    );
    const resource = fc.constantFrom('accounts', 'journals', 'vat-codes', 'third-parties', 'unicorns');
    const baseVersion = fc.constantFrom(null, 1, 2);
    const fields = fc.record(
      {
        name: fc.constantFrom('A', 'B', null),
        type: fc.constantFrom('customer', 'supplier', 'bank', null),
        code: fc.constantFrom('OD', 'X', 'Y', null),
        number: fc.constantFrom('612400', '612401', '700000'),
        label: fc.constantFrom('Bureau', null),
        is_active: fc.boolean(),
        account_id: fc.constantFrom(findAccountId('400000'), findAccountId('40'), 424_242, null),
      },
      { requiredKeys: [] },
    );
    const side = fc.constantFrom(...amounts);
    const lines = fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...accounts), fc.constantFrom(...accounts), side)
          .map(([debited, credited, amount]): RequestedSides[] => [
            [debited, amount, '0.00'],
            [credited, '0.00', amount],
          ]),
      },
      {
        weight: 1,
        arbitrary: fc.array<RequestedSides>(fc.tuple(fc.constantFrom(...accounts), side, side), { maxLength: 4 }),
      },
    );
    const third = fc.constantFrom(null, null, null, null, ...thirdPartyIds);
    const entry = fc.record({
      journal: fc.constantFrom('OD', 'OD', 'OD', 'VEN', 'VEN', '?'),
      date: fc.constantFrom(...dates),
      lines,
      third,
    });
    const wantedEntry = entry.map(({ journal, date, lines: requested, third: third_party_id }) => ({
      type: 'PostEntry' as const,
      journal_id: journal === '?' ? 1 : findJournalId(journal),
      entry_date: date,
      lines: requested.map(([account, debit, credit]) => ({
        account,
        account_id: null,
        debit,
        credit,
        label: null,
        third_party_id,
      })),
    }));
    const step = fc.oneof(
      { weight: 12, arbitrary: wantedEntry },
      {
        weight: 2,
        arbitrary: fc
          .tuple(resource, fc.array(fields, { minLength: 1, maxLength: 3 }))
          .map(([name, data]) => ({ type: 'CreateRecords' as const, resource: name, data })),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          type: fc.constant('UpdateRecord' as const),
          resource,
          id: recordId,
          changes: fields,
          baseVersion,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ type: fc.constant('TrashRecord' as const), resource, id: recordId, baseVersion }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('RestoreRecord' as const), resource, id: recordId }) },
      { weight: 1, arbitrary: fc.constant({ type: 'OpenCompanyFile' as const }) },
    );

    /** Ids are handed out by the service, never twice, so they are not left to chance. */
    function commands(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): CompanyFileCommand[] {
      let next = 1;
      return steps.map((requested): CompanyFileCommand => {
        switch (requested.type) {
          case 'PostEntry':
            return buildPostEntry({ ...requested, entryId: next++ });
          case 'CreateRecords':
            return {
              type: requested.type,
              resource: requested.resource,
              records: requested.data.map((data) => ({ id: next++, data: data })),
            };
          case 'OpenCompanyFile':
            return openCompany();
          default:
            return { ...requested };
        }
      });
    }

    function run(given: readonly CompanyFileCommand[]) {
      let file = openedFile;
      const events: DomainEvent[] = [...openedEvents];
      let refusals = 0;
      for (const command of given) {
        const decision = companyFile.decide(command, file);
        if (isRefusal(decision)) {
          refusals += 1;
          expect(decision.problems).not.to.have.length(0);
          continue;
        }
        decision.forEach(assertEventShape);
        events.push(...decision);
        file = replay(decision, file);
      }
      return { file, events, refusals };
    }

    it('every entry balances, numbers are 1 to n, keys are held by one living record, and a replay gives the same state', () => {
      let posted = 0;
      let refusals = 0;
      fc.assert(
        fc.property(fc.array(step, { minLength: 12, maxLength: 30 }), (steps) => {
          const outcome = run(commands(steps));
          refusals += outcome.refusals;
          const numbers = new Map<string, number[]>();
          for (const { type, data } of outcome.events) {
            if (type !== 'EntryPosted') continue;
            posted += 1;
            const entry = data as unknown as PostedEntry;
            expect(sum(entry.lines.map(({ debit }) => debit))).to.equal(entry.total);
            expect(sum(entry.lines.map(({ credit }) => credit))).to.equal(entry.total);
            const place = `${entry.journal_id}:${entry.fiscal_year_id}`;
            numbers.set(place, [...(numbers.get(place) ?? []), entry.number]);
          }
          for (const given of numbers.values()) expect(given).to.deep.equal(given.map((_, index) => index + 1));
          for (const { byId, byKey } of Object.values(outcome.file.records)) {
            for (const id of Array.from(byKey.entries(), ([, holder]) => holder))
              expect(byId.get(id)?.isTrashed).to.equal(false);
          }
          const replayed = replay(JSON.parse(JSON.stringify(outcome.events)) as DomainEvent[]);
          expect(comparable(replayed)).to.equal(comparable(outcome.file));
          expect(comparable(throughStore(outcome.file))).to.equal(comparable(outcome.file));
        }),
        { numRuns: 40 },
      );
      // The generator is of use only when much of both happens.
      expect(posted).to.be.greaterThan(20);
      expect(refusals).to.be.greaterThan(20);
    }).timeout(20_000);
  });
});
