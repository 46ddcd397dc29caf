import { expect } from 'chai';
import { MAILBOX, buildMail, startMailbox, type TestMailbox } from '../support/imap-server.ts';
import { waitUntil } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { buildUblInvoice } from '../support/ubl-invoices.ts';
import { cleanUp, clientOf, setStage, start } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('a run of an integration', function () {
  this.timeout(300_000);
  cleanUp();
  let mailbox: TestMailbox;
  before(async () => (mailbox = await startMailbox()));
  after(() => mailbox.close());

  it('whose process is killed between taking a file in and noting so takes it in once', async () => {
    mailbox.messages.set(
      1,
      buildMail('One', [{ name: 'K-1.xml', content: Buffer.from(buildUblInvoice({ number: 'K-1' })) }]),
    );
    mailbox.messages.set(
      2,
      buildMail('Two', [{ name: 'K-2.xml', content: Buffer.from(buildUblInvoice({ number: 'K-2' })) }]),
    );
    const environment = { INTEGRATION_ALLOWED_HOSTS: '127.0.0.1' };
    const stage = await setStage();
    const doomed = await start(stage, { ...environment, FAULT_POINT: 'after-integration-import' });
    const settings = { host: mailbox.host, port: mailbox.port, security: 'starttls', ...MAILBOX };
    const connected = await clientOf(stage, doomed).post(`${stage.file.path}/integrations`, {
      key: 'imap_documents',
      settings,
    });
    expect(connected.status, JSON.stringify(connected.body)).to.equal(201);
    await waitUntil('the process to be killed', doomed.hasExited, 40_000);
    const imported = () =>
      query<{ original_name: string }>(
        stage.databaseUrl,
        'SELECT original_name FROM read.document_imports ORDER BY id',
      );
    await start(stage, environment);
    const runs = () =>
      query<{ status: string; counts: object }>(
        stage.databaseUrl,
        'SELECT status, counts FROM ops.integration_runs ORDER BY id',
      );
    await waitUntil('the next run to end', async () => (await runs()).at(-1)?.status === 'succeeded', 40_000);
    expect((await runs()).map(({ status }) => status)).to.deep.equal(['failed', 'succeeded']);
    expect((await imported()).map(({ original_name }) => original_name)).to.deep.equal(['K-1.xml', 'K-2.xml']);
  });
});
