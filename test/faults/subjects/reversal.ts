import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postEntry, waitUntil, type Client } from '../../support/load.ts';
import { query } from '../../support/processes.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

export const reversal: KilledSubject = {
  name: 'in the middle of a reversal',
  points: ['before-append', 'after-append', 'before-projection', 'after-projection'],
  claim: 'leaves both entries or neither, and sent again has acted once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const key = randomUUID();
    const { body: posted } = await postEntry(relay.client, file);
    const path = `${file.path}/entries/${String(posted['id'])}`;
    const reverse = (client: Client) => client.post(`${path}/reverse`, {}, key);
    await relay.killedAt(point, reverse);
    const { client, stage } = relay;
    const state = async () => {
      const { body: original } = await client.get(path);
      const { body: list } = await client.get(`${file.path}/entries`);
      return [original['status'], list['total']];
    };
    if (isWritten) await waitUntil('the reversal to be seen', async () => (await state())[0] === 'reversed');
    expect(await state()).to.deep.equal(isWritten ? ['reversed', 2] : ['posted', 1]);

    await leasesRunOut(stage);
    const again = await reverse(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(isWritten ? 200 : 201);
    expect(again.headers['x-idempotent-replay']).to.equal(isWritten ? '1' : undefined);
    const { entry, reversal: opposite } = again.body as unknown as Record<
      'entry' | 'reversal',
      Record<string, unknown>
    >;
    expect(entry).to.include({ number: 1, status: 'reversed', reversed_by_entry_id: opposite['id'] });
    expect(opposite).to.include({ number: 2, reversed_entry_id: entry['id'] });
    const third = await reverse(client);
    expect([third.status, third.body]).to.deep.equal([200, again.body]);
    expect(await state()).to.deep.equal(['reversed', 2]);
    const announced = await query<{ event: string }>(
      stage.databaseUrl,
      `SELECT event FROM ops.outbox WHERE event LIKE 'entry.%' AND company_id = $1 ORDER BY event`,
      [file.id],
    );
    expect(announced.map(({ event }) => event)).to.deep.equal(['entry.posted', 'entry.posted', 'entry.reversed']);
  },
};
