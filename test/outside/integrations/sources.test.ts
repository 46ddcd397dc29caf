import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  createSurroundings,
  resolveAllowedHost,
  type Surroundings,
} from '../../../outside/integrations/destination.ts';
import { fetchAnswer } from '../../../outside/integrations/http-source.ts';
import { openImap } from '../../../outside/integrations/imap.ts';
import { readMessage } from '../../../outside/integrations/mail-thread.ts';
import { openS3 } from '../../../outside/integrations/s3.ts';
import { openSftp } from '../../../outside/integrations/sftp.ts';
import { ItemFailure, SourceFailure, type FileSource } from '../../../outside/integrations/source.ts';
import { createLoopbackCertificate } from '../../support/eventstoredb-server/certificate.ts';
import { FAILURES, startHttpServer, answerText, type TestHttpServer } from '../../support/http-server.ts';
import { MAILBOX, buildMail, startMailbox, type TestMailbox } from '../../support/imap-server.ts';
import { answerRefusal, startObjectStore, type TestObjectStore } from '../../support/object-store.ts';
import { SFTP, startSftpServer, type TestSftpServer } from '../../support/sftp-server.ts';

/** A source that answers has as long as a busy machine needs; one that hangs is left soon. */
const [PATIENT_MS, IMPATIENT_MS] = [10_000, 1_500];
let timeoutMs = PATIENT_MS;
const restorePatience = (): void => void (timeoutMs = PATIENT_MS);

/** Sources on this machine, which a service would only call because its configuration names them. */
const around = (...allowed: readonly string[]): Surroundings => createSurroundings(allowed, { timeoutMs });

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SourceFailure) return error.problem;
    if (error instanceof ItemFailure) return `item ${error.problem}`;
    throw error;
  }
  return 'none';
}

const closed = async <Value>(source: FileSource, work: (source: FileSource) => Promise<Value>): Promise<Value> => {
  try {
    return await work(source);
  } finally {
    await source.close();
  }
};

describe('Where sources may lie', () => {
  afterEach(restorePatience);
  const resolve = (address: string) =>
    createSurroundings([], { resolve: (_name, _options, done) => done(null, [{ address, family: 4 }]) });

  it('is judged by what a name leads to, and that is what gets connected to', async () => {
    expect(await resolveAllowedHost('imap.example.com', 993, resolve('93.184.216.34'))).to.deep.equal({
      address: '93.184.216.34',
      name: 'imap.example.com',
      isTrusted: false,
    });
    for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.1.1'])
      expect(await problemOf(resolveAllowedHost('imap.example.com', 993, resolve(address)))).to.equal('forbidden');
  });

  it('is nowhere local, however it is written', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', 'mail', 'mail.local', 'a@b.example'])
      expect(await problemOf(resolveAllowedHost(host, 993, resolve('93.184.216.34'))), host).to.equal('forbidden');
    const answer = { authorization: null, accept: '*/*', maxBytes: 10 };
    for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://localhost/', 'ftp://example.com/'])
      expect(await problemOf(fetchAnswer({ ...answer, url }, resolve('93.184.216.34'))), url).to.equal('forbidden');
    const settings = { region: 'eu', bucket: 'b', folder: '', user: 'u', password: 'p', path_style: true };
    expect(await problemOf(openS3({ ...settings, endpoint: 'https://10.0.0.1' }, resolve('8.8.8.8')))).to.equal(
      'forbidden',
    );
  });
});

describe('A mailbox', () => {
  afterEach(restorePatience);
  let mailbox: TestMailbox;
  before(async () => (mailbox = await startMailbox()));
  after(() => mailbox.close());
  afterEach(() => {
    mailbox.messages.clear();
    mailbox.onFetch = null;
  });
  const open = (settings: object = {}) =>
    openImap(
      {
        host: mailbox.host,
        port: mailbox.port,
        security: 'starttls',
        folder: 'INBOX',
        since: null,
        ...MAILBOX,
        ...settings,
      },
      around(`127.0.0.1:${mailbox.port}`),
    );

  it('gives the files that are attached to its messages, without the pictures of signatures', async () => {
    mailbox.messages.set(
      5,
      buildMail('Invoice', [
        { name: 'invoice.pdf', content: Buffer.from('%PDF-1.7 one') },
        { name: 'logo.png', content: Buffer.from('picture'), type: 'image/png', disposition: 'inline' },
      ]),
    );
    await closed(await open(), async (source) => {
      const items = await source.listItems();
      expect(items).to.deep.equal([{ place: '7.5', name: '#5' }]);
      const files = await source.fetchFiles(items[0]!);
      expect(files.map(({ name, content }) => [name, content.toString()])).to.deep.equal([
        ['invoice.pdf', '%PDF-1.7 one'],
      ]);
    });
    // It is read, and left as it is.
    expect(mailbox.commands.some((command) => /^(?:SELECT|UID STORE|STORE|EXPUNGE)/.test(command))).to.equal(false);
    expect(mailbox.commands.some((command) => command.startsWith('EXAMINE'))).to.equal(true);
  });

  it('that does not let one in, or has no such folder, says so', async () => {
    expect(await problemOf(open({ password: 'another' }))).to.equal('refused');
    expect(await problemOf(open({ folder: 'Elsewhere' }))).to.equal('missing');
  });

  it('that hangs, floods or breaks off in the middle of a message is left', async function () {
    this.timeout(120_000);
    timeoutMs = IMPATIENT_MS;
    mailbox.messages.set(1, buildMail('One', [{ name: 'a.pdf', content: Buffer.from('%PDF-1.7') }]));
    const tried = async (onFetch: TestMailbox['onFetch']): Promise<string> => {
      mailbox.onFetch = onFetch;
      return closed(await open(), async (source) => problemOf(source.fetchFiles((await source.listItems())[0]!)));
    };
    expect(await tried(() => true)).to.equal('timeout');
    expect(await tried((_uid, socket) => (socket.destroy(), true))).to.equal('unreachable');
    // A gigabyte is announced: nobody waits for it.
    expect(await tried((_uid, socket) => socket.write('* 1 FETCH (UID 1 BODY[]<0> {1073741824}\r\n'))).to.equal(
      'unreachable',
    );
  });

  it('whose message is larger than any, or shorter than it said, is passed over', async () => {
    mailbox.messages.set(1, buildMail('One', [{ name: 'a.pdf', content: Buffer.from('%PDF-1.7') }]));
    mailbox.onFetch = (_uid, socket, tag) => socket.write(`* 1 FETCH (UID 1 BODY[]<0> {4}\r\nFrom)\r\n${tag} OK\r\n`);
    expect(
      await closed(await open(), async (source) => problemOf(source.fetchFiles({ place: '7.1', name: '' }))),
    ).to.equal('item unreadable');
    expect(
      await closed(await open(), async (source) => problemOf(source.fetchFiles({ place: '7.9', name: '' }))),
    ).to.equal('item missing');
  });

  it('that shows a certificate which nobody vouches for is told nothing', async () => {
    const { certificatePem, privateKeyPem } = createLoopbackCertificate();
    const secure = await startMailbox({ cert: certificatePem, key: privateKeyPem });
    try {
      expect(
        await problemOf(
          openImap(
            { host: secure.host, port: secure.port, security: 'tls', folder: 'INBOX', since: null, ...MAILBOX },
            around(`127.0.0.1:${secure.port}`),
          ),
        ),
      ).to.equal('certificate');
      expect(secure.commands).to.deep.equal([]);
    } finally {
      await secure.close();
    }
  });
});

describe('A message', () => {
  afterEach(restorePatience);
  it('that is nested without end, or is none, is read as far as it goes and ends nobody', async () => {
    const nested = Array.from(
      { length: 2_000 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    ).join('');
    const wrapped = Array.from({ length: 500 }, () => 'Content-Type: message/rfc822\r\n\r\n').join('');
    for (const poison of [nested, wrapped, '\0\0\0', '', 'Content-Type: multipart/mixed; boundary=""\r\n\r\n----'])
      expect(await problemOf(readMessage(Buffer.from(poison)))).to.be.oneOf(['none', 'item unreadable']);
    const files = await readMessage(buildMail('After', [{ name: '../../a\r\nb.pdf', content: Buffer.from('x') }]));
    expect(files.every(({ name }) => !/[\r\n/]/.test(name))).to.equal(true);
  });
});

describe('A folder over SFTP', () => {
  afterEach(restorePatience);
  let server: TestSftpServer;
  before(async () => (server = await startSftpServer()));
  after(() => server.close());
  afterEach(() => {
    server.files.clear();
    server.onList = null;
  });
  const open = (settings: object = {}) =>
    openSftp(
      {
        host: server.host,
        port: server.port,
        identity: null,
        fingerprint: null,
        ...SFTP,
        ...settings,
      },
      around(`127.0.0.1:${server.port}`),
    );

  it('gives its files, the oldest first, and tells who it is', async () => {
    server.files.set('b.cod', { content: Buffer.alloc(200_000, 'b'), modifiedAt: 200 });
    server.files.set('a.cod', { content: Buffer.from('a'), modifiedAt: 100 });
    const source = await open();
    expect(source.fingerprint).to.equal(server.fingerprint);
    await closed(source, async () => {
      const items = await source.listItems();
      expect(items.map(({ name }) => name)).to.deep.equal(['a.cod', 'b.cod']);
      expect((await source.fetchFiles(items[1]!))[0]!.content.length).to.equal(200_000);
    });
  });

  it('is known by its key', async () => {
    await (await open({ fingerprint: server.fingerprint })).close();
    expect(await problemOf(open({ fingerprint: `SHA256:${'A'.repeat(43)}` }))).to.equal('certificate');
  });

  it('that does not let one in, is not there, hangs or never ends is left', async function () {
    this.timeout(120_000);
    timeoutMs = IMPATIENT_MS;
    expect(await problemOf(open({ password: 'another' }))).to.equal('refused');
    expect(await problemOf(open({ password: null, identity: 'no key at all' }))).to.equal('refused');
    const listed = async (settings: object = {}) =>
      closed(await open(settings), (source) => problemOf(source.listItems()));
    expect(await listed({ folder: '/elsewhere' })).to.equal('missing');
    server.onList = () => 'hang';
    expect(await listed()).to.equal('timeout');
    server.files.set('a.cod', { content: Buffer.from('a'), modifiedAt: 1 });
    server.onList = () => 'endless';
    expect(await listed()).to.be.oneOf(['none', 'timeout']);
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const settings = { host: '127.0.0.1', port, identity: null, fingerprint: null, ...SFTP };
    expect(await problemOf(openSftp(settings, around('127.0.0.1')))).to.be.oneOf(['timeout', 'unreachable']);
    silent.close();
  });

  it('whose file is larger than any, or another than it said, passes it over', async () => {
    server.files.set('huge.pdf', { content: Buffer.from('x'), modifiedAt: 1, claims: 2 ** 30 });
    server.files.set('half.pdf', { content: Buffer.from('x'), modifiedAt: 2, claims: 100 });
    await closed(await open(), async (source) => {
      const [huge, half] = await source.listItems();
      expect(await problemOf(source.fetchFiles(huge!))).to.equal('item too_large');
      expect(await problemOf(source.fetchFiles(half!))).to.equal('item unreadable');
    });
  });
});

describe('A folder of a bucket', () => {
  afterEach(restorePatience);
  let store: TestObjectStore;
  before(async () => (store = await startObjectStore()));
  after(() => store.close());
  afterEach(() => {
    store.objects.clear();
    store.behave(null);
  });
  const open = (settings: object = {}) => {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings;
    return openS3(
      {
        endpoint,
        region,
        bucket,
        folder: 'in/',
        user: accessKeyId,
        password: secretAccessKey,
        path_style: true,
        ...settings,
      },
      around(new URL(endpoint!).host),
    );
  };

  it('gives its objects, page by page, the oldest first', async () => {
    for (const [index, name] of ['c é.pdf', 'b.pdf', 'a.pdf'].entries())
      store.objects.set(`in/${name}`, { content: Buffer.from(name), modifiedAt: new Date(1_000_000 * (index + 1)) });
    store.objects.set('out/d.pdf', { content: Buffer.from('d'), modifiedAt: new Date() });
    await closed(await open(), async (source) => {
      const items = await source.listItems();
      expect(items.map(({ name }) => name)).to.deep.equal(['c é.pdf', 'b.pdf', 'a.pdf']);
      expect((await source.fetchFiles(items[0]!))[0]!.content.toString()).to.equal('c é.pdf');
      store.objects.delete('in/b.pdf');
      expect(await problemOf(source.fetchFiles(items[1]!))).to.equal('item missing');
    });
  });

  it('names the request that it failed in, by the header of the answer', async () => {
    store.behave((_request, response) => void response.writeHead(500, { 'x-amz-request-id': 'R-1' }).end());
    await closed(await open(), async (source) => {
      const failure = await source.listItems().then(
        () => null,
        (error: unknown) => error as SourceFailure,
      );
      expect(failure!.cause).to.have.nested.property('$metadata.requestId', 'R-1');
    });
  });

  it('that refuses, redirects, floods, hangs or answers half is left', async function () {
    this.timeout(120_000);
    timeoutMs = IMPATIENT_MS;
    const listed = async (settings: object = {}) =>
      closed(await open(settings), (source) => problemOf(source.listItems()));
    expect(await listed({ password: 'another' })).to.equal('refused');
    expect(await listed({ bucket: 'nobodys' })).to.equal('missing');
    store.behave(answerRefusal(500, 'InternalError'));
    expect(await listed()).to.equal('status');
    store.behave((_request, response) => void response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end());
    expect(await listed()).to.equal('redirected');
    store.behave(() => undefined);
    expect(await listed()).to.equal('timeout');
    store.behave((_request, response) => void response.writeHead(200).end('<ListBucketResult><Contents>'));
    expect(await listed()).to.equal('unreadable');
    store.behave((_request, response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(1 << 20, ' ');
      const flow = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', flow);
      flow();
    });
    expect(await listed()).to.be.oneOf(['too_large', 'timeout']);
  });
});

describe('An answer of a source of data', () => {
  afterEach(restorePatience);
  let server: TestHttpServer;
  before(async () => (server = await startHttpServer()));
  after(() => server.close());
  const fetched = (url = server.url) =>
    fetchAnswer({ url, authorization: 'Bearer x', accept: 'text/csv', maxBytes: 1_000 }, around(new URL(url).host));

  it('is taken as it is, and asked for with what lets one in', async () => {
    server.behave(answerText('number;amount\n1;2'));
    expect((await fetched()).toString()).to.equal('number;amount\n1;2');
    expect(server.requests.at(-1)!.headers.authorization).to.equal('Bearer x');
  });

  it('that does not come, comes too large or half, or leads elsewhere is none', async function () {
    this.timeout(120_000);
    timeoutMs = IMPATIENT_MS;
    const expected: Readonly<Record<string, string>> = {
      'an error of the server': 'status',
      'a redirect': 'redirected',
      'a permanent redirect': 'redirected',
      'a refusal': 'refused',
      silence: 'timeout',
      'headers and then silence': 'timeout',
      'a trickle that never ends': 'timeout',
      'a flood': 'too_large',
      'a broken connection': 'unreachable',
      'half a body': 'unreachable',
    };
    for (const [name, problem] of Object.entries(expected)) {
      server.behave(FAILURES[name]!);
      expect(await problemOf(fetched()), name).to.equal(problem);
    }
  });

  it('under a certificate that nobody vouches for is not asked for', async () => {
    const { certificatePem, privateKeyPem } = createLoopbackCertificate();
    const secure = createSecureServer({ cert: certificatePem, key: privateKeyPem }, (_request, response) =>
      response.end(),
    );
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port } = secure.address() as AddressInfo;
    expect(await problemOf(fetched(`https://127.0.0.1:${port}/`))).to.equal('certificate');
    secure.closeAllConnections();
    secure.close();
  });
});
