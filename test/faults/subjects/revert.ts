import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postEntry, waitUntil, type Client } from '../../support/load.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

export const revert: KilledSubject = {
  name: 'in the middle of an undo',
  points: ['after-claim', 'before-append', 'after-append', 'before-projection', 'after-projection'],
  claim: 'has taken everything back or nothing, and sent again has acted once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const key = randomUUID();
    const { body: posted, headers } = await postEntry(relay.client, file);
    const operation = headers['x-operation-id']!;
    const path = `${file.path}/entries/${String(posted['id'])}`;
    const undo = (client: Client) => client.post(`${file.path}/history/operations/${operation}/revert`, {}, key);
    await relay.killedAt(point, undo);
    const { client, stage } = relay;
    const state = async () => {
      const { body: original } = await client.get(path);
      const { body: list } = await client.get(`${file.path}/entries`);
      return [original['status'], list['total']];
    };
    if (isWritten) await waitUntil('the undo to be seen', async () => (await state())[0] === 'reversed');
    expect(await state()).to.deep.equal(isWritten ? ['reversed', 2] : ['posted', 1]);

    await leasesRunOut(stage);
    const again = await undo(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(again.body['operation_id']).to.be.a('string');
    const third = await undo(client);
    expect([third.status, third.body]).to.deep.equal([200, again.body]);
    expect(await state()).to.deep.equal(['reversed', 2]);
    const { body: history } = await client.get(
      `${file.path}/history?operation_id=${again.body['operation_id'] as string}&per_page=200`,
    );
    const changed = (history['data'] as { resource: string; op: string }[]).filter(
      ({ resource }) => resource === 'entries',
    );
    expect(changed.map(({ op }) => op).sort()).to.deep.equal(['create', 'update']);
  },
};
