import { expect } from 'chai';
import { waitUntil } from '../support/load.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';
import { cleanUp, clientOf, setStage, start } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('mails', function () {
  this.timeout(120_000);
  cleanUp();
  let server: TestMailServer;
  beforeEach(async () => (server = await startMailServer()));
  afterEach(() => server.close());

  it('whose process is killed when the server has taken them are not sent again by themselves, and say so', async () => {
    const stage = await setStage();
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'no-reply@books.example' };
    const doomed = await start(stage, { ...mail, FAULT_POINT: 'after-mail-handed-over' });
    const words = { to: ['ann@example.be'], subject: 'Une fois', body: 'Une seule' };
    const mails = `${stage.file.path}/mails`;
    // The answer may be lost together with the process.
    await clientOf(stage, doomed)
      .post(mails, words)
      .catch(() => null);
    await waitUntil('the process to be killed', doomed.hasExited);
    await server.mailTo('ann@example.be');
    const client = clientOf(stage, await start(stage, mail));
    const newest = async () =>
      ((await client.get(mails)).body['data'] as { status: string; error: { code: string } | null }[])[0]!;
    await waitUntil('the mail to be given up', async () => (await newest()).status !== 'queued', 60_000);
    expect((await newest()).error).to.deep.include({ code: 'mail_in_doubt' });
    expect(server.mails).to.have.length(1);
    const again = await client.post(mails, words);
    expect(again.status).to.equal(202);
    await waitUntil('it to be sent', async () => (await newest()).status === 'sent', 60_000);
    expect(server.mails).to.have.length(2);
  });
});
