import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createSignedUrls, SIGNED_HEADERS } from '../../../api/http/routing/signed-urls.ts';

const KEY = 'a key of at least thirty-two characters';
const NOW = 1_800_000_000;

describe('Signed URLs', () => {
  let seconds = NOW;
  const signer = (changes: Partial<Parameters<typeof createSignedUrls>[0]> = {}) =>
    createSignedUrls({
      key: KEY,
      baseUrl: 'https://books.example',
      trustProxy: 0,
      now: () => seconds * 1_000 + 999,
      ...changes,
    });
  const urls = signer();
  const requested = (url: string, headers: Record<string, string> = {}): IncomingMessage => {
    const { host, pathname, search } = new URL(url);
    return { url: pathname + search, headers: { host, ...headers } } as unknown as IncomingMessage;
  };
  const passes = (url: string, headers?: Record<string, string>, by = urls) => by.guard(requested(url, headers));
  const changed = (url: string, change: (parameters: URLSearchParams, url: URL) => void) => {
    const copy = new URL(url);
    change(copy.searchParams, copy);
    return copy.href;
  };

  beforeEach(() => (seconds = NOW));

  const link = urls.sign('/v1/files/12', { preview: '1', company: 'AbCdEfGh1234', name: 'été & co' }, NOW + 600);

  it('are an HMAC over scheme, host, path and sorted query, which others can recompute', () => {
    const url = new URL(link);
    expect(url.origin + url.pathname).to.equal('https://books.example/v1/files/12');
    expect(url.searchParams.get('expires')).to.equal(String(NOW + 600));
    const signed =
      'https://books.example/v1/files/12?company=AbCdEfGh1234&expires=1800000600&name=%C3%A9t%C3%A9%20%26%20co&preview=1';
    expect(url.searchParams.get('signature')).to.equal(createHmac('sha256', KEY).update(signed).digest('hex'));
    expect(passes(link)).to.equal(true);
  });

  it('last ten minutes unless told otherwise, up to and including the second told', () => {
    const usual = urls.sign('/v1/files/12');
    expect(new URL(usual).searchParams.get('expires')).to.equal(String(NOW + 600));
    seconds = NOW + 600;
    expect(passes(usual)).to.equal(true);
    seconds = NOW + 601;
    expect(passes(usual)).to.equal(false);
  });

  it('say the same in another order', () => {
    const { search } = new URL(link);
    const turned = link.replace(search, `?${search.slice(1).split('&').reverse().join('&')}`);
    expect(turned).to.not.equal(link);
    expect(passes(turned)).to.equal(true);
  });

  const tampered: Record<string, string> = {
    'another id': link.replace('/12?', '/13?'),
    'another path': link.replace('/v1/files', '/v1/file'),
    'a slash at the end': link.replace('/12?', '/12/?'),
    'another value': changed(link, (parameters) => parameters.set('preview', '0')),
    'another file': changed(link, (parameters) => parameters.set('company', 'AbCdEfGh1235')),
    'a longer life': changed(link, (parameters) => parameters.set('expires', String(NOW + 601))),
    'a life told twice': changed(link, (parameters) => parameters.append('expires', String(NOW + 600))),
    'one parameter more': changed(link, (parameters) => parameters.set('lang', 'fr')),
    'an empty parameter more': `${link}&x`,
    'a parameter told twice': changed(link, (parameters) => parameters.append('preview', '1')),
    'one parameter less': changed(link, (parameters) => parameters.delete('preview')),
    'no life': changed(link, (parameters) => parameters.delete('expires')),
    'no signature': changed(link, (parameters) => parameters.delete('signature')),
    'two signatures': `${link}&signature=${new URL(link).searchParams.get('signature')}`,
    'an empty signature': changed(link, (parameters) => parameters.set('signature', '')),
    'half a signature': link.slice(0, -32),
    'a signature in capitals': changed(link, (parameters) =>
      parameters.set('signature', parameters.get('signature')!.toUpperCase()),
    ),
    'another last letter': link.slice(0, -1) + (link.endsWith('0') ? '1' : '0'),
    'a life that is no number': changed(link, (parameters) => parameters.set('expires', '1e12')),
    'a parameter hidden behind a second question mark': link.replace('?', '??'),
    'no query': 'https://books.example/v1/files/12',
  };
  for (const [how, url] of Object.entries(tampered)) {
    it(`do not open with ${how}`, () => expect(passes(url)).to.equal(false));
  }

  it('do not open on another host, under another scheme or with another key', () => {
    expect(passes(link, { host: 'evil.example' })).to.equal(false);
    expect(passes(link, { host: 'books.example:8443' })).to.equal(false);
    expect(passes(link, { host: 'BOOKS.example:443' })).to.equal(true);
    expect(passes(link, {}, signer({ baseUrl: 'http://books.example' }))).to.equal(false);
    expect(passes(link, {}, signer({ baseUrl: 'https://other.example' }))).to.equal(false);
    expect(passes(link, {}, signer({ key: `${KEY}.` }))).to.equal(false);
  });

  it('believe the proxy about the host, and nobody who is no proxy', () => {
    const behind = signer({ trustProxy: 1 });
    expect(passes(link, { host: 'internal:8080' }, behind)).to.equal(true);
    expect(passes(link, { host: 'internal:8080', 'x-forwarded-host': 'books.example' }, behind)).to.equal(true);
    expect(passes(link, { host: 'internal:8080', 'x-forwarded-host': 'evil.example' }, behind)).to.equal(false);
    expect(passes(link, { host: 'evil.example', 'x-forwarded-host': 'books.example' })).to.equal(false);
  });

  it('bear any query without breaking', () => {
    for (const url of [
      '/x?%',
      '/x?signature=%ff&expires=1',
      '/x?%E0%A4%A=1&signature=x',
      `/x?${'a=1&'.repeat(5_000)}`,
      '/x??signature=1',
      '',
      'http://books.example/v1/files/12?x=1',
    ])
      expect(urls.guard({ url, headers: {} } as unknown as IncomingMessage), url).to.equal(false);
  });

  it('are served so that nobody keeps or runs what is behind them', () => {
    expect(SIGNED_HEADERS).to.deep.equal({
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
    });
  });
});
