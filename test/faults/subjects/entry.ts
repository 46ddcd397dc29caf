import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postEntry, waitUntil } from '../../support/load.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

export const entry: KilledSubject = {
  name: 'in the middle of an entry',
  points: ['after-claim', 'before-append', 'after-append', 'before-projection', 'after-projection'],
  claim: 'the same request, sent again, has acted once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const key = randomUUID();
    const entriesOf = async () => (await relay.client.get(`${file.path}/entries`)).body['total'];
    await relay.killedAt(point, (client) => postEntry(client, file, key));
    await leasesRunOut(relay.stage);
    const { client } = relay;
    if (isWritten) await waitUntil('the entry of the killed process', async () => (await entriesOf()) === 1);
    const again = await postEntry(client, file, key);
    expect(again.body).to.include({ number: 1, status: 'posted' });
    expect(again.headers['x-idempotent-replay']).to.equal(isWritten ? '1' : undefined);
    expect(again.status).to.equal(isWritten ? 200 : 201);
    const third = await postEntry(client, file, key);
    expect([third.status, third.headers['x-idempotent-replay'], third.body['id']]).to.deep.equal([
      200,
      '1',
      again.body['id'],
    ]);
    expect(await entriesOf()).to.equal(1);
    expect((await postEntry(client, file)).body['number']).to.equal(2);
  },
};
