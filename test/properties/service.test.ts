import { expect } from 'chai';
import fc from 'fast-check';
import { toBookDate } from '../../domain/dates.ts';
import { companyFile } from '../../domain/company-file.ts';
import type { CountryCode } from '../../domain/country-packs/index.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { replay } from '../support/company-file-samples.ts';
import type { Client } from '../support/client.ts';
import { useService, type TestCompany } from '../support/service.ts';
import { action, commandFor, type Action } from './actions.ts';
import { castOf, type Cast } from './cast.ts';
import { balancesOn, openItemsOn } from './answers.ts';
import { absorb, companyOf, FIRST_YEAR, SECOND_YEAR, type Company } from './company.ts';
import { requestOf } from './requests.ts';

/**
 * The same walks through the real service. Each request is decided beside it on the books alone: the service, which gathers
 * its facts from the read tables, must come to the very same events. Balances, letterings, links and the rest of
 * the read tables are checked by the invariants when all walks are done.
 */
const WALKS = Number(process.env['PROPERTY_WALKS'] ?? 4);
const STEPS = 30;

interface Walk {
  readonly country: CountryCode;
  readonly actions: readonly Action[];
}

interface Session {
  readonly client: Client;
  readonly opened: TestCompany;
  readonly company: Company;
  readonly cast: Cast;
  /** How many events the company file began with. */
  readonly start: number;
}

const walk: fc.Arbitrary<Walk> = fc.record({
  country: fc.constantFrom('BE', 'FR', 'LU'),
  actions: fc.array(action, { minLength: STEPS, maxLength: STEPS }),
});

describe('The ledger of the service, after any requests', function () {
  this.timeout(60_000 + WALKS * 10_000);
  const service = useService();

  it('records what the books alone would decide', async () => {
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(walk, async ({ country, actions }) => {
        const session = await open(country);
        for (const requested of actions) await take(session, requested);
        await reportsAgree(session);
        for (const [type, count] of session.company.done) done.set(type, (done.get(type) ?? 0) + count);
      }),
      // A failure is not shrunk: each try would open another company file.
      { numRuns: WALKS, endOnFailure: true },
    );
    if (process.env['PROPERTY_COUNTS']) console.log(done);
    // Walks on which everything is refused would prove nothing.
    expect([...done.values()].reduce((sum, count) => sum + count, 0)).to.be.greaterThan(2 * WALKS);
  });

  async function open(country: CountryCode): Promise<Session> {
    const firm = await service.newFirm();
    const opened = await service.newCompany(firm.client, { country_pack: country, fiscal_year: FIRST_YEAR });
    for (const [type, count] of [
      ['customer', 2],
      ['supplier', 2],
    ] as const)
      for (let number = 1; number <= count; number += 1)
        await firm.client.post(`${opened.path}/third-parties`, { type, name: `${type} ${number}` });
    await firm.client.post(`${opened.path}/fiscal-years`, SECOND_YEAR);
    const events = await recorded(opened, 0);
    const company = companyOf({ file: replay(events), events }, toBookDate(new Date()));
    return { client: firm.client, opened, company, cast: castOf(company.file), start: events.length };
  }

  async function recorded({ id }: TestCompany, from: number): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for await (const { type, data } of service.core.log.readStream(`company-${id}`, { from }))
      events.push({ type, data });
    return events;
  }

  async function take({ client, opened, company, cast, start }: Session, requested: Action): Promise<void> {
    const command = commandFor(company, cast, requested);
    const request = command && requestOf(command);
    if (!command || !request) return;
    const expected = companyFile.decide(command, company.file);
    const answer = await client.request(request.method, opened.path + request.path, { body: request.body });
    const reported = `${request.method} ${request.path} ${JSON.stringify(request.body)}: ${answer.status} ${answer.text}`;
    const events = await recorded(opened, start + company.events.length);
    if (isRefusal(expected)) {
      expect(answer.status, reported).to.be.within(400, 499);
      expect(answer.body.code, reported).to.equal(expected.code ?? 'validation_failed');
    } else {
      expect(answer.status, reported).to.be.within(200, 299);
    }
    expect(listWithoutIds(events), reported).to.deep.equal(isRefusal(expected) ? [] : listWithoutIds(expected));
    if (!isRefusal(expected)) absorb(company, command, events);
  }
});

interface OpenItems {
  readonly total: number;
  readonly data: readonly { readonly id: number; readonly amount: string }[];
}

interface TrialBalance {
  readonly rows: readonly {
    readonly account: { readonly id: number | null };
    readonly balance: string;
    readonly provisional: boolean;
  }[];
  readonly totals: Readonly<Record<string, string>>;
}

/** Open items on some days, and balances over years and over days that touch several of them. */
async function reportsAgree({ client, opened: { path }, company }: Session): Promise<void> {
  for (const day of ['2024-02-29', '2024-12-31', company.today]) {
    const { body } = await client.get<OpenItems>(`${path}/open-items?as_of=${day}&per_page=200`);
    const shown = new Map(body.data.map(({ id, amount }) => [id, amount]));
    expect(shown, `open items on ${day}`).to.deep.equal(openItemsOn(company, day));
  }
  const years = [...company.books.years.values()].map(({ starts_on, ends_on }) => [starts_on, ends_on] as const);
  for (const [from, to] of [...years, ['2024-01-31', '2024-07-01'], ['2024-07-01', '2025-02-28']] as const) {
    if (!years.some(([first, last]) => first <= from && from <= last)) continue;
    const { body } = await client.get<TrialBalance>(`${path}/reports/trial-balance?from=${from}&to=${to}`);
    const { accounts, provisional } = balancesOn(company, from, to);
    const rows = body.rows.filter(({ balance }) => balance !== '0.00');
    const ofAccounts = rows.filter((row) => !row.provisional);
    const shown = new Map(ofAccounts.map(({ account, balance }) => [account.id!, balance]));
    expect(shown, `balances from ${from} to ${to}`).to.deep.equal(accounts);
    expect(rows.find((row) => row.provisional)?.balance ?? '0.00').to.equal(provisional);
    for (const column of ['opening', 'period', 'closing'])
      expect(body.totals[`${column}_debit`]).to.equal(body.totals[`${column}_credit`]);
  }
}

/** Ids are handed out by the service, and what differs by them alone is the same. */
/** Ids that are given on the way differ. A journal keeps its id, unless these very events create it. */
function listWithoutIds(events: readonly DomainEvent[]): readonly unknown[] {
  const created = new Set(
    events.flatMap(({ type, data }) =>
      type === 'RecordsCreated' ? (data['records'] as readonly { readonly id: number }[]).map(({ id }) => id) : [],
    ),
  );
  const isOwn = (name: string, value: unknown): boolean =>
    name === 'id' ||
    name.endsWith('_entry_id') ||
    OWN_IDS.has(name) ||
    (name === 'journal_id' && typeof value === 'number' && created.has(value));
  return events.map((event): unknown =>
    JSON.parse(JSON.stringify(event), (name, value: unknown) => (isOwn(name, value) ? undefined : value)),
  );
}

const OWN_IDS = new Set(['line_id', 'entry_id', 'next_fiscal_year_id', 'fiscal_year_id', 'period_id']);
