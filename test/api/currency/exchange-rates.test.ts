import { expect } from 'chai';
import { createSystemContext } from '../../../commands/support/context.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Page {
  readonly data: readonly {
    readonly currency: string;
    readonly rate: string;
    readonly source: string;
    readonly id: number | null;
  }[];
  readonly total: number;
}

describe('Exchange rates', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  const path = (rest = '') => `${file.path}/exchange-rates${rest}`;
  const set = (fields: object) => firm.client.created(path(), { currency: 'USD', ...fields });

  before('open a company file with published rates', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    await publish(file, { '2026-11-06': { USD: '1.0876', CHF: '0.9400' }, '2026-11-09': { USD: '1.0900' } });
  });

  async function publish(of: TestCompany, rates: Readonly<Record<string, Record<string, string>>>): Promise<void> {
    const days = Object.entries(rates).map(([day, one]) => ({ day, rates: one }));
    await service.core.commands.execute(
      'company',
      of.id,
      { type: 'RecordExchangeRates', days },
      createSystemContext('test'),
    );
  }

  it('are read for a day, or for the last day before it that has one', async () => {
    const friday = { currency: 'USD', on: '2026-11-06', rate: '1.0876', source: 'ecb' };
    expect((await firm.client.get(path('/USD?on=2026-11-06'))).body).to.deep.equal({
      ...friday,
      asked_on: '2026-11-06',
    });
    expect((await firm.client.get(path('/USD?on=2026-11-08'))).body).to.deep.equal({
      ...friday,
      asked_on: '2026-11-08',
    });
    expect((await firm.client.get(path('/USD?on=2026-11-12'))).body).to.include({ on: '2026-11-09', rate: '1.0900' });
  });

  it('are unknown, never guessed', async () => {
    for (const [currency, on] of [
      ['USD', '2026-11-05'],
      ['USD', '2026-12-31'],
      ['GBP', '2026-11-09'],
      ['EUR', '2026-11-09'],
    ]) {
      const body = await firm.client.refused(404, 'rate_unknown').get(path(`/${currency}?on=${on}`));
      expect(body).to.include({ currency, on });
      expect(body.message).to.include(currency).and.include(on);
    }
  });

  it('of the file precede published ones of the same day, and replace each other', async () => {
    const first = await set({ on: '2026-11-09', rate: '1.1000' });
    expect(first).to.include({ currency: 'USD', on: '2026-11-09', rate: '1.1000', source: 'own', version: 1 });
    const second = await set({ on: '2026-11-09', rate: '1.12345678' });
    expect(second).to.include({ id: first.id, rate: '1.12345678', version: 2 });
    expect((await firm.client.get(path('/USD?on=2026-11-10'))).body).to.include({ rate: '1.12345678', source: 'own' });
    const { body } = await firm.client.get<Page>(path('?currency=USD&from=2026-11-09&to=2026-11-09'));
    expect(body.total).to.equal(2);
    expect(body.data.map(({ source, rate, id }) => [source, rate, id])).to.deep.equal([
      ['own', '1.12345678', first.id],
      ['ecb', '1.0900', null],
    ]);
    expect((await firm.client.get(path('?source=own'))).body.total).to.equal(1);
    expect((await firm.client.get(path('?currency=CHF'))).body.data).to.have.length(1);
    const gone = await firm.client.delete(path(`/${first.id}`));
    expect(gone.status).to.equal(204);
    expect((await firm.client.get(path('/USD?on=2026-11-09'))).body).to.include({ rate: '1.0900', source: 'ecb' });
    await firm.client.refused(404, 'not_found').delete(path(`/${first.id}`));
    await firm.client.refused(404, 'not_found').delete(path('/USD'));
  });

  it('of the file stay until there is a later one', async () => {
    await set({ currency: 'XOF', on: '2026-01-05', rate: '655.957' });
    expect((await firm.client.get(path('/XOF?on=2026-03-31'))).body).to.include({ on: '2026-01-05', rate: '655.957' });
  });

  it('are positive and of a foreign currency', async () => {
    const cases = [
      [{ currency: 'EUR', on: '2026-11-09', rate: '1' }, { currency: ['currency_of_file'] }],
      [{ currency: 'ABC', on: '2026-11-09', rate: '1' }, { currency: ['not_one_of'] }],
      [{ currency: 'USD', on: '2026-11-09', rate: '0.00' }, { rate: ['exchange_rate_invalid'] }],
      [{ currency: 'USD', on: '2026-11-09', rate: '-1.1' }, { rate: ['exchange_rate_invalid'] }],
      [{ currency: 'USD', on: '2026-11-09', rate: '1.123456789' }, { rate: ['too_many_decimals'] }],
    ] as const;
    for (const [body, codes] of cases) {
      const answer = await firm.client.post(path(), body);
      expect([answer.status, answer.body.error_codes], JSON.stringify(body)).to.deep.equal([422, codes]);
    }
  });

  it('can be undone', async () => {
    const { body, headers } = await firm.client.post(path(), { currency: 'SEK', on: '2026-11-09', rate: '11.20' });
    const undone = await firm.client.post(
      `${file.path}/history/operations/${headers.get('x-operation-id')}/revert`,
      {},
    );
    expect(undone.status, JSON.stringify(undone.body)).to.be.within(200, 201);
    await firm.client.refused(404, 'rate_unknown').get(path('/SEK?on=2026-11-09'));
    await firm.client.refused(404, 'not_found').delete(path(`/${body.id}`));
  });

  it('are per unit of the currency of the file', async () => {
    const swiss = await service.newCompany(firm.client, { country_pack: 'LU', country: 'LU', currency: 'CHF' });
    await publish(swiss, { '2026-11-06': { USD: '1.0876', CHF: '0.9400' } });
    const read = async (rest: string) => (await firm.client.get<Page>(`${swiss.path}/exchange-rates${rest}`)).body;
    expect(await read('/USD?on=2026-11-06')).to.include({ rate: '1.15702128', source: 'ecb' });
    expect(await read('/EUR?on=2026-11-06')).to.include({ rate: '1.06382979' });
    const { data } = await read('');
    expect(data.map(({ currency, rate }) => [currency, rate])).to.deep.equal([
      ['EUR', '1.06382979'],
      ['USD', '1.15702128'],
    ]);
  });
});
