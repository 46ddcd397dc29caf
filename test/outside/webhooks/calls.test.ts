import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openWebhookCalls, type CallOutcome, type WebhookCalls } from '../../../outside/webhooks/calls.ts';
import { formatSecret } from '../../../outside/webhooks/signature.ts';
import { createLoopbackCertificate } from '../../support/eventstoredb-server/certificate.ts';
import { FAILURES, startHttpServer, answerText, type TestHttpServer } from '../../support/http-server.ts';

const secrets = [formatSecret(new Uint8Array(32))];
const call = { event: 'webhook.test', eventId: 'evt_1', deliveryId: 7, body: '{"é":1}', secrets };

describe('Calls to webhooks', () => {
  let receiver: TestHttpServer;
  let calls: WebhookCalls;

  beforeEach(async () => {
    receiver = await startHttpServer(answerText('thanks'));
    calls = openWebhookCalls({ allowedHosts: ['127.0.0.1'], timeoutMs: 1_000 });
  });
  afterEach(async () => {
    await calls.close();
    await receiver.close();
  });
  const post = (url = `${receiver.url}/in?a=b`): Promise<CallOutcome> => calls.postCall({ ...call, url });

  it('send the body as it is, with headers that say what it is', async () => {
    expect(await post()).to.deep.include({ isDelivered: true, status: 200, excerpt: 'thanks' });
    const [request] = receiver.requests;
    expect(request).to.include({ method: 'POST', url: '/in?a=b', body: '{"é":1}' });
    expect(request!.headers).to.include({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'x-service-event': 'webhook.test',
      'x-service-delivery': '7',
      'webhook-id': 'evt_1',
    });
    expect(request!.headers['x-service-signature']).to.match(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(request!.headers['webhook-signature']).to.match(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('are delivered by any 2xx, and by nothing else', async () => {
    for (const status of [200, 201, 202, 204, 205, 299]) {
      receiver.behave(answerText('', status));
      expect(await post(), String(status)).to.include({ isDelivered: true, status });
    }
    for (const status of [300, 301, 304, 307, 400, 404, 410, 429, 500, 503]) {
      receiver.behave(answerText('no', status, { Location: `${receiver.url}/elsewhere` }));
      expect(await post(), String(status)).to.include({ isDelivered: false, status });
    }
    expect(receiver.requests.map(({ url }) => url)).to.not.include('/elsewhere');
  });

  it('follow no redirect to this machine', async () => {
    const canary = await startHttpServer();
    receiver.behave(answerText('', 308, { Location: canary.url }));
    expect(await post()).to.include({ isDelivered: false, status: 308 });
    expect(canary.connections()).to.equal(0);
    await canary.close();
  });

  it('keep 2000 characters of the answer, without half ones and without what a database refuses', async () => {
    receiver.behave(answerText('🙂'.repeat(3_000), 500));
    expect([...(await post()).excerpt]).to.have.length(2_000);
    receiver.behave(answerText('a\0b\x1b[31m', 500));
    expect((await post()).excerpt).to.equal('a\ufffdb\ufffd[31m');
    receiver.behave(answerText(Buffer.from([0xff, 0xfe, 0xd8]), 500));
    expect((await post()).excerpt).to.match(/^\ufffd+$/);
  });

  it('read 8 KiB of an answer that never ends, and go on', async () => {
    receiver.behave(FAILURES['a flood']!);
    const outcome = await post();
    expect(outcome).to.include({ isDelivered: true, status: 200 });
    expect(outcome.excerpt).to.have.length(2_000);
  });

  it('unpack nothing', async () => {
    receiver.behave(answerText(gzipSync(Buffer.alloc(50_000_000)), 500, { 'Content-Encoding': 'gzip' }));
    expect((await post()).excerpt.length).to.be.at.most(2_000);
  });

  for (const [name, manner] of Object.entries({
    'silence instead of headers': FAILURES['silence']!,
    'headers one byte at a time': ((_request, response) => {
      const { socket } = response;
      const line = 'HTTP/1.1 200 OK\r\nX: ';
      let sent = 0;
      const timer = setInterval(() => socket?.write(line[sent++] ?? 'x'), 15);
      socket?.on('close', () => clearInterval(timer));
    }) satisfies (typeof FAILURES)[string],
  }))
    it(`time out on ${name}`, async () => {
      receiver.behave(manner);
      expect(await post()).to.deep.include({ isDelivered: false, status: null, excerpt: 'timed out' });
    });

  it('are delivered once a 2xx has come, whatever becomes of its body', async () => {
    receiver.behave(FAILURES['a trickle that never ends']!);
    expect(await post(), 'slow').to.include({ isDelivered: true, status: 200 });
    receiver.behave(FAILURES['half a body']!);
    expect(await post(), 'reset').to.include({ isDelivered: true, status: 200, excerpt: '{' });
    receiver.behave((_request, response) => {
      response.writeHead(500, { 'Content-Length': '100' });
      response.write('no', () => response.socket?.destroy());
    });
    expect(await post(), 'of a failure').to.include({ isDelivered: false, status: 500, excerpt: 'no' });
  });

  it('take an answer that is none for a failure', async () => {
    const raw = await startRaw('HTTP/1.1 199 Almost\r\n\r\n');
    expect(await post(raw.url)).to.include({ isDelivered: false, status: null });
    await raw.close();
    const nonsense = await startRaw('220 mail.example ESMTP\r\n');
    expect(await post(nonsense.url)).to.include({ isDelivered: false, excerpt: 'connection failed' });
    await nonsense.close();
  });

  it('tell no open port from a closed one', async () => {
    receiver.behave(FAILURES['a broken connection']!);
    expect((await post()).excerpt).to.equal('connection failed');
    expect((await post('http://127.0.0.1:1/')).excerpt).to.equal('connection failed');
    expect((await post(receiver.url.replace('http:', 'https:'))).excerpt).to.equal('connection failed');
  });

  it('accept no certificate that is expired, or that nobody vouches for', async () => {
    for (const at of [Date.now(), Date.now() - 30 * 24 * 3_600_000]) {
      const { certificatePem, privateKeyPem } = createLoopbackCertificate(at);
      let asked = 0;
      const server = createTlsServer({ cert: certificatePem, key: privateKeyPem }, (_request, response) => {
        asked += 1;
        response.end();
      });
      const { url, close } = await listening(server);
      expect((await post(url.replace('http:', 'https:'))).excerpt).to.equal('certificate not accepted');
      expect(asked).to.equal(0);
      await close();
    }
  });

  it('say when a name is not found, and when it leads to this machine', async () => {
    const known = new Map([['here.example', '127.0.0.1']]);
    const guarded = openWebhookCalls({
      allowedHosts: [],
      timeoutMs: 1_000,
      resolve: (name, _options, done) => {
        const address = known.get(name);
        if (address) return done(null, [{ address, family: 4 }]);
        done(Object.assign(new Error(name), { code: 'ENOTFOUND' }), []);
      },
    });
    const { port } = new URL(receiver.url);
    const excerpt = async (url: string) => (await guarded.postCall({ ...call, url })).excerpt;
    expect(await excerpt('https://nowhere.example/')).to.equal('name not found');
    for (const host of ['here.example', '127.0.0.1', '[::1]', 'localhost', '169.254.169.254'])
      expect(await excerpt(`https://${host}:${port}/`), host).to.equal('address refused');
    expect(await excerpt(`http://here.example:${port}/`), 'without TLS').to.equal('address refused');
    expect(await guarded.canCall('https://nowhere.example/'), 'it may be known tomorrow').to.equal(true);
    expect(await guarded.canCall('https://here.example/')).to.equal(false);
    expect(await guarded.canCall('http://93.184.216.34/')).to.equal(false);
    expect(await guarded.canCall('https://93.184.216.34/')).to.equal(true);
    expect(await guarded.canCall('https://a:b@example.com/')).to.equal(false);
    expect(receiver.connections()).to.equal(0);
    await guarded.close();
  });
});

interface Raw {
  readonly url: string;
  close(): Promise<void>;
}

/** Says this to whoever connects and sends something, and nothing more. */
const startRaw = (words: string): Promise<Raw> =>
  listening(createServer((socket) => void socket.once('data', () => socket.write(words)).on('error', () => undefined)));

async function listening(server: Server): Promise<Raw> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
