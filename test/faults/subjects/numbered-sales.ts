import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from '../../support/load.ts';
import { leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

const COUNT = 5;

interface Listed {
  readonly number: string | null;
  readonly status: string;
}

/** Sales that are booked side by side: a number is given with the entry, or not at all. */
export const numberedSales: KilledSubject = {
  name: 'while sales get their numbers',
  points: ['before-append', 'after-append'],
  claim: 'has given a number to what is booked alone, and sent again has numbered all without a gap',
  async prove(relay, point) {
    const file = await relay.newFile();
    const create = async (path: string, body: object): Promise<number> => {
      const { status, body: made } = await relay.client.post(`${file.path}/${path}`, body, randomUUID());
      expect(status, JSON.stringify(made)).to.equal(201);
      return made['id'] as number;
    };
    const third_party_id = await create('third-parties', { type: 'customer', name: 'Peeters' });
    const lines = [{ description: 'Conseil', amount_net: '100.00', account: '700000', vat_code: 'S-21' }];
    const sale = { direction: 'sale', document_date: '2026-03-15', third_party_id, lines };
    const drafts: { readonly id: number; readonly key: string }[] = [];
    while (drafts.length < COUNT) drafts.push({ id: await create('documents', sale), key: randomUUID() });
    const book = (client: Client, { id, key }: (typeof drafts)[number]) =>
      client.post(`${file.path}/documents/${id}/book`, {}, key);
    const bookAll = (client: Client): Promise<readonly (Answer | null)[]> =>
      Promise.all(drafts.slice(1).map((draft) => book(client, draft).catch(() => null)));
    await relay.killedAt(point, (client) => {
      const first = book(client, drafts[0]!);
      void bookAll(client);
      return first;
    });

    const { client, stage } = relay;
    const list = async () => (await client.get(`${file.path}/documents`)).body['data'] as readonly Listed[];
    for (const { number, status } of await list()) expect(number !== null).to.equal(status === 'booked');
    await leasesRunOut(stage);
    const answers = [await book(client, drafts[0]!), ...(await bookAll(client))];
    expect(answers.filter((answer) => !answer || answer.status >= 300)).to.deep.equal([]);
    const numbers = (await list()).map(({ number }) => number).toSorted();
    expect(numbers).to.deep.equal(Array.from({ length: COUNT }, (_, index) => `2026-0000${index + 1}`));
  },
};
