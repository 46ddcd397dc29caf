import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

describe('Where enterprises are looked up', () => {
  it('is nowhere unless it is said', () => {
    expect(readConfig({})).to.include({ vies: null, register: null, peppol: null });
    const alone = { REGISTER_KEY: 'k', PEPPOL_DNS_SERVER: '9.9.9.9', PEPPOL_ALLOWED_HOSTS: 'a.example', VIES_URL: '' };
    expect(readConfig(alone)).to.include({ vies: null, register: null, peppol: null });
  });

  it('is read from the environment', () => {
    const config = readConfig({
      VIES_URL: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
      REGISTER_URL: 'http://localhost:9000/register/',
      REGISTER_KEY: 'secret',
      PEPPOL_SML_DOMAIN: 'Participant.sml.prod.tech.peppol.org',
      PEPPOL_ALLOWED_HOSTS: ' smp.example , 127.0.0.1:8080,',
    });
    expect(config.vies).to.deep.equal({ url: 'https://ec.europa.eu/taxation_customs/vies/rest-api' });
    expect(config.register).to.deep.equal({ url: 'http://localhost:9000/register/', key: 'secret' });
    expect(config.peppol).to.deep.equal({
      smlDomain: 'participant.sml.prod.tech.peppol.org',
      dnsServer: null,
      allowedHosts: ['smp.example', '127.0.0.1:8080'],
    });
    for (const server of ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53'])
      expect(readConfig({ PEPPOL_SML_DOMAIN: 'sml.example', PEPPOL_DNS_SERVER: server }).peppol?.dnsServer).to.equal(
        server,
      );
  });

  const WRONG: Readonly<Record<string, readonly string[]>> = {
    VIES_URL: ['ec.europa.eu', 'ftp://a.example', 'https://user:pass@a.example/', 'https://a.example/?b=c', 'http://'],
    REGISTER_URL: ['nowhere', 'https://a.example/#b'],
    REGISTER_KEY: ['two words', 'line\nbreak', 'é'],
    PEPPOL_SML_DOMAIN: ['peppol', 'https://a.example', 'a..b', '-a.b', 'a.b/c'],
    PEPPOL_DNS_SERVER: ['dns.example', '1.2.3', '1.2.3.4:0', '1.2.3.4:99999', '::1]:53'],
    PEPPOL_ALLOWED_HOSTS: ['http://a.example', 'a b', 'a.example,:80'],
  };
  for (const [name, values] of Object.entries(WRONG)) {
    it(`${name} is named when it is wrong`, () => {
      for (const value of values)
        expect(() => readConfig({ [name]: value }), value).to.throw(BadConfiguration, new RegExp(`^${name} must be`));
    });
  }

  it('is never told together with its secrets', () => {
    expect(() => readConfig({ REGISTER_KEY: 'my secret' }))
      .to.throw(BadConfiguration)
      .and.not.match(/my secret/);
    expect(() => readConfig({ REGISTER_URL: 'https://user:hidden@a.example' }))
      .to.throw(BadConfiguration)
      .and.not.match(/hidden/);
  });
});
