import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { query } from '../../support/processes.ts';
import { leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

export const person: KilledSubject = {
  name: 'between the keys of a person and the event that they encrypt',
  points: ['after-keys'],
  claim: 'the same request, sent again, uses the same keys',
  async prove(relay, point) {
    const file = await relay.newFile();
    const key = randomUUID();
    const body = { type: 'customer', name: 'Anne Dupont', phone: '0470 12 34 56' };
    const send = (client: typeof relay.client) => client.call('POST', `${file.path}/third-parties`, { body, key });
    const listKeys = () =>
      query(
        relay.stage.databaseUrl,
        `SELECT id, wrapped FROM vault.keys WHERE id LIKE 'company-${file.id}/%' ORDER BY id`,
      );
    await relay.killedAt(point, send);
    await leasesRunOut(relay.stage);
    const keys = await listKeys();
    expect(keys.map(({ id }) => String(id).split('/').at(-1))).to.deep.equal(['books', 'contact']);
    const again = await send(relay.client);
    expect([again.status, again.body['name']]).to.deep.equal([201, 'Anne Dupont']);
    const shown = await relay.client.get(`${file.path}/third-parties/${again.body['id']}`);
    expect(shown.body).to.include({ name: 'Anne Dupont', phone: '0470 12 34 56' });
    const later = await listKeys();
    // The record may have got another id, whose keys are then its own.
    expect(later.slice(0, 2)).to.deep.equal(keys);
  },
};
