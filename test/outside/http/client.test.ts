import { expect } from 'chai';
import { openHttpClient, type HttpClient, type HttpRequest } from '../../../outside/http/client.ts';
import { parseJsonBody, toOneLine, toSeveralLines, decodeText } from '../../../outside/http/content.ts';
import { parseDestination, matchHostOf, matchHosts, isHost, matchNoHosts } from '../../../outside/http/destination.ts';
import { HttpFailure } from '../../../outside/http/failures.ts';
import { FAILURES, answerJson, startHttpServer, answerText, type TestHttpServer } from '../../support/http-server.ts';

describe('Outgoing HTTP', () => {
  let server: TestHttpServer;
  let client: HttpClient;

  beforeEach(async () => {
    server = await startHttpServer();
    // Only what never answers is given up: a busy machine may take long.
    client = openHttpClient({ trusts: matchHostOf(server.url), timeoutMs: 20_000 });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const get = (path = '/', more: Partial<HttpRequest> = {}) =>
    client.send({ method: 'GET', url: server.url + path, maxBytes: 1_000, ...more });
  const reasonOf = (answer: Promise<unknown>): Promise<string> =>
    answer.then(
      () => 'answered',
      (error: unknown) => (error instanceof HttpFailure ? error.reason : String(error)),
    );

  it('gives status, headers and body as they came', async () => {
    server.behave(answerText('grüße', 418, { 'X-Kind': 'teapot' }));
    const answer = await get('/a?b=c');
    expect(answer).to.include({ status: 418 });
    expect(answer.readHeaders()).to.include({ 'x-kind': 'teapot' });
    expect(answer.body.toString()).to.equal('grüße');
    expect(server.requests[0]).to.include({ method: 'GET', url: '/a?b=c' });
    expect(server.requests[0]!.headers).to.include({ 'accept-encoding': 'identity', connection: 'close' });
  });

  it('sends a body with its headers', async () => {
    server.behave(answerJson({}));
    await client.send({
      method: 'POST',
      url: server.url,
      headers: { 'Content-Type': 'application/json', 'X-Own': '1' },
      body: '{"é":1}',
      maxBytes: 10,
    });
    expect(server.requests[0]).to.include({ method: 'POST', body: '{"é":1}' });
    expect(server.requests[0]!.headers).to.include({ 'content-type': 'application/json', 'x-own': '1' });
  });

  it('follows no redirect', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      server.behave(answerText('', status, { Location: `${server.url}/elsewhere` }));
      expect((await get('/here')).status).to.equal(status);
    }
    expect(server.requests.map(({ url }) => url)).to.deep.equal(Array(5).fill('/here'));
  });

  it('unpacks nothing: what is compressed stays so, however much it would become', async () => {
    const packed = Buffer.from('1f8b0800000000000203', 'hex');
    server.behave(answerText(packed, 200, { 'Content-Encoding': 'gzip' }));
    expect((await get()).body).to.deep.equal(packed);
  });

  it('reads so much and no more', async () => {
    server.behave(answerText('x'.repeat(1_000)));
    expect((await get()).body.length).to.equal(1_000);
    server.behave(answerText('x'.repeat(1_001)));
    expect(await reasonOf(get())).to.equal('too_large');
    server.behave(FAILURES['a flood']!);
    expect(await reasonOf(get())).to.equal('too_large');
  });

  for (const slow of ['silence', 'headers and then silence', 'a trickle that never ends']) {
    it(`gives up on ${slow} when the time for everything is over`, async () => {
      server.behave(FAILURES[slow]!);
      await client.close();
      client = openHttpClient({ trusts: matchHostOf(server.url), timeoutMs: 400 });
      const start = performance.now();
      expect(await reasonOf(get())).to.equal('timeout');
      expect(performance.now() - start).to.be.within(350, 8_000);
      expect(await reasonOf(get('/', { timeoutMs: 50 })), 'or the time of the request').to.equal('timeout');
    });
  }

  it('does not tell a closed port from a broken connection or a name that does not exist', async () => {
    const failures = ['a broken connection', 'half a body', 'thousands of headers'];
    for (const failure of failures) {
      server.behave(FAILURES[failure]!);
      expect(await reasonOf(get()), failure).to.equal('unreachable');
    }
    const closed = openHttpClient({ trusts: () => true, timeoutMs: 20_000 });
    expect(await reasonOf(closed.send({ method: 'GET', url: 'http://127.0.0.1:1/', maxBytes: 1 }))).to.equal(
      'unreachable',
    );
    expect(await reasonOf(closed.send({ method: 'GET', url: `https://${server.host}/`, maxBytes: 1 }))).to.equal(
      'unreachable',
    );
    await closed.close();
    const unknown = openHttpClient({
      resolve: (name, _options, done) => done(Object.assign(new Error(name), { code: 'ENOTFOUND' }), []),
    });
    expect(await reasonOf(unknown.send({ method: 'GET', url: 'http://nowhere.example/', maxBytes: 1 }))).to.equal(
      'unreachable',
    );
    await unknown.close();
  });

  it('leaves no connection open behind an answer, nor behind a failure', async () => {
    server.behave(answerText('x'));
    await Promise.all(Array.from({ length: 20 }, () => get()));
    expect(server.connections(), 'one each').to.equal(20);
  });
});

describe('Hosts that the configuration trusts', () => {
  const matches = (trusts: ReturnType<typeof matchHosts>, address: string) => trusts(new URL(address));

  it('are told by name, with any port or with one', () => {
    const trusts = matchHosts(['smp.example', '127.0.0.1:8080', '[::1]:9', 'Bücher.example:443']);
    for (const address of [
      'https://smp.example/a',
      'http://SMP.example:81/',
      'http://127.0.0.1:8080',
      'http://2130706433:8080',
      'http://[0::1]:9/',
      'https://bücher.example/',
    ])
      expect(matches(trusts, address), address).to.equal(true);
    for (const address of [
      'https://a.smp.example/',
      'https://smp.example.com/',
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://bücher.example/',
    ])
      expect(matches(trusts, address), address).to.equal(false);
  });

  it('of an address are its host and its port', () => {
    expect(matches(matchHostOf('https://vies.example./rest'), 'https://vies.example/other')).to.equal(true);
    expect(matches(matchHostOf('https://vies.example/rest'), 'http://vies.example/rest')).to.equal(false);
    expect(matches(matchHostOf('http://localhost:81'), 'http://localhost:82')).to.equal(false);
  });

  it('are written as hosts are', () => {
    for (const host of ['localhost', 'smp.example', 'smp.example:8443', '10.0.0.1', '[::1]', '[::1]:80'])
      expect(isHost(host), host).to.equal(true);
    for (const host of ['', ':80', 'a b', 'http://a', 'a/b', 'a:99999', '::1', 'a@b', '[::1', 'a:b', '256.0.0.1'])
      expect(isHost(host), host).to.equal(false);
  });

  it('may be local; no other may', () => {
    expect(parseDestination('http://localhost/', matchHosts(['localhost']))).to.include({ isTrusted: true });
    expect(parseDestination('http://localhost./', matchHosts(['localhost']))).to.include({ isTrusted: true });
    expect(parseDestination('http://localhost/', matchNoHosts)).to.equal('forbidden');
    expect(parseDestination('https://user@localhost/', matchHosts(['localhost']))).to.equal('credentials');
    const { url } = parseDestination('https://Books.Example./a?b#c', matchNoHosts) as { url: URL };
    expect(url.href).to.equal('https://books.example/a?b#c');
  });
});

describe('What was answered', () => {
  it('is text in UTF-8 or nothing', () => {
    expect(decodeText(Buffer.from('\ufeffété'))).to.equal('été');
    expect(decodeText(Buffer.from([0xff, 0xfe]))).to.equal(undefined);
    expect(decodeText(Buffer.alloc(0))).to.equal('');
  });

  it('is JSON or nothing', () => {
    expect(parseJsonBody(Buffer.from('{"a":[1]}'))).to.deep.equal({ a: [1] });
    for (const body of ['', '{', '<html>', 'NaN', "{'a':1}", '[1,]', '1 2'])
      expect(parseJsonBody(Buffer.from(body)), body).to.equal(undefined);
    expect(parseJsonBody(Buffer.from('['.repeat(50_000)))).to.equal(undefined);
  });

  it('fits on a line, without what no database takes', () => {
    expect(toOneLine('  a\u0000b\r\n\tc\ud800 d\u2028e  ', 100)).to.equal('a b c d e');
    expect(toOneLine(' \n ', 10)).to.equal(null);
    expect(toOneLine('😀😀😀', 2)).to.equal('😀😀');
    expect(toOneLine('abc def', 4)).to.equal('abc');
    expect(toSeveralLines(' a \r\n\r\n b\u0007 \n', 100)).to.equal('a\nb');
    expect(toSeveralLines('\n \n', 100)).to.equal(null);
  });
});
