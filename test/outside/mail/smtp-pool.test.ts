import { expect } from 'chai';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { OutgoingMail } from '../../../outside/mail/message.ts';
import { openSmtpPool, type Sending } from '../../../outside/mail/smtp-pool.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';

const FROM = 'Books <no-reply@books.example>';

const mail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: 'mail-1',
  to: ['ann@example.be'],
  cc: [],
  fromName: 'Café & Fils',
  from: null,
  replyTo: 'bob@firm.example',
  subject: 'Rappel',
  text: 'Voilà',
  language: 'fr',
  attachments: [],
  ...changes,
});

/** How far the server goes before it does what it does. */
type Place = 'greeting' | 'recipient' | 'data' | 'end';

/** A server that speaks plain SMTP up to a place, and then answers half a line, drops the connection, or says no more. */
async function brokenServer(place: Place, deed: 'drops' | 'hangs' | 'answers half'): Promise<Server> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    const act = (answer: string): void => {
      if (deed === 'drops') socket.destroy();
      if (deed === 'answers half') socket.write(answer.slice(0, 2), () => socket.destroy());
    };
    if (place === 'greeting') return act('220 ready\r\n');
    socket.write('220 ready\r\n');
    let isData = false;
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString('utf8').split('\r\n').filter(Boolean)) {
        if (isData) {
          if (line === '.') act('250 queued\r\n');
        } else if (/^RCPT/.test(line) && place === 'recipient') act('250 ok\r\n');
        else if (/^DATA/.test(line)) {
          isData = true;
          if (place === 'data') act('354 go on\r\n');
          else socket.write('354 go on\r\n');
        } else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('A pool of connections to a mail server', () => {
  let server: TestMailServer;
  before(async () => void (server = await startMailServer()));
  after(() => server.close());
  beforeEach(() => server.behave('accept'));

  it('hands over mails with their files, one after another over one connection', async () => {
    const lane = openSmtpPool({ url: server.url, from: FROM }).openLane();
    const content = Buffer.from('%PDF-1.7 a file');
    const attachments = [{ name: 'Relevé.pdf', mime: 'application/pdf', content }];
    const first = await lane.send(mail({ attachments, cc: ['cid@example.be'] }));
    const second = await lane.send(mail({ to: ['dan@example.be'], from: 'sales@cafe.example' }));
    lane.disconnect();
    expect([first.is, second.is]).to.deep.equal(['sent', 'sent']);
    const received = await server.mailTo('ann@example.be');
    expect(received.to).to.deep.equal(['ann@example.be', 'cid@example.be']);
    expect(received.headers['from']).to.contain('<no-reply@books.example>');
    expect(received.headers['reply-to']).to.equal('bob@firm.example');
    expect(received.headers['message-id']).to.equal('<mail-1@books.example>');
    expect(received.raw).to.contain(content.toString('base64'));
    const other = await server.mailTo('dan@example.be');
    expect(other.from).to.equal('no-reply@books.example');
    expect(other.headers['from']).to.contain('<sales@cafe.example>');
    expect(other.headers['sender']).to.equal('no-reply@books.example');
  });

  it('gets no header that is smuggled in', async () => {
    const lane = openSmtpPool({ url: server.url, from: FROM }).openLane();
    await lane.send(mail({ to: ['eve@example.be'], subject: 'a\r\nBcc: x@y.be', fromName: 'b\r\nX-Evil: 1' }));
    lane.disconnect();
    const { headers } = await server.mailTo('eve@example.be');
    expect(headers).to.not.have.any.keys('bcc', 'x-evil');
  });

  it('tells a refusal for now from one for good', async () => {
    const lane = openSmtpPool({ url: server.url, from: FROM }).openLane();
    server.behave('refuse');
    expect(await lane.send(mail())).to.deep.include({ is: 'refused', isLasting: false });
    server.behave('reject');
    expect(await lane.send(mail())).to.deep.include({ is: 'refused', isLasting: true });
    server.behave('accept');
    expect((await lane.send(mail())).is).to.equal('sent');
    lane.disconnect();
  });

  const expected: readonly (readonly [Place, Parameters<typeof brokenServer>[1], Sending['is']])[] = [
    ['greeting', 'drops', 'unreached'],
    ['greeting', 'hangs', 'unreached'],
    ['greeting', 'answers half', 'unreached'],
    ['recipient', 'drops', 'unreached'],
    ['recipient', 'hangs', 'unreached'],
    ['data', 'answers half', 'unreached'],
    ['end', 'drops', 'in_doubt'],
    ['end', 'hangs', 'in_doubt'],
    ['end', 'answers half', 'in_doubt'],
  ];
  for (const [place, deed, is] of expected)
    it(`says ${is} of a server that ${deed} at the ${place}`, async () => {
      const broken = await brokenServer(place, deed);
      const { port } = broken.address() as AddressInfo;
      const lane = openSmtpPool({ url: `smtp://127.0.0.1:${port}`, from: FROM, timeoutMs: 400 }).openLane();
      expect((await lane.send(mail())).is).to.equal(is);
      broken.close();
    });

  it('says that nobody was reached where nobody listens, and never tells a password', async () => {
    const lane = openSmtpPool({ url: 'smtp://me:very-secret@127.0.0.1:1', from: FROM, timeoutMs: 2_000 }).openLane();
    const outcome = await lane.send(mail());
    expect(outcome.is).to.equal('unreached');
    expect(JSON.stringify(outcome)).to.not.contain('very-secret');
  });
});
