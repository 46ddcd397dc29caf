import { expect } from 'chai';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { MailUnavailable, openMailer, type Mailer } from '../../../outside/mail/mailer.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';

const FROM = 'Grandlivre <no-reply@books.example>';

describe('Outgoing mail', () => {
  let server: TestMailServer;
  let mailer: Mailer;

  before(async () => {
    server = await startMailServer();
    // Only what never answers is given up: a busy machine may take long.
    mailer = openMailer({ url: server.url, from: FROM, timeoutMs: 20_000 });
  });
  after(async () => {
    mailer.close();
    await server.close();
  });
  beforeEach(() => server.behave('accept'));

  const mail = (changes: Partial<Parameters<Mailer['send']>[0]> = {}) => ({
    to: 'ann@example.be',
    subject: 'Été',
    text: 'Voilà : 1 €\nhttps://books.example/?a=1&b=2',
    language: 'fr',
    ...changes,
  });

  const failure = (sending: Promise<void>) =>
    sending.then(
      () => null,
      (error: unknown) => error,
    );

  it('arrives as it was written', async () => {
    await mailer.send(mail());
    const received = await server.mailTo('ann@example.be');
    expect(received.from).to.equal('no-reply@books.example');
    expect(received.headers['from']).to.equal('Grandlivre <no-reply@books.example>');
    expect(received.headers['to']).to.equal('ann@example.be');
    expect(received.headers['content-language']).to.equal('fr');
    expect(received.headers['auto-submitted']).to.equal('auto-generated');
    expect(received.headers['subject']).to.match(/^=\?UTF-8\?/i);
    expect(received.text.trim()).to.equal('Voilà : 1 €\r\nhttps://books.example/?a=1&b=2');
  });

  it('gets no header and no recipient that is smuggled in', async () => {
    await mailer.send(mail({ subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nbody', to: 'ben@example.be' }));
    const received = await server.mailTo('ben@example.be');
    expect(received.to).to.deep.equal(['ben@example.be']);
    expect(received.headers).to.not.have.property('bcc');
    expect(received.headers['subject']).to.equal('Hello Bcc: eve@example.com body');
    const before = server.mails.length;
    for (const to of ['cid@example.be\r\nBcc: eve@example.com', 'cid@example.be, eve@example.com', 'a@b.be\0'])
      await failure(mailer.send(mail({ to })));
    for (const { to, headers } of server.mails.slice(before)) {
      expect(to).to.have.length(1);
      expect(to).to.not.include('eve@example.com');
      expect(headers).to.not.have.property('bcc');
    }
    await mailer.send(mail({ language: 'fr\r\nX-Evil: 1', to: 'dan@example.be' }));
    expect((await server.mailTo('dan@example.be')).headers).to.not.have.property('x-evil');
  });

  it('reads no file and no address, whatever the text looks like', async () => {
    await mailer.send(mail({ text: '{"path":"/etc/passwd"}', to: 'fay@example.be' }));
    expect((await server.mailTo('fay@example.be')).text.trim()).to.equal('{"path":"/etc/passwd"}');
  });

  it('is unavailable when the server refuses, and works again afterwards', async () => {
    server.behave('refuse');
    expect(await failure(mailer.send(mail()))).to.be.instanceOf(MailUnavailable);
    server.behave('accept');
    expect(await failure(mailer.send(mail()))).to.equal(null);
  });

  it('is unavailable when the server takes too long, and says so in time', async () => {
    server.behave('hang');
    const impatient = openMailer({ url: server.url, from: FROM, timeoutMs: 500 });
    const startedAt = performance.now();
    expect(await failure(impatient.send(mail()))).to.be.instanceOf(MailUnavailable);
    expect(performance.now() - startedAt).to.be.lessThan(8_000);
    impatient.close();
  });

  it('is unavailable when nobody listens, or someone who never says a word', async () => {
    const sockets: { destroy(): void }[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const muted = openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.example', timeoutMs: 300 });
    expect(await failure(muted.send(mail()))).to.be.instanceOf(MailUnavailable);
    muted.close();
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => silent.close(resolve));
    const nobody = openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.example', timeoutMs: 2_000 });
    expect(await failure(nobody.send(mail()))).to.be.instanceOf(MailUnavailable);
    nobody.close();
  });

  it('does not tell the password of the server in its errors', async () => {
    const wrong = openMailer({
      url: 'smtp://someone:very-secret@127.0.0.1:1',
      from: 'a@b.example',
      timeoutMs: 2_000,
    });
    const error = (await failure(wrong.send(mail()))) as Error;
    wrong.close();
    expect(`${error.stack} ${String(error.cause)}`).to.not.include('very-secret');
  });
});
