import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil, type Client } from '../../support/load.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import { uploadTo } from '../uploading.ts';
import type { KilledSubject } from './subject.ts';

export const validation: KilledSubject = {
  name: 'while an import becomes a document and its entry',
  points: ['before-append', 'after-append', 'before-projection', 'after-projection'],
  claim: 'has made third party, document and entry or none of them, and sent again has made them once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const key = randomUUID();
    const content = Buffer.from(buildUblInvoice({ number: key.slice(0, 8) }));
    const path = `${file.path}/document-imports`;
    const uploaded = await uploadTo(relay.client, path, 'invoice.xml', content, randomUUID());
    expect(uploaded.status, JSON.stringify(uploaded.body)).to.equal(201);
    const [made] = uploaded.body['imports'] as { readonly id: number }[];
    const body = { direction: 'purchase', new_third_party: { name: 'Papeterie du Centre' }, book: true };
    const validate = (client: Client) => client.post(`${path}/${made!.id}/validate`, body, key);
    await relay.killedAt(point, validate);
    const { client, stage } = relay;
    const state = async () => {
      const [one, documents, entries, thirdParties] = await Promise.all(
        [`document-imports/${made!.id}`, 'documents', 'entries', 'third-parties'].map(
          async (name) => (await client.get(`${file.path}/${name}`)).body,
        ),
      );
      const count = (thirdParties as unknown as readonly { name: string }[]).filter(
        ({ name }) => name === 'Papeterie du Centre',
      );
      return [one!['status'] === 'validated', documents!['total'], entries!['total'], count.length];
    };
    if (isWritten) await waitUntil('the validation to be seen', async () => (await state())[0] === true);
    expect(await state()).to.deep.equal(isWritten ? [true, 1, 1, 1] : [false, 0, 0, 0]);
    await leasesRunOut(stage);
    const again = await validate(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(isWritten ? 200 : 201);
    const third = await validate(client);
    expect([third.status, third.body]).to.deep.equal([200, again.body]);
    expect(await state()).to.deep.equal([true, 1, 1, 1]);
  },
};
