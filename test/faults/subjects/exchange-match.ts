import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { waitUntil, type Client } from '../../support/load.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

const BOUNDARY = 'boundary-of-a-form';
const DAY = '2026-03-06';
let accounts = 7_500;

type Body = Readonly<Record<string, unknown>>;

/** A payment in dollars for less than the books carry. */
export const exchangeMatch: KilledSubject = {
  name: 'while it matches a payment in foreign currency',
  points: ['before-append', 'after-append'],
  claim: 'has booked the payment with its exchange difference or nothing, and sent again has booked it once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const send = async (path: string, body: Body): Promise<Body & { readonly id: number }> => {
      const made = await relay.client.post(`${file.path}/${path}`, body, randomUUID());
      expect(made.status, JSON.stringify(made.body)).to.equal(201);
      return made.body as Body & { readonly id: number };
    };
    const iban = buildExampleIban((accounts += 1));
    const account = await send('accounts', { number: '550800', label: 'Bank USD', currency: 'USD' });
    const ofAccount = { type: 'bank', iban, control_account_id: account.id, currency: 'USD' };
    await send('journals', { code: 'USD', label: 'Bank USD', ...ofAccount });
    await send('exchange-rates', { currency: 'USD', on: DAY, rate: '1.1200' });
    const usd = { currency: 'USD', currency_amount: '10000.00' };
    const invoice = await send('entries', {
      journal_id: file.journalId,
      entry_date: '2026-01-10',
      lines: [
        { account: '400000', debit: '9090.91', ...usd },
        { account: '700000', credit: '9090.91', ...usd, currency_amount: '-10000.00' },
      ],
    });
    const content = buildCodaFile({
      ...{ iban, currency: 'USD', number: '1', opening_date: DAY, closing_date: DAY, opening_balance: '0.00' },
      movements: [{ entry_date: DAY, value_date: DAY, amount: '4000.00' }],
    });
    const head = 'Content-Disposition: form-data; name="files[]"; filename="a.cod"\r\nContent-Type: text/plain';
    const sent = await relay.client.call('POST', `${file.path}/coda-files`, {
      body: `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`,
      key: randomUUID(),
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(201);
    const { body: list } = await relay.client.get(`${file.path}/bank-transactions`);
    const [transaction] = list['data'] as readonly { readonly id: number }[];
    const [line] = invoice['lines'] as readonly { readonly id: number }[];

    const key = randomUUID();
    const match = (client: Client) =>
      client.post(`${file.path}/bank-transactions/${transaction!.id}/match`, { items: [{ line_id: line!.id }] }, key);
    await relay.killedAt(point, match);
    const { client, stage } = relay;
    const readOpen = async () => {
      const { body } = await client.get(`${file.path}/open-items`);
      return (body['data'] as readonly { readonly amount: string }[]).map(({ amount }) => amount);
    };
    if (isWritten) await waitUntil('the match to be seen', async () => (await readOpen())[0] !== '9090.91');
    expect(await readOpen()).to.deep.equal([isWritten ? '5454.55' : '9090.91']);
    await leasesRunOut(stage);
    const again = await match(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(again.body['exchange_difference']).to.equal('64.93');
    expect(await readOpen()).to.deep.equal(['5454.55']);
    expect((await client.get(`${file.path}/entries?per_page=1`)).body['total']).to.equal(2);
  },
};
