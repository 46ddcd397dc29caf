import { expect } from 'chai';
import type { KilledSubject } from './subject.ts';

export const dossier: KilledSubject = {
  name: 'while a full dossier is sent',
  points: ['between-files-of-dossier'],
  claim: 'leaves the reader with a broken archive, and the next process exports',
  async prove(relay, point) {
    const file = await relay.newFile();
    const { body } = await relay.client.get(`${file.path}/fiscal-years`);
    const [year] = body as unknown as readonly { readonly id: number }[];
    const path = `${file.path}/exports/full-dossier/${year!.id}?parts[]=lists`;
    await relay.killedAt(point, (client) => client.get(path));
    expect((await relay.client.get(`${file.path}/exports/accounts`)).status).to.equal(200);
  },
};
