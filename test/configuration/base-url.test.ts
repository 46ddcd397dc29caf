import { expect } from 'chai';
import { BadConfiguration, isUnencrypted, readConfig } from '../../configuration/config.ts';

describe('BASE_URL', () => {
  it('is scheme and host', () => {
    expect(readConfig({ BASE_URL: 'https://books.example.com' }).baseUrl).to.equal('https://books.example.com');
    expect(readConfig({ BASE_URL: 'https://Books.example.com:443/' }).baseUrl).to.equal('https://books.example.com');
    expect(readConfig({ BASE_URL: 'http://[::1]:8080' }).baseUrl).to.equal('http://[::1]:8080');
    expect(readConfig({}).baseUrl).to.equal(null);
  });

  for (const wrong of [
    'https://books.example.com/api',
    'https://books.example.com/?x=1',
    'https://books.example.com?',
    'https://books.example.com/#',
    'https://anne:hidden@books.example.com',
    'https://anne@books.example.com',
    'https://@books.example.com',
    'ftp://books.example.com',
    'books.example.com',
  ])
    it(`is not ${wrong}: links would lose what is more, and the start says so`, () => {
      expect(() => readConfig({ BASE_URL: wrong }))
        .to.throw(BadConfiguration, /^BASE_URL must be/)
        .with.property('message')
        .not.contain('hidden');
    });
});

describe('TLS_CERT and TLS_KEY', () => {
  it('belong together, and to an address of https', () => {
    expect(readConfig({ TLS_CERT: '/a/cert.pem', TLS_KEY: '/a/key.pem' }).tls).to.deep.equal({
      cert: '/a/cert.pem',
      key: '/a/key.pem',
    });
    expect(() => readConfig({ TLS_CERT: '/a/cert.pem' })).to.throw(BadConfiguration, /^TLS_CERT requires TLS_KEY/);
    expect(() => readConfig({ TLS_KEY: '/a/key.pem' })).to.throw(BadConfiguration, /^TLS_KEY requires TLS_CERT/);
    expect(() => readConfig({ TLS_CERT: 'c', TLS_KEY: 'k', BASE_URL: 'http://books.example.com' })).to.throw(
      BadConfiguration,
      /^BASE_URL must start with https/,
    );
  });

  it('are missed where clients come from elsewhere, unless a proxy speaks HTTPS', () => {
    const isOpen = (environment: Record<string, string>): boolean => isUnencrypted(readConfig(environment));
    for (const HOST of ['127.0.0.1', '127.9.9.9', 'localhost', '::1']) expect(isOpen({ HOST }), HOST).to.equal(false);
    for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'books.example.com', '127.evil.example'])
      expect(isOpen({ HOST }), HOST).to.equal(true);
    expect(isOpen({ HOST: '0.0.0.0', BASE_URL: 'http://books.example.com' })).to.equal(true);
    expect(isOpen({ HOST: '0.0.0.0', BASE_URL: 'https://books.example.com' })).to.equal(false);
    expect(isOpen({ HOST: '0.0.0.0', TLS_CERT: 'c', TLS_KEY: 'k' })).to.equal(false);
  });
});
