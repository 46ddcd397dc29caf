import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { waitUntil, type Client } from '../../support/load.ts';
import { query } from '../../support/processes.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

const BOUNDARY = 'boundary-of-a-form';
let accounts = 5_000;

const form = (name: string, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files[]"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;

/** Enough transactions for several events. */
const MOVEMENTS = 400;

export const bankStatements: KilledSubject = {
  name: 'while it takes in a file of a bank',
  points: ['before-append', 'after-append', 'before-projection', 'after-projection'],
  claim: 'has taken all of it in or nothing, and sent again has taken it in once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const iban = buildExampleIban((accounts += 1));
    const journal = { code: 'BNK', label: 'Bank', type: 'bank', iban };
    expect((await relay.client.post(`${file.path}/journals`, journal, randomUUID())).status).to.equal(201);
    const day = { entry_date: '2026-01-06', value_date: '2026-01-06' };
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-01-05',
      closing_date: '2026-01-06',
      opening_balance: '0.00',
      movements: Array.from({ length: MOVEMENTS }, (_, index) => ({
        ...day,
        amount: `${index + 1}.00`,
        communication: `Payment number ${index} for something that takes its place in the file`,
      })),
    });
    const key = randomUUID();
    const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const send = (client: Client) =>
      client.call('POST', `${file.path}/coda-files`, { body: form('a.cod', content), key, headers });
    await relay.killedAt(point, send);

    const { client, stage } = relay;
    const total = async () => (await client.get(`${file.path}/bank-transactions?per_page=1`)).body['total'];
    if (isWritten) await waitUntil('the transactions to be seen', async () => (await total()) !== 0);
    expect(await total()).to.equal(isWritten ? MOVEMENTS : 0);
    await leasesRunOut(stage);
    const again = await send(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(isWritten ? 200 : 201);
    expect(again.headers['x-idempotent-replay']).to.equal(isWritten ? '1' : undefined);
    expect(again.body['files']).to.have.length(1);
    expect(await total()).to.equal(MOVEMENTS);
    const announced = await query(
      stage.databaseUrl,
      `SELECT event_id FROM ops.outbox WHERE event = 'bank.transaction_imported' AND company_id = $1`,
      [file.id],
    );
    expect(announced).to.have.length(MOVEMENTS);
  },
};
