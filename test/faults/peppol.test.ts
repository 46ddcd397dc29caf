import { expect } from 'chai';
import { waitUntil, type Client } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { cleanUp, clientOf, runUntilKilled, setStage, start } from './support.ts';
import { itLong } from '../support/long.ts';

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

  itLong('whose process is killed behind its handing over is not sent twice', async () => {
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

  itLong('or through an approved platform is carried once, with each status once', async () => {
    const stage = await setStage();
    const platform = { PA_PROVIDER: 'loopback' };
    const doomed = await start(stage, { ...platform, FAULT_POINT: 'after-peppol-send' });
    const client = clientOf(stage, doomed);
    const year = { starts_on: '2026-01-01', ends_on: '2026-12-31' };
    const { path } = await openFrenchFile(client, year);
    const customer = await made(
      client.post(`${path}/third-parties`, {
        type: 'customer',
        name: 'Parc',
        country: 'FR',
        enterprise_number: '552100554',
        postal_code: '75011',
        city: 'Paris',
      }),
    );
    const document = await made(
      client.post(`${path}/documents`, {
        direction: 'sale',
        number: 'F-1',
        document_date: '2026-10-05',
        due_date: '2026-11-04',
        nature: 'services',
        third_party_id: customer['id'],
        lines: [{ description: 'Conseil', amount_net: '100.00', account: '706000', vat_code: 'S-20' }],
      }),
    );
    const one = `${path}/documents/${String(document['id'])}`;
    await made(client.post(`${one}/book`, {}));
    await client.post(`${one}/send`, { channel: 'platform' }).catch(() => null);
    await waitUntil('the process to be killed', doomed.hasExited);
    // The status of the platform is recorded, but the process is killed before it says so.
    await runUntilKilled(stage, { ...platform, FAULT_POINT: 'after-platform-record' });
    await start(stage, platform);
    const waiting = () =>
      query(
        stage.databaseUrl,
        `SELECT id FROM ops.platform_loopback_messages WHERE kind = 'status' AND taken_at IS NULL`,
      );
    await waitUntil('the statuses to be taken', async () => (await waiting()).length === 0);
    const carried = await query(
      stage.databaseUrl,
      `SELECT id FROM ops.platform_loopback_messages WHERE kind = 'document'`,
    );
    const steps = await query<{ status: string }>(
      stage.databaseUrl,
      'SELECT status FROM read.document_lifecycle ORDER BY id',
    );
    expect(carried).to.have.length(1);
    expect(steps.map(({ status }) => status)).to.deep.equal(['200', '213']);
  });

  async function openFrenchFile(client: Client, fiscal_year: object): Promise<{ readonly path: string }> {
    const file = await made(
      client.post('/v1/companies', {
        name: 'Atelier Lumen',
        code: 'LUMEN',
        country_pack: 'FR',
        country: 'FR',
        enterprise_number: '732829320',
        vat_number: 'FR44732829320',
        street: 'rue des Arts',
        house_number: '3',
        postal_code: '69001',
        city: 'Lyon',
        fiscal_year,
      }),
    );
    return { path: `/v1/companies/${String(file['public_token'])}` };
  }
});
