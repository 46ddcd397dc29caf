import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { waitUntil, type Client } from '../../support/load.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

const BOUNDARY = 'boundary-of-a-form';
const MOVEMENTS = 40;
let accounts = 7_000;

/** Transfers between two own accounts, which are certain. */
export const autoMatch: KilledSubject = {
  name: 'while it matches transactions of a bank',
  points: ['before-append', 'after-append'],
  claim: 'has matched all that is certain or nothing, and sent again has matched it once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const { body: found } = await relay.client.get(`${file.path}/accounts?q=550000`);
    const list = (Array.isArray(found) ? found : found['data']) as readonly { id: number; number: string }[];
    const account = list.find(({ number }) => number === '550000')!.id;
    const [iban, other] = [buildExampleIban((accounts += 1)), buildExampleIban((accounts += 1))];
    for (const [index, own] of [iban, other].entries()) {
      const journal = { code: `BN${index}`, label: 'Bank', type: 'bank', iban: own, control_account_id: account };
      const made = await relay.client.post(`${file.path}/journals`, journal, randomUUID());
      expect(made.status, JSON.stringify(made.body)).to.equal(201);
    }
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-01-05',
      closing_date: '2026-01-06',
      opening_balance: '0.00',
      movements: Array.from({ length: MOVEMENTS }, (_, index) => ({
        entry_date: '2026-01-06',
        value_date: '2026-01-06',
        amount: `${index + 1}.00`,
        counterpart_iban: other,
      })),
    });
    const head = 'Content-Disposition: form-data; name="files[]"; filename="a.cod"\r\nContent-Type: text/plain';
    const sent = await relay.client.call('POST', `${file.path}/coda-files`, {
      body: `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`,
      key: randomUUID(),
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(201);

    const key = randomUUID();
    const match = (client: Client) => client.post(`${file.path}/bank-transactions/auto-match`, {}, key);
    await relay.killedAt(point, match);
    const { client, stage } = relay;
    const count = async () =>
      (await client.get(`${file.path}/bank-transactions?status=matched&per_page=1`)).body['total'];
    if (isWritten) await waitUntil('the matches to be seen', async () => (await count()) !== 0);
    expect(await count()).to.equal(isWritten ? MOVEMENTS : 0);
    await leasesRunOut(stage);
    const again = await match(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(again.body['matched']).to.equal(MOVEMENTS);
    expect(await count()).to.equal(MOVEMENTS);
    expect((await client.get(`${file.path}/entries?per_page=1`)).body['total']).to.equal(MOVEMENTS);
  },
};
