import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil, type Client } from '../../support/load.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

const DATES = ['2026-01-31', '2026-02-28', '2026-03-31'];

/** A template of which three dates are due: what every night posts, by the same command. */
export const recurringRun: KilledSubject = {
  name: 'while it posts recurring entries',
  points: ['before-append', 'after-append'],
  claim: 'has posted all that is due or nothing, and sent again has posted each date once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const made = await relay.client.post(
      `${file.path}/recurring-entries`,
      {
        kind: 'free',
        label: 'Rent',
        mode: 'propose',
        template: {
          journal_id: file.journalId,
          lines: [
            { account: '610000', debit: '10.00' },
            { account: '440000', credit: '10.00' },
          ],
        },
        schedule: { unit: 'month', starts_on: DATES[0], month_end: true, count: DATES.length },
      },
      randomUUID(),
    );
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const path = `${file.path}/recurring-entries/${made.body['id'] as number}`;
    const key = randomUUID();
    const confirm = (client: Client) => client.post(`${path}/confirm`, { dates: DATES }, key);
    await relay.killedAt(point, confirm);

    const { client, stage } = relay;
    const dates = async () => {
      const { body } = await client.get(`${file.path}/entries`);
      return (body['data'] as readonly { entry_date: string }[])
        .map(({ entry_date }) => entry_date.slice(0, 10))
        .sort();
    };
    if (isWritten) await waitUntil('the entries to be seen', async () => (await dates()).length > 0);
    expect(await dates()).to.deep.equal(isWritten ? DATES : []);
    await leasesRunOut(stage);
    const again = await confirm(client);
    expect(again.status, JSON.stringify(again.body)).to.be.below(300);
    // Whoever runs it anew, and knows nothing of the first try, finds nothing left.
    const other = await client.post(`${path}/run`, { until: '2026-12-31' }, randomUUID());
    expect([other.status, other.body['posted']]).to.deep.equal([200, []]);
    expect(await dates()).to.deep.equal(DATES);
  },
};
