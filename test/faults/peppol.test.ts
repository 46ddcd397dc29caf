import { expect } from 'chai';
import { waitUntil, type Client } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { cleanUp, clientOf, setStage, start } from './support.ts';

const LOOPBACK = { PEPPOL_PROVIDER: 'loopback' };
const NUMBER = '0477472701';

describe('a message through Peppol', function () {
  this.timeout(120_000);
  cleanUp();

  const made = async (work: ReturnType<Client['post']>): Promise<Record<string, unknown>> => {
    const { status, body } = await work;
    expect(status, JSON.stringify(body)).to.be.within(200, 202);
    return body;
  };

  it('whose process is killed behind its handing over is not sent twice', async () => {
    const stage = await setStage();
    const doomed = await start(stage, { ...LOOPBACK, FAULT_POINT: 'after-peppol-send' });
    const client = clientOf(stage, doomed);
    const { path } = stage.file;
    const address = { street: 'Rue Haute', house_number: '1', postal_code: '1000', city: 'Bruxelles', country: 'BE' };
    const numbers = { enterprise_number: NUMBER, vat_number: `BE${NUMBER}` };
    await made(client.call('PATCH', path, { body: { ...numbers, ...address } }));
    await made(client.post(`${path}/peppol`, {}));
    const customer = await made(
      client.post(`${path}/third-parties`, { type: 'customer', name: 'Peeters', ...numbers, ...address }),
    );
    const lines = [{ description: 'Advies', amount_net: '100.00', account: '700000', vat_code: 'S-NA' }];
    const fields = {
      direction: 'sale',
      number: 'V-1',
      document_date: '2026-03-15',
      third_party_id: customer['id'],
      lines,
    };
    const document = await made(client.post(`${path}/documents`, fields));
    await client.post(`${path}/documents/${String(document['id'])}/send`, { channel: 'peppol' }).catch(() => null);
    await waitUntil('the process to be killed', doomed.hasExited);
    await start(stage, LOOPBACK);
    const statuses = () =>
      query<{ status: string }>(stage.databaseUrl, 'SELECT status FROM read.peppol_messages WHERE direction = $$out$$');
    await waitUntil('the message to be known as sent', async () =>
      (await statuses()).every(({ status }) => ['sent', 'delivered', 'accepted'].includes(status)),
    );
    const sent = await query(
      stage.databaseUrl,
      `SELECT id FROM ops.peppol_loopback_messages WHERE document_number = 'V-1'`,
    );
    expect(sent).to.have.length(1);
    expect(await statuses()).to.have.length(1);
  });
});
