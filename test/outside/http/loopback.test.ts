import { expect } from 'chai';
import fc from 'fast-check';
import type { LookupAddress } from 'node:dns';
import { isPublicAddress } from '../../../outside/http/addresses.ts';
import { openHttpClient, type HttpClient } from '../../../outside/http/client.ts';
import { HttpFailure } from '../../../outside/http/failures.ts';
import { startHttpServer, answerText, type TestHttpServer } from '../../support/http-server.ts';

/** Why a request failed; `answered` when it did not. */
const outcomeOf = (client: HttpClient, url: string): Promise<string> =>
  client.send({ method: 'GET', url, maxBytes: 1_000 }).then(
    () => 'answered',
    (error: unknown) => (error instanceof HttpFailure ? error.reason : String(error)),
  );

describe('The many faces of loopback', () => {
  let canary: TestHttpServer;
  let port: string;
  let client: HttpClient;
  /** What names mean. */
  const zone = new Map<string, readonly string[]>();

  before(async () => {
    canary = await startHttpServer(answerText('chirp'));
    port = canary.host.split(':')[1]!;
    client = openHttpClient({
      timeoutMs: 3_000,
      resolve: (name, _options, done) => {
        const addresses = (zone.get(name) ?? []).map((address): LookupAddress => ({
          address,
          family: address.includes(':') ? 6 : 4,
        }));
        if (zone.has(name)) return done(null, addresses);
        done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);
      },
    });
  });
  after(async () => {
    await client.close();
    await canary.close();
  });

  const LITERALS = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.1',
    '0X7F.0x0.0x0.0x1',
    '0x7f.0.0.1',
    '00000000177.1',
    '127.0.0.01',
    '%31%32%37.0.0.1',
    '127%2e0.0.1',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127．0．0．1',
    '0',
    '0.0.0.0',
    '0.1.2.3',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000::0001]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:7f00:0001::1]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.169.254',
    '0xa9fea9fe',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ];
  for (const host of LITERALS) {
    it(`${host} leads nowhere`, async () => {
      expect(await outcomeOf(client, `http://${host}:${port}/`)).to.equal('forbidden');
      expect(await outcomeOf(client, `https://${host}:${port}/`)).to.equal('forbidden');
    });
  }

  const NAMES = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'LocalHost.localdomain',
    'a.localhost',
    'a.localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'local%68ost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'router.lan',
    'router.home.arpa',
    'wiki.intranet',
    'metadata',
    'metadata.',
    'postgres',
    'example..',
    'books.example..',
    '.example.com',
    'a..example.com',
  ];
  for (const host of NAMES) {
    it(`${host} is not even looked up`, async () => {
      zone.set(host.replace(/\.$/, '').toLowerCase(), ['127.0.0.1']);
      expect(await outcomeOf(client, `http://${host}:${port}/`)).to.equal('forbidden');
    });
  }

  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::127.0.0.1'],
    ['fe80::1%eth0'],
    ['93.184.216.34', '127.0.0.1'],
    ['2606:2800:220:1::1', '10.0.0.1'],
    ['0.0.0.0'],
    ['what?'],
    [],
  ]) {
    it(`a name that means ${addresses.join(' and ') || 'nothing'} is refused as a whole`, async () => {
      zone.set('hook.example.com', addresses);
      expect(await outcomeOf(client, `http://hook.example.com:${port}/`)).to.equal('forbidden');
      expect(await outcomeOf(client, `http://hook.example.com.:${port}/`), 'with a dot behind').to.equal('forbidden');
      expect(await outcomeOf(client, `https://hook.example.com:${port}/`), 'encrypted').to.equal('forbidden');
    });
  }

  for (const url of [
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/plain,hello',
    '//127.0.0.1/',
    'http://',
    'http:///',
    'http://[fe80::1%25eth0]/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://a b/',
    'https://exa_mple..\u0000/',
    `https://example.com/${'x'.repeat(3_000)}`,
    '',
  ]) {
    it(`${JSON.stringify(url.slice(0, 40))} is no address at all`, async () => {
      expect(await outcomeOf(client, url)).to.equal('malformed');
    });
  }

  it('addresses with a user name are refused, whatever they hide', async () => {
    expect(await outcomeOf(client, `http://example.com@127.0.0.1:${port}/`)).to.equal('credentials');
    expect(await outcomeOf(client, `http://127.0.0.1:${port}@example.com/`)).to.equal('credentials');
    expect(await outcomeOf(client, `http://:secret@example.com/`)).to.equal('credentials');
    // A backslash is a slash to the parser: what comes behind it is a path.
    expect(await outcomeOf(client, `http://127.0.0.1:${port}\\@example.com/`)).to.equal('forbidden');
  });

  it('the connection goes to the address that was judged, not to what the name means a moment later', async () => {
    let requested = 0;
    const rebinding = openHttpClient({
      timeoutMs: 400,
      // First an address that looks like any other and that nobody routes to, from then on this machine.
      resolve: (_name, _options, done) =>
        done(null, [{ address: requested++ === 0 ? '192.0.1.1' : '127.0.0.1', family: 4 }]),
    });
    const url = `http://rebinding.example.com:${port}/`;
    // Whatever becomes of it, and a network may well answer for anyone: it was not this machine that was connected to.
    await outcomeOf(rebinding, url);
    expect([requested, canary.connections()], 'the name is resolved once').to.deep.equal([1, 0]);
    expect(await outcomeOf(rebinding, url), 'and judged anew at the next attempt').to.equal('forbidden');
    await rebinding.close();
  });

  it('a proxy in the environment is not asked', async () => {
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const earlier = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : canary.url;
    try {
      const fresh = openHttpClient({ timeoutMs: 300 });
      expect(await outcomeOf(fresh, 'http://127.0.0.1:1/')).to.equal('forbidden');
      await outcomeOf(fresh, 'http://books.invalid/');
      await fresh.close();
    } finally {
      for (const [name, value] of earlier) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('none of them has reached the canary', () => {
    expect(canary.requests).to.deep.equal([]);
    expect(canary.connections()).to.equal(0);
  });

  it('which does sing for those whom the configuration trusts', async () => {
    const trusting = openHttpClient({ trusts: (url) => url.host === canary.host });
    expect(await outcomeOf(trusting, canary.url)).to.equal('answered');
    expect(await outcomeOf(trusting, canary.url.replace('127.0.0.1', '2130706433')), 'by any spelling').to.equal(
      'answered',
    );
    expect(await outcomeOf(trusting, 'http://127.0.0.1:1/'), 'another port').to.equal('forbidden');
    expect(canary.requests).to.have.length(2);
    await trusting.close();
  });
});

describe('Addresses of the internet at large', () => {
  it('are those that are nothing special', () => {
    for (const address of [
      '1.1.1.1',
      '8.8.8.8',
      '93.184.216.34',
      '100.63.255.255',
      '100.128.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.0.1.1',
      '192.167.255.255',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
      '2606:4700:4700::1111',
      '2a00:1450:400e:80c::200e',
      '2001:4860:4860::8888',
      '2001:200::1',
      '64:ff9b::8.8.8.8',
    ])
      expect(isPublicAddress(address), address).to.equal(true);
  });

  it('end where special ones begin', () => {
    for (const address of [
      '0.255.255.255',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '192.0.0.0',
      '192.0.2.255',
      '192.88.99.1',
      '198.18.0.0',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.0',
      '240.0.0.0',
      '255.255.255.255',
      '1fff:ffff::',
      '2001:1ff:ffff::',
      '2001:db8:ffff::1',
      '2002:808:808::1',
      '3fff:fff:ffff::1',
      '4000::',
      '64:ff9b::10.0.0.1',
      '64:ff9b:0:0:0:1:0808:0808',
      '64:ff9b:1::808:808',
      '::ffff:8.8.8.8',
      '::8.8.8.8',
      'fe80::1%lo',
      'localhost',
      '',
      '1.2.3',
      '1.2.3.4.5',
      '::g',
    ])
      expect(isPublicAddress(address), address).to.equal(false);
  });

  it('are told alike in every spelling', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
        const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        expect(isPublicAddress(short)).to.equal(isPublicAddress(long.toUpperCase()));
        const dotted = `${long.split(':').slice(0, 6).join(':')}:${[6, 7].flatMap((at) => [groups[at]! >> 8, groups[at]! & 255]).join('.')}`;
        expect(isPublicAddress(dotted)).to.equal(isPublicAddress(long));
      }),
    );
  });

  it('behind a translator are those of the address inside', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`64:ff9b::${address}`)).to.equal(isPublicAddress(address));
        expect(isPublicAddress(`::ffff:${address}`)).to.equal(false);
      }),
    );
  });
});
