import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil } from '../../support/load.ts';
import { buildTextPdf } from '../../support/text-pdf.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import { uploadTo } from '../uploading.ts';
import type { KilledSubject } from './subject.ts';

export const split: KilledSubject = {
  name: 'while an import is split',
  points: ['between-files', 'before-append', 'after-append', 'after-projection'],
  claim: 'has made all parts or none, and sent again has made them once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const path = `${file.path}/document-imports`;
    const words = 'A page with enough words that it is read without recognition';
    const content = await buildTextPdf([[words], [words]]);
    const uploaded = await uploadTo(relay.client, path, 'two.pdf', content, randomUUID());
    const [made] = uploaded.body['imports'] as { readonly id: number }[];
    // Read before, so that the process is killed in the split and not in the analysis.
    const read = await relay.client.post(`${path}/${made!.id}/process`, {}, randomUUID());
    expect(read.status, JSON.stringify(read.body)).to.equal(200);
    const key = randomUUID();
    const send = (client: typeof relay.client) => client.post(`${path}/${made!.id}/split`, { pages: [[1], [2]] }, key);
    const totalOf = async () => (await relay.client.get(path)).body['total'];
    await relay.killedAt(point, send);
    await leasesRunOut(relay.stage);
    if (isWritten) await waitUntil('the split of the killed process', async () => (await totalOf()) === 3);
    else expect(await totalOf()).to.equal(1);
    const again = await send(relay.client);
    expect([200, 201], JSON.stringify(again.body)).to.include(again.status);
    expect((again.body['imports'] as unknown[]).length).to.equal(2);
    expect(await totalOf()).to.equal(3);
  },
};
