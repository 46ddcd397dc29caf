import { expect } from 'chai';
import fc from 'fast-check';
import { createSystemContext } from '../../commands/support/context.ts';
import { sealEvent } from '../../commands/support/sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { verifyChain } from '../../commands/support/verify-chain.ts';
import { companyFile, type CompanyFile, type CompanyFileState } from '../../domain/company-file.ts';
import type { ChartVariant, CountryCode, VatRegimeCode } from '../../domain/country-packs/index.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { toCanonicalJson, type JsonRecord } from '../../domain/json.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { withoutNulls } from '../../domain/records/packing.ts';
import { NO_STREAM, type RecordedEvent } from '../../eventlog/port.ts';
import { replay } from '../support/company-file-samples.ts';
import { action, closing, perform, reopening, reversal, unlettering, type Action } from './actions.ts';
import { balancesOf, balancesOfYear, openAmountsOf, openItemsOf } from './books.ts';
import { castOf } from './cast.ts';
import { execute, openedCompany, type Company } from './company.ts';

/**
 * What holds for any sequence of commands, valid and not. Most of it is told by the books, which take in every event and
 * throw at one that does not fit: unbalanced, out of number, behind a lock, settled for more than it is.
 */

const COUNTRIES: readonly CountryCode[] = ['BE', 'FR', 'LU'];
const STEPS = 60;
/** Long runs look for what is rare. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 80);

/** Each of these must happen now and then, or the walks prove nothing of it. */
const WANTED = [
  'PostEntry',
  'PostInvoice',
  'PostBatch',
  'ReverseEntry',
  'AmendEntry',
  'LockPeriod',
  'UnlockPeriod',
  'OpenFiscalYear',
  'UpdateFiscalYear',
  'CloseFiscalYear',
  'ReopenFiscalYear',
  'PostOpeningBalance',
  'PostAccruals',
  'MergeThirdParty',
  'LetterLines',
  'LetterAutomatically',
  'UnletterLines',
];

interface Walk {
  readonly country: CountryCode;
  readonly chart: ChartVariant;
  readonly regime: VatRegimeCode;
  readonly actions: readonly Action[];
}

const walk: fc.Arbitrary<Walk> = fc.record({
  country: fc.constantFrom(...COUNTRIES),
  chart: fc.constantFrom('capital', 'association'),
  regime: fc.constantFrom('quarterly', 'franchise'),
  actions: fc.array(action, { minLength: 1, maxLength: STEPS, size: 'max' }),
});

function walked({ country, chart, regime, actions }: Walk): Company {
  const company = openedCompany(country, chart, regime);
  const cast = castOf(company.file);
  for (const requested of actions) perform(company, cast, requested);
  return company;
}

describe('The ledger, after any commands', function () {
  this.timeout(20_000 + RUNS * 1_000);

  it('balances, numbers 1 to n, keeps what is locked and never settles too much', () => {
    const done = new Map<string, number>();
    const refused = new Map<string, number>();
    fc.assert(
      fc.property(walk, (requested) => {
        const company = walked(requested);
        add(done, company.done);
        add(refused, company.refused);
      }),
      { numRuns: RUNS },
    );
    if (process.env['PROPERTY_COUNTS']) console.log(done, refused);
    // The walks are of use only where much of everything happens.
    for (const type of WANTED) expect(done.get(type), type).to.be.greaterThan(0);
  });

  it('is the same when it is replayed, also from a snapshot taken anywhere, and has the same hash chain', () => {
    fc.assert(
      fc.property(walk, fc.nat(), (requested, somewhere) => {
        const { beginning, file, events } = walked(requested);
        const stored = JSON.parse(JSON.stringify(events)) as DomainEvent[];
        const cut = somewhere % (stored.length + 1);
        const halfway = throughStore(replay(stored.slice(0, cut), beginning));
        expect(comparable(replay(stored, beginning))).to.equal(comparable(file));
        expect(comparable(replay(stored.slice(cut), halfway))).to.equal(comparable(file));
        const chain = sealed(events);
        expect(sealed(stored)).to.deep.equal(chain);
        const recorded = JSON.parse(JSON.stringify(chain)) as RecordedEvent[];
        expect(verifyChain(recorded)).to.deep.equal({ intact: true, events: events.length });
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  it('has every balance back when a year is closed and reopened', () => {
    let tried = 0;
    fc.assert(
      fc.property(walk, (requested) => {
        const company = walked(requested);
        const year = company.file.fiscalYears.find(({ closing: isClosed }) => !isClosed);
        if (!year) return;
        const before = balancesOf(company.books);
        if (isRefusal(execute(company, closing(company, year.id)))) return;
        const isEmpty = balancesOfYear(company.books, year.id).size === 0;
        if (!isEmpty) tried += 1;
        expect(isRefusal(execute(company, reopening(company, year.id)))).to.equal(false);
        expect(balancesOf(company.books)).to.equal(before);
      }),
      { numRuns: RUNS },
    );
    expect(tried).to.be.greaterThan(RUNS / 8);
  });

  it('has every open item back when what was lettered is unlettered', () => {
    let tried = 0;
    fc.assert(
      fc.property(walk, (requested) => {
        const company = walked(requested);
        const { books } = company;
        const { accounts } = company.file.records;
        const isOpen = () => openItemsOf(books, (id) => accounts!.byId.get(id)!.data['is_letterable'] === true);
        const before = isOpen();
        const known = new Set(books.letterings.keys());
        perform(company, castOf(company.file), { do: 'letter automatically' });
        const made = [...books.letterings.values()].filter(({ id }) => !known.has(id));
        if (made.length > 0) expect(isOpen()).not.to.equal(before);
        for (const lettering of made) if (isRefusal(execute(company, unlettering(company, lettering)))) return;
        if (made.length > 0) tried += 1;
        expect(isOpen()).to.equal(before);
      }),
      { numRuns: RUNS },
    );
    expect(tried).to.be.greaterThan(0);
  });

  it('has the open items of a reversal back when what took it back is reversed', () => {
    let tried = 0;
    fc.assert(
      fc.property(walk, (requested) => {
        const company = walked(requested);
        const { books } = company;
        const { accounts } = company.file.records;
        const isLetterable = (id: number) => accounts!.byId.get(id)!.data['is_letterable'] === true;
        let entry = [...books.entries.values()].findLast(
          ({ reversedBy, lines }) => reversedBy === null && lines.some(({ accountId }) => isLetterable(accountId)),
        );
        const open: string[] = [];
        for (let turn = 0; turn < 3; turn += 1) {
          if (!entry || isRefusal(execute(company, reversal(company, entry.posted.id, null)))) return;
          open.push(openAmountsOf(books, isLetterable));
          entry = books.entries.get(entry.reversedBy!);
        }
        tried += 1;
        expect(open[2]).to.equal(open[0]);
      }),
      { numRuns: RUNS },
    );
    expect(tried).to.be.greaterThan(RUNS / 8);
  });

  it('has every balance back when a reversal is reversed', () => {
    let tried = 0;
    fc.assert(
      fc.property(walk, (requested) => {
        const company = walked(requested);
        const before = balancesOf(company.books);
        let entry = [...company.books.entries.values()].findLast(({ reversedBy }) => reversedBy === null);
        for (let turn = 0; turn < 2; turn += 1) {
          if (!entry || isRefusal(execute(company, reversal(company, entry.posted.id, null)))) return;
          if (turn === 0) expect(balancesOf(company.books)).not.to.equal(before);
          entry = company.books.entries.get(entry.reversedBy!);
        }
        tried += 1;
        expect(balancesOf(company.books)).to.equal(before);
      }),
      { numRuns: RUNS },
    );
    expect(tried).to.be.greaterThan(RUNS / 4);
  });
});

function add(totals: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [key, count] of counts) totals.set(key, (totals.get(key) ?? 0) + count);
}

const throughStore = (file: CompanyFile): CompanyFileState =>
  companyFile.snapshot.unpack(JSON.parse(JSON.stringify(companyFile.snapshot.pack(file))) as JsonRecord);

/** The state as text, whatever order its maps have; of the records, those that are not as the file began with them. */
function comparable({
  records,
  thirdParties,
  ledger,
  documents,
  documentImports,
  exchangeRates,
  fixedAssets,
  ...rest
}: CompanyFileState): string {
  const changed = Object.entries(records).flatMap(([name, { byId, byKey }]) => [
    `${name}: ${byId.size} under ${byKey.size} keys`,
    ...[...byId.entries()]
      .filter(([, { version, isTrashed }]) => version > 1 || isTrashed)
      .map(([id, { version, data }]) => `${name} ${id} (${version}): ${toCanonicalJson(withoutNulls(data))}`)
      .sort(),
  ]);
  const maps = {
    ...ledger,
    ...documents,
    exchangeRates,
    fixedAssets: fixedAssets.byId,
    trashedImports: documentImports.trashed,
    mergedInto: thirdParties.mergedInto,
  };
  const mapped = Object.entries(maps).flatMap(([name, map]) =>
    Array.from<[unknown, unknown]>(map.entries())
      .map((entry) => `${name}: ${JSON.stringify(entry)}`)
      .sort(),
  );
  return [...changed, ...mapped, toCanonicalJson(rest)].join('\n');
}

const CONTEXT = { ...createSystemContext('test', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'), clientMutationId: 'walk' };
const PROVENANCE = { companyId: 1, firmId: 1, recordedAt: '2026-05-01T10:00:00.000000Z' };

/** As the command path seals them, with ids that do not depend on the time. */
function sealed(events: readonly DomainEvent[]): RecordedEvent[] {
  let end: ChainEnd = { stream: 'company-1', revision: NO_STREAM, hash: null };
  return events.map((event, index) => {
    const result = sealEvent(event, index, end, CONTEXT, PROVENANCE);
    end = result.end;
    return { ...result.event, stream: end.stream, revision: end.revision, position: index + 1 };
  });
}
