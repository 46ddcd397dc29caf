import { expect } from 'chai';
import { waitUntil, type Client } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';
import { cleanUp, clientOf, runUntilKilled, setStage, start } from './support.ts';
import { itLong } from '../support/long.ts';

describe('a recurring document', function () {
  this.timeout(120_000);
  cleanUp();
  let server: TestMailServer;
  beforeEach(async () => (server = await startMailServer()));
  afterEach(() => server.close());

  const made = async (work: ReturnType<Client['post']>): Promise<Record<string, unknown>> => {
    const { status, body } = await work;
    expect(status, JSON.stringify(body)).to.be.within(200, 201);
    return body;
  };

  itLong(
    'is sent once, though a process is killed between issuing and sending, and one between sending and recording it',
    async () => {
      const stage = await setStage();
      const settings = { SMTP_URL: server.url, MAIL_FROM: 'no-reply@books.example', FREQUENT_JOBS: '* * * * * *' };
      const first = await start(stage, { ...settings, FAULT_POINT: 'before-recurring-send' });
      const client = clientOf(stage, first);
      const { path } = stage.file;
      const customer = await made(
        client.post(`${path}/third-parties`, {
          type: 'customer',
          name: 'Petit',
          email: 'petit@example.be',
          invoice_delivery: 'mail',
        }),
      );
      const { body } = await client.get(`${path}/journals`);
      const journals = body as unknown as readonly { id: number; code: string }[];
      const journal = journals.find(({ code }) => code === 'VEN')!;
      const recurring = await made(
        client.post(`${path}/recurring-entries`, {
          kind: 'document',
          label: 'Maintenance',
          template: {
            journal_id: journal.id,
            third_party_id: customer['id'],
            lines: [{ description: 'Maintenance', amount_net: '100.00', account: '700000', vat_code: 'S-21' }],
          },
          schedule: { unit: 'month', starts_on: '2026-01-31', count: 1 },
        }),
      );
      const one = `${path}/recurring-entries/${String(recurring['id'])}`;
      // The answer may be lost together with the process.
      await client.post(`${one}/run`, { until: '2026-01-31' }).catch(() => null);
      await waitUntil('the first process to be killed', first.hasExited);
      await runUntilKilled(stage, { ...settings, FAULT_POINT: 'after-recurring-send' });
      const third = clientOf(stage, await start(stage, settings));
      const readDelivery = async () => {
        const { occurrences } = (await third.get(one)).body as {
          occurrences: readonly { document_id: number; delivery: { status: string; mail_id: number | null } }[];
        };
        expect(occurrences).to.have.length(1);
        return occurrences[0]!.delivery;
      };
      await waitUntil('the sending to be recorded', async () => (await readDelivery()).mail_id !== null, 60_000);
      // A second round of the job finds nothing to do.
      await waitUntil('the mail to be settled', async () => (await readDelivery()).status !== 'queued', 60_000);
      const mails = await query<{ id: string }>(stage.databaseUrl, 'SELECT id FROM read.mails');
      expect(mails.map(({ id }) => Number(id))).to.deep.equal([(await readDelivery()).mail_id]);
      expect(server.mails.length).to.be.at.most(1);
      const documents = await query<{ number: string; status: string }>(
        stage.databaseUrl,
        'SELECT number, status FROM read.documents',
      );
      expect(documents).to.deep.equal([{ number: '2026-00001', status: 'booked' }]);
    },
  );
});
