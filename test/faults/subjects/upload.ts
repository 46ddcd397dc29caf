import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil } from '../../support/load.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';
import { buildZip } from '../../support/zips.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import { uploadTo } from '../uploading.ts';
import type { KilledSubject } from './subject.ts';

const CHILDREN = 4;

export const upload: KilledSubject = {
  name: 'while an archive of documents is uploaded',
  points: ['between-files', 'before-append', 'after-append', 'after-projection'],
  claim: 'has taken the whole archive or nothing, and sent again has taken it once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const key = randomUUID();
    const numbers = Array.from({ length: CHILDREN }, (_, index) => `${key.slice(0, 8)}-${index}`);
    const content = await buildZip(
      ...numbers.map((number) => ({ name: `${number}.xml`, content: buildUblInvoice({ number }) })),
    );
    const send = (client: typeof relay.client) =>
      uploadTo(client, `${file.path}/document-imports`, 'month.zip', content, key);
    const totalOf = async () => (await relay.client.get(`${file.path}/document-imports`)).body['total'];
    await relay.killedAt(point, send);
    await leasesRunOut(relay.stage);
    if (isWritten) await waitUntil('the upload of the killed process', async () => (await totalOf()) === CHILDREN + 1);
    else expect(await totalOf()).to.equal(0);
    const again = await send(relay.client);
    expect([200, 201], JSON.stringify(again.body)).to.include(again.status);
    expect((again.body['imports'] as unknown[]).length).to.equal(CHILDREN + 1);
    expect(await totalOf()).to.equal(CHILDREN + 1);
    const third = await send(relay.client);
    expect([third.status, third.headers['x-idempotent-replay']]).to.deep.equal([200, '1']);
    expect(await totalOf()).to.equal(CHILDREN + 1);
  },
};
