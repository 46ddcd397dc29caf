import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { MAILBOX, buildMail, startMailbox, type TestMailbox } from '../support/imap-server.ts';
import { openFile, postEntry, waitUntil, type Answer, type Client } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { query, type ServiceProcess } from '../support/processes.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';
import { buildTextPdf } from '../support/text-pdf.ts';
import { buildUblInvoice } from '../support/ubl-invoices.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { clientOf, invariantsHold, leaveNothing, makeStageFirst, setStage, start, type Stage } from './support.ts';
import { uploadTo } from './uploading.ts';

/** As the issue allows, with room for a machine that runs other tests meanwhile. */
const TAKEOVER_MS = 5_000;
const BUSY_MACHINE_MS = 4_000;
const NUMBER = '0477472701';
const ENDED = 'SELECT FROM ops.owners WHERE ended_at IS NOT NULL';

/** Two processes that share all work: whichever comes to a point first is frozen there, and the other takes over. */
describe('a process that is frozen inside its work', function () {
  this.timeout(120_000);
  let stage: Stage;
  let processes: readonly ServiceProcess[] = [];
  let receiver: WebhookReceiver;
  let mails: TestMailServer;
  let mailbox: TestMailbox;
  let unanswered: Promise<unknown>[] = [];
  const clients: Client[] = [];

  makeStageFirst();
  before('start two processes', async () => {
    stage = await setStage();
    [receiver, mails, mailbox] = await Promise.all([startWebhookReceiver(), startMailServer(), startMailbox()]);
    const environment = {
      FAULT_POINT: 'by-message',
      FREQUENT_JOBS: '* * * * * *',
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      INTEGRATION_ALLOWED_HOSTS: '127.0.0.1',
      SMTP_URL: mails.url,
      MAIL_FROM: 'no-reply@books.example',
      PEPPOL_PROVIDER: 'loopback',
    };
    processes = [await start(stage, environment), await start(stage, environment)];
    clients.push(...processes.map((process) => clientOf(stage, process)));
  });
  after(async () => {
    await Promise.all([receiver?.close(), mails?.close(), mailbox?.close()]);
    await leaveNothing();
  });

  const rows = <Row extends object>(text: string): Promise<Row[]> => query<Row>(stage.databaseUrl, text);
  const isFrozen = async ({ pid }: ServiceProcess): Promise<boolean> => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).startsWith('T');
  };
  const made = async (work: Promise<Answer>): Promise<Record<string, unknown>> => {
    const { status, body } = await work;
    expect(status, JSON.stringify(body)).to.be.within(200, 202);
    return body;
  };

  /** The work begins, whoever does it; its answer may come from the process that is frozen. */
  async function freezeAt(point: string, begin: (client: Client) => Promise<unknown>): Promise<Survivor> {
    const ended = (await rows(ENDED)).length;
    await Promise.all(processes.map((process) => process.failAt(`${point}=SIGSTOP`)));
    unanswered.push(begin(clients[0]!).catch(() => null));
    let frozen: ServiceProcess | undefined;
    await waitUntil(
      'one of them to be frozen',
      async () => {
        for (const process of processes) if (await isFrozen(process)) frozen = process;
        return frozen !== undefined;
      },
      60_000,
    );
    const frozenAt = performance.now();
    const index = processes.indexOf(frozen!);
    await processes[1 - index]!.failAt('nowhere');
    return {
      client: clients[1 - index]!,
      async takesOver(isTaken) {
        await waitUntil('the other to take over', isTaken, 60_000);
        await waitUntil('its term to end', async () => (await rows(ENDED)).length > ended, 20_000);
        expect(performance.now() - frozenAt).to.be.below(TAKEOVER_MS + BUSY_MACHINE_MS);
      },
      async thaws() {
        const before = countLosses(frozen!);
        process.kill(frozen!.pid, 'SIGCONT');
        await frozen!.failAt('nowhere');
        await waitUntil('it to know what happened', () => countLosses(frozen!) > before, 20_000);
        await Promise.all(unanswered);
        unanswered = [];
      },
    };
  }
  interface Survivor {
    readonly client: Client;
    takesOver(isTaken: () => Promise<boolean> | boolean): Promise<void>;
    thaws(): Promise<void>;
  }
  const countLosses = ({ output }: ServiceProcess): number => output().split('this process stood still').length;
  /** Whether the claim of this row belongs to another one than before. */
  async function watchClaim(text: string): Promise<() => Promise<boolean>> {
    const read = async () => (await rows<{ owner: string | null }>(text))[0]?.owner;
    const before = await read();
    return async () => (await read()) !== before;
  }

  it('a request: the other one answers it when it is sent again, and it has acted once', async () => {
    const key = randomUUID();
    const survivor = await freezeAt('after-claim', (client) => postEntry(client, stage.file, key));
    let answer: Answer | undefined;
    await survivor.takesOver(async () => (answer = await postEntry(survivor.client, stage.file, key)).status === 201);
    await survivor.thaws();
    const again = await postEntry(survivor.client, stage.file, key);
    expect(again.body).to.deep.equal(answer!.body);
    expect((await survivor.client.get(`${stage.file.path}/entries`)).body['total']).to.equal(1);
  });

  it('a scheduled job: its next slots do not wait, and its end is not recorded', async () => {
    const survivor = await freezeAt('within-job', () => Promise.resolve());
    const [held] = await rows<{ name: string; slot: string }>(
      `SELECT name, completed_slot::text AS slot FROM ops.jobs WHERE leased_by IS NOT NULL ORDER BY completed_slot LIMIT 1`,
    );
    const isAhead = async (): Promise<boolean> =>
      (await rows(`SELECT FROM ops.jobs WHERE name = '${held!.name}' AND completed_slot > '${held!.slot}'`)).length > 0;
    await survivor.takesOver(isAhead);
    await survivor.thaws();
    expect(await isAhead()).to.equal(true);
  });

  itLong('a mail: it is reported as in doubt, and sent by nobody again', async () => {
    const words = { to: ['ann@example.be'], subject: 'Une fois', body: 'Une seule' };
    const path = `${stage.file.path}/mails`;
    const survivor = await freezeAt('after-mail-handed-over', (client) => client.post(path, words));
    const isEnded = `SELECT FROM ops.mail_attempts WHERE state IN ('ended', 'done')`;
    await survivor.takesOver(async () => (await rows(isEnded)).length > 0);
    await survivor.thaws();
    const newest = async () =>
      ((await survivor.client.get(path)).body['data'] as { status: string; error: { code: string } | null }[])[0]!;
    await waitUntil('the mail to be given up', async () => (await newest()).status !== 'queued', 20_000);
    const { status, error } = await newest();
    expect([status, error?.code]).to.deep.equal(['failed', 'mail_in_doubt']);
    expect(mails.mails).to.have.length(1);
  });

  describe('and has an endpoint to call', () => {
    before(async () => {
      const { body: firms } = await clients[1]!.get('/v1/firms');
      const [firm] = (Array.isArray(firms) ? firms : firms['data']) as { public_token: string }[];
      await made(
        clients[1]!.post(`/v1/firms/${firm!.public_token}/webhooks`, {
          url: `${receiver.url}/frozen`,
          events: ['entry.posted'],
        }),
      );
    });
    const deliveries = () =>
      rows<{ attempts: number; status: string }>('SELECT attempts, status FROM ops.webhook_deliveries ORDER BY id');

    it('a call: the other one makes it as a second attempt, and the first says nothing more', async () => {
      const survivor = await freezeAt('after-webhook-call', (client) => postEntry(client, stage.file));
      await survivor.takesOver(() => receiver.requests.length === 2);
      await survivor.thaws();
      await waitUntil('the note of it', async () => (await deliveries())[0]!.status === 'delivered');
      expect(await deliveries()).to.deep.equal([{ attempts: 2, status: 'delivered' }]);
      expect(receiver.requests).to.have.length(2);
    });

    itLong('the making of deliveries: the other one makes them, once', async () => {
      const survivor = await freezeAt('within-webhook-dispatch', (client) => postEntry(client, stage.file));
      await survivor.takesOver(async () => (await deliveries()).length === 2);
      await survivor.thaws();
      await waitUntil('the call', async () => (await deliveries())[1]?.status === 'delivered');
      expect(await deliveries()).to.have.length(2);
      expect(receiver.requests).to.have.length(3);
    });
  });

  const address = { street: 'Rue Haute', house_number: '1', postal_code: '1000', city: 'Bruxelles', country: 'BE' };
  const numbers = { enterprise_number: NUMBER, vat_number: `BE${NUMBER}` };
  let isRegistered = false;
  async function registerWithPeppol(): Promise<void> {
    if (isRegistered) return;
    await made(clients[0]!.call('PATCH', stage.file.path, { body: { ...numbers, ...address } }));
    await made(clients[0]!.post(`${stage.file.path}/peppol`, {}));
    isRegistered = true;
  }

  itLong('a check of a Peppol inbox: the other one checks it', async () => {
    await registerWithPeppol();
    await waitUntil('the inbox', async () => (await rows('SELECT FROM ops.peppol_inboxes')).length === 1, 60_000);
    const survivor = await freezeAt('within-peppol-inbox', () =>
      rows("UPDATE ops.peppol_inboxes SET due_at = now() - interval '1 second'").then(() =>
        rows('NOTIFY grandlivre_peppol'),
      ),
    );
    await survivor.takesOver(await watchClaim('SELECT leased_by::text AS owner FROM ops.peppol_inboxes'));
    await survivor.thaws();
    const isAhead = 'SELECT FROM ops.peppol_inboxes WHERE leased_by IS NULL AND due_at > now()';
    await waitUntil('the next check to be planned', async () => (await rows(isAhead)).length === 1, 20_000);
  });

  itLong('an analysis: the other one makes it, and the first records nothing', async () => {
    const content = await buildTextPdf([['Facture A-1', 'Total 121,00 EUR']]);
    const survivor = await freezeAt('within-analysis', (client) =>
      uploadTo(client, `${stage.file.path}/document-imports`, 'A-1.pdf', content, randomUUID()),
    );
    const analysed = () =>
      rows<{ version: number }>(
        "SELECT version FROM read.document_imports WHERE original_name = 'A-1.pdf' AND status <> 'queued'",
      );
    await survivor.takesOver(await watchClaim('SELECT claimed_by::text AS owner FROM ops.document_analyses'));
    await waitUntil('it to be analysed', async () => (await analysed()).length === 1, 60_000);
    const before = await analysed();
    await survivor.thaws();
    await waitUntil('its claim to be gone', async () => (await rows('SELECT FROM ops.document_analyses')).length === 0);
    expect(await analysed()).to.deep.equal(before);
  });

  itLong('a message to the Peppol network: the other one asks what has become of it', async () => {
    const { path } = stage.file;
    const client = clients[0]!;
    await registerWithPeppol();
    const customer = await made(
      client.post(`${path}/third-parties`, { type: 'customer', name: 'Peeters', ...numbers, ...address }),
    );
    const lines = [{ description: 'Advies', amount_net: '100.00', account: '700000', vat_code: 'S-NA' }];
    const fields = { direction: 'sale', number: 'V-1', document_date: '2026-03-15', lines };
    const document = await made(client.post(`${path}/documents`, { ...fields, third_party_id: customer['id'] }));
    const send = `${path}/documents/${String(document['id'])}/send`;
    const survivor = await freezeAt('after-peppol-send', (one) => one.post(send, { channel: 'peppol' }));
    await survivor.takesOver(await watchClaim('SELECT leased_by::text AS owner FROM ops.peppol_sendings'));
    await survivor.thaws();
    const sent = `SELECT status FROM read.peppol_messages WHERE direction = 'out' AND status IN ('sent', 'delivered', 'accepted')`;
    await waitUntil('it to be known as sent', async () => (await rows(sent)).length === 1, 20_000);
    expect(await rows(`SELECT FROM ops.peppol_loopback_messages WHERE document_number = 'V-1'`)).to.have.length(1);
  });

  itLong('a run of an integration: the other one runs it anew, and nothing comes twice', async () => {
    for (const number of [1, 2]) {
      const content = Buffer.from(buildUblInvoice({ number: `F-${number}` }));
      mailbox.messages.set(number, buildMail(`Mail ${number}`, [{ name: `F-${number}.xml`, content }]));
    }
    const settings = { host: mailbox.host, port: mailbox.port, security: 'starttls', ...MAILBOX };
    const survivor = await freezeAt('after-integration-import', (client) =>
      client.post(`${stage.file.path}/integrations`, { key: 'imap_documents', settings }),
    );
    await survivor.takesOver(await watchClaim('SELECT lease_of AS owner FROM ops.integration_standing'));
    await survivor.thaws();
    const statuses = () => rows<{ status: string }>('SELECT status FROM ops.integration_runs ORDER BY id');
    await waitUntil('the next run to end', async () => (await statuses()).at(-1)?.status === 'succeeded', 40_000);
    expect((await statuses()).map(({ status }) => status)).to.deep.equal(['failed', 'succeeded']);
    const imported = await rows<{ original_name: string }>(
      `SELECT original_name FROM read.document_imports WHERE original_name LIKE 'F-%' ORDER BY original_name`,
    );
    expect(imported.map(({ original_name }) => original_name)).to.deep.equal(['F-1.xml', 'F-2.xml']);
  });

  itLong('the books of another program: the other one brings the rest along', async () => {
    const file = await openFile(clients[0]!, 'ALTRO');
    const content = Buffer.from(
      [
        'Journal;Number;Date;Account;Label;Debit;Credit',
        'SALES;1;2026-01-05;400000;Invoice 1;12.10;',
        'SALES;1;2026-01-05;700000;Invoice 1;;12.10',
      ].join('\n'),
    );
    const survivor = await freezeAt('between-steps-of-migration', (client) =>
      uploadTo(client, `${file.path}/migrations`, 'entries.csv', content, randomUUID()),
    );
    await survivor.takesOver(await watchClaim('SELECT claimed_by::text AS owner FROM ops.migrations'));
    await survivor.thaws();
    const isCompleted = `SELECT FROM ops.migrations WHERE status = 'completed'`;
    await waitUntil('the books to be there', async () => (await rows(isCompleted)).length === 1, 40_000);
    expect((await survivor.client.get(`${file.path}/entries`)).body['total']).to.equal(1);
  });

  it('nothing is lost or doubled in the books', async () => {
    await invariantsHold(stage, { writes: clients.flatMap(({ writes }) => writes) });
    const errors = processes.flatMap(({ output }) => output().match(/^.*"level":50.*$/gm) ?? []);
    expect(errors).to.deep.equal([]);
  });
});
