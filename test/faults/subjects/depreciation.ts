import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil, type Client } from '../../support/load.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

const ASSETS = 3;

/** All assets of a file, in one entry. */
export const depreciation: KilledSubject = {
  name: 'while it depreciates fixed assets',
  points: ['before-append', 'after-append'],
  claim: 'has depreciated all of them or none, and sent again has depreciated them once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    for (let number = 1; number <= ASSETS; number += 1) {
      const asset = {
        code: `A${number}`,
        label: 'Van',
        category: 'vehicles',
        acquired_on: '2026-01-01',
        cost: '5000.00',
      };
      const made = await relay.client.post(`${file.path}/fixed-assets`, asset, randomUUID());
      expect(made.status, JSON.stringify(made.body)).to.equal(201);
    }
    const key = randomUUID();
    const depreciate = (client: Client) =>
      client.post(`${file.path}/fixed-assets/depreciate`, { until: '2026-12-31' }, key);
    await relay.killedAt(point, depreciate);

    const { client, stage } = relay;
    const posted = async () => {
      const { body } = await client.get(`${file.path}/entries`);
      return (body['data'] as readonly { origin: string }[]).filter(({ origin }) => origin === 'depreciation').length;
    };
    const values = async () =>
      ((await client.get(`${file.path}/fixed-assets`)).body['data'] as readonly { depreciated: string }[]).map(
        ({ depreciated }) => depreciated !== '0.00',
      );
    if (isWritten) await waitUntil('the entry to be seen', async () => (await posted()) === 1);
    expect([await posted(), ...(await values())]).to.deep.equal([
      isWritten ? 1 : 0,
      ...Array<boolean>(ASSETS).fill(isWritten),
    ]);
    await leasesRunOut(stage);
    const again = await depreciate(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(isWritten ? 200 : 201);
    expect(again.body['assets_count']).to.equal(ASSETS);
    // Somebody else, who knows nothing of the first try, finds nothing left to post.
    const other = await client.post(`${file.path}/fixed-assets/depreciate`, { until: '2026-12-31' }, randomUUID());
    expect([other.status, other.body['assets_count']]).to.deep.equal([201, 0]);
    expect(await posted()).to.equal(1);
    const { body: table } = await client.get(`${file.path}/fixed-assets/table`);
    expect(table['totals']).to.deep.include({ depreciation: '3000.00', closing_depreciation: '3000.00' });
  },
};
