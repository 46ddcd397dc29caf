import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postInvoice, waitUntil, addSupplier, type Client } from '../../support/load.ts';
import { query } from '../../support/processes.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

export const vatValidation: KilledSubject = {
  name: 'while it validates a VAT return',
  points: ['before-append', 'after-append'],
  claim: 'has posted the balance and closed the period, or neither, and requested again has done so once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await addSupplier(relay.client, await relay.newFile());
    const key = randomUUID();
    expect((await postInvoice(relay.client, file)).status).to.equal(201);
    const period = { year: 2026, period: 1, period_type: 'quarterly' };
    const drawn = await relay.client.post(`${file.path}/vat-declarations`, period);
    expect(drawn.status, JSON.stringify(drawn.body)).to.equal(201);
    const path = `${file.path}/vat-declarations/${String(drawn.body['id'])}`;
    const validate = (client: Client) => client.post(`${path}/validate`, {}, key);
    await relay.killedAt(point, validate);

    const { client, stage } = relay;
    const state = async () => {
      const { body } = await client.get(path);
      const { body: entries } = await client.get(`${file.path}/entries`);
      const settled = (entries['data'] as { origin: string }[]).filter(({ origin }) => origin === 'vat_settlement');
      return [body['status'], settled.length];
    };
    if (isWritten) await waitUntil('the validation to be seen', async () => (await state())[0] === 'validated');
    expect(await state()).to.deep.equal(isWritten ? ['validated', 1] : ['draft', 0]);
    await leasesRunOut(stage);
    const again = await validate(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(again.headers['x-idempotent-replay']).to.equal(isWritten ? '1' : undefined);
    expect(await state()).to.deep.equal(['validated', 1]);
    const announced = await query(
      stage.databaseUrl,
      `SELECT DISTINCT event_id FROM ops.outbox WHERE event = 'vat.declaration_validated' AND company_id = $1`,
      [file.id],
    );
    expect(announced).to.have.length(1);
  },
};
