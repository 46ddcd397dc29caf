import { expect } from 'chai';
import { createSystemContext } from '../../../commands/support/context.ts';
import { getStoredLog, type RecordedEvent } from '../../../eventlog/port.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { openCore } from '../../../service/core.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestService, useService, type TestCompany, type TestFirm } from '../../support/service.ts';

/** In every personal field, and nowhere else. */
const MARK = 'Zyxwabel';
const mark = (place: string): string => `${MARK} ${place}`;

describe('The log of a company file with natural persons', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let person: AnswerBody;
  const path = (rest: string): string => `${file.path}/${rest}`;

  async function readStored(): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const batch of getStoredLog(service.core.log).readAll(-1)) events.push(...batch);
    return events;
  }
  const countKeys = async (): Promise<number> => (await service.core.pool.query('SELECT id FROM vault.keys')).rowCount!;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { banks: [{ code: 'ING', label: 'ING' }] });
    person = await firm.client.created(path('third-parties'), {
      ...{ type: 'customer', name: mark('name'), street: mark('street'), city: mark('city') },
      ...{ address: mark('address'), email: `${MARK}@example.com`, phone: MARK, notes: mark('notes') },
    });
  });

  it('has no name of a person in clear, which the API shows all the same', async () => {
    const { client } = firm;
    await client.patch(path(`third-parties/${person.id}`), { name: mark('other'), box: MARK.slice(0, 8) });
    const posted = await client.created(path('entries'), {
      ...{ journal_id: file.journal('OD'), entry_date: '2026-03-15', label: mark('label') },
      lines: [
        { account: '400000', third_party_id: person.id, debit: '10.00', label: mark('line') },
        { account: '700000', credit: '10.00' },
      ],
    });
    await client.expect(200).patch(path(`entries/${posted.id}`), { label: mark('amended') });
    const document = { direction: 'sale', document_date: '2026-03-20', third_party_id: person.id };
    const line = { description: mark('description'), amount_net: '10.00', account_id: file.account('700000') };
    await client.created(path('documents'), {
      ...document,
      ...{ notes: mark('notes'), delivery_address: mark('delivery') },
      lines: [{ ...line, vat_code: 'S-21' }],
    });
    const journal = await client.created(path('journals'), {
      ...{ code: 'BNP', label: 'Bank', type: 'bank', iban: 'BE68539007547034' },
      control_account_id: file.account('550000'),
    });
    expect(journal.id).to.be.a('number');
    const content = buildCodaFile({
      ...{ iban: 'BE68539007547034', number: '1', opening_date: '2026-01-05', closing_date: '2026-01-06' },
      opening_balance: '100.00',
      movements: [
        {
          ...{ amount: '121.00', entry_date: '2026-01-06', value_date: '2026-01-06' },
          ...{ counterpart_name: `${MARK} Luc`, counterpart_iban: 'BE62510007547061', communication: `van ${MARK}` },
        },
      ],
    });
    const files = [{ field: 'files[]', name: 'a.cod', content, type: 'application/octet-stream' }];
    await expectStatus(client.upload('POST', path('coda-files'), files), 201);
    const { body } = await client.get<{ data: AnswerBody[] }>(path('bank-transactions'));
    expect(JSON.stringify(body)).to.include(MARK);
    const transaction = body.data[0]!;
    await expectStatus(
      client.post(path(`bank-transactions/${transaction.id}/match`), {
        lines: [{ account: '499000', amount: '121.00' }],
      }),
      200,
    );
    const types = (await readStored()).map(({ type }) => type);
    expect(types).to.include.members(['BankTransactionsMatched', 'EntryAmended', 'RecordUpdated']);
    const inClear = (await readStored()).filter(({ data }) => JSON.stringify(data).includes(MARK));
    expect(inClear.map(({ type, data }) => `${type} ${JSON.stringify(data)}`)).to.deep.equal([]);
    const shown = await client.ok(path(`third-parties/${person.id}`));
    expect(shown).to.include({ name: mark('other'), phone: MARK, notes: mark('notes'), is_natural_person: true });
  });

  it('proves its chain without any key', async () => {
    const { body } = await firm.client.get<AnswerBody>(path('history/verify'));
    expect(body).to.include({ is_intact: true, first_problem: null });
  });

  it('has the names of companies and of those whom the user calls no person in clear', async () => {
    const create = async (fields: object): Promise<boolean> => {
      const made = await firm.client.created(path('third-parties'), { type: 'supplier', ...fields });
      return made['is_natural_person'] as boolean;
    };
    expect(await create({ name: 'With a number', vat_number: 'BE0202239951' })).to.equal(false);
    expect(await create({ name: 'Association', is_natural_person: false })).to.equal(false);
    expect(await create({ name: 'Self-employed', vat_number: 'BE0403170701', is_natural_person: true })).to.equal(true);
    const names = (await readStored())
      .filter(({ type }) => type === 'RecordsCreated')
      .map(({ data }) => JSON.stringify(data));
    const isClear = (name: string): boolean => names.some((data) => data.includes(name));
    expect(['With a number', 'Association', 'Self-employed'].map(isClear)).to.deep.equal([true, true, false]);
  });

  it('makes no key for what is only tried', async () => {
    const before = await countKeys();
    const [id] = await service.core.ids.allocate('third-parties', 1);
    const data = { type: 'customer', name: 'Only tried' };
    const command = { type: 'CreateRecords', resource: 'third-parties', records: [{ id: id!, data }] } as const;
    const rehearsed = await service.core.commands.rehearse('company', file.id, command, createSystemContext('test'));
    expect(isRefusal(rehearsed)).to.equal(false);
    expect(await countKeys()).to.equal(before);
  });

  it('is read by another process, which finds the same keys', async () => {
    const { dataDir, databaseUrl, eventStoreUrl, eventStorePrefix, appKey } = service.config;
    const quiet = () => undefined;
    const elsewhere = await openCore({
      ...{ dataDir, databaseUrl, databaseOwnerUrl: null, eventStoreUrl, eventStorePrefix },
      ...{ isTool: true, runsProjector: false, readAppKey: () => Promise.resolve(appKey!) },
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    });
    try {
      const events: RecordedEvent[] = [];
      for await (const event of elsewhere.log.readStream(`company-${file.id}`)) events.push(event);
      expect(JSON.stringify(events)).to.include(mark('name'));
      const state = await elsewhere.commands.loadState('company', file.id);
      expect(state.records['third-parties']!.byId.get(person.id)!.data['name']).to.equal(mark('other'));
    } finally {
      await elsewhere.stop();
    }
  });

  it('gives the clear text beside what was hashed to managers only', async () => {
    const read = async (client: TestFirm['client']): Promise<string> =>
      (await fetch(`${service.url}${path('events')}`, { headers: { Authorization: `Bearer ${client.token}` } })).text();
    const encoder = await service.newMember(firm, 'encoder');
    expect(await read(encoder.client)).to.not.include(MARK);
    expect(await read(firm.client))
      .to.include(`"clear":`)
      .and.to.include(mark('name'));
  });
});

describe('A vault in a database of its own', () => {
  let vault: TestDatabase;
  before(async () => {
    vault = await createTestDatabase();
    await vault.pool.query('DROP SCHEMA vault CASCADE');
  });
  after(() => vault.drop());

  it('has all the keys', async () => {
    const service = await startTestService({ from: 'books', environment: { VAULT_DATABASE_URL: vault.url } });
    try {
      const firm = await service.newFirm();
      const file = await service.newCompany(firm.client);
      const { id } = await firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'Anne' });
      const key = `company-${file.id}/third-party-${id}/books`;
      const count = async ({ pool }: Pick<TestDatabase, 'pool'>): Promise<number> =>
        (await pool.query('SELECT FROM vault.keys WHERE id = $1', [key])).rowCount!;
      expect([await count(vault), await count(service.core)]).to.deep.equal([1, 0]);
    } finally {
      await service.stop();
    }
  });
});
