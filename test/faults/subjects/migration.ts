import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil } from '../../support/load.ts';
import { uploadTo } from '../uploading.ts';
import type { KilledSubject } from './subject.ts';

const ENTRIES = 300;
const HEADER = 'Journal;Number;Date;Account;Label;Debit;Credit';

const content = Buffer.from(
  [
    HEADER,
    ...Array.from({ length: ENTRIES }, (_, index) => index + 1).flatMap((number) => [
      `SALES;${number};2026-01-05;400000;Invoice ${number};12.10;`,
      `SALES;${number};2026-01-05;700000;Invoice ${number};;12.10`,
    ]),
  ].join('\n'),
);

export const migration: KilledSubject = {
  name: 'while the books of another program are brought along',
  points: ['between-steps-of-migration'],
  claim: 'shows nobody half of them, and the next process brings the rest along once',
  async prove(relay, point) {
    const file = await relay.newFile();
    let path = '';
    await relay.killedAt(point, async (client) => {
      const { body } = await uploadTo(client, `${file.path}/migrations`, 'entries.csv', content, randomUUID());
      path = `${file.path}/migrations/${String(body['id'])}`;
      for (;;) await client.get(path);
    });
    const hidden = await relay.client.get(`${file.path}/entries`);
    const now = await relay.client.get(path);
    if (now.body['status'] === 'running')
      expect([hidden.status, hidden.body['code']]).to.deep.equal([503, 'migration_running']);
    await waitUntil('the books to be there', async () => (await relay.client.get(path)).body['status'] === 'completed');
    const { body } = await relay.client.get(path);
    expect((body['trial_balance'] as { is_equal: boolean }).is_equal).to.equal(true);
    expect((await relay.client.get(`${file.path}/entries`)).body['total']).to.equal(ENTRIES);
  },
};
