import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil, type Client } from '../../support/load.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

/** An open item in dollars: two entries on the last day, a reversal in the next year, a new year and new accounts. */
export const revaluation: KilledSubject = {
  name: 'while it revalues foreign currencies',
  points: ['before-append', 'after-append'],
  claim: 'has posted the revaluation with its reversal or nothing, and sent again has posted it once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const dollars = (amount: string) => ({ currency: 'USD', currency_amount: amount });
    const item = {
      journal_id: file.journalId,
      entry_date: '2026-11-10',
      lines: [
        { account: '400000', debit: '9090.91', ...dollars('10000.00') },
        { account: '700000', credit: '9090.91', ...dollars('-10000.00') },
      ],
    };
    const made = await relay.client.post(`${file.path}/entries`, item, randomUUID());
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const { body: years } = await relay.client.get(`${file.path}/fiscal-years`);
    const [{ id: year }] = years as unknown as [{ id: number }];
    const path = `${file.path}/fiscal-years/${year}/revaluation`;
    const key = randomUUID();
    const revalue = (client: Client) => client.post(path, { rates: { USD: '1.2000' } }, key);
    await relay.killedAt(point, revalue);

    const { client, stage } = relay;
    const posted = async () => {
      const { body } = await client.get(`${file.path}/entries`);
      return (body['data'] as readonly { origin: string }[])
        .map(({ origin }) => origin)
        .filter((origin) => origin.startsWith('revaluation'))
        .sort();
    };
    const all = ['revaluation', 'revaluation', 'revaluation_reversal'];
    if (isWritten) await waitUntil('the entries to be seen', async () => (await posted()).length > 0);
    expect(await posted()).to.deep.equal(isWritten ? all : []);
    expect((await client.get(path)).status).to.equal(isWritten ? 200 : 404);
    await leasesRunOut(stage);
    const again = await revalue(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    // Somebody else, who knows nothing of the first try, finds nothing left to post.
    const other = await client.post(path, {}, randomUUID());
    expect([other.status, other.body['entries'], other.body['reversals']]).to.deep.equal([200, [], []]);
    expect(await posted()).to.deep.equal(all);
    expect((await client.get(path)).body['has_moved']).to.equal(false);
  },
};
