import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

const KEY = 'a-key-of-the-platform-with-32-characters';

describe('The external platform in the configuration', () => {
  it('is none unless it is said', () => {
    expect(readConfig({})).to.include({ bridge: null, bridgeIncomingKey: null });
  });

  it('has an address and a key, and perhaps a key of its own', () => {
    const config = readConfig({
      BRIDGE_URL: 'https://platform.example/api',
      BRIDGE_KEY: 'secret',
      BRIDGE_INCOMING_KEY: KEY,
    });
    expect(config.bridge).to.deep.equal({ url: 'https://platform.example/api', key: 'secret' });
    expect(config.bridgeIncomingKey).to.equal(KEY);
    for (const url of ['http://127.0.0.1:9000', 'http://localhost/api', 'http://[::1]:1/'])
      expect(readConfig({ BRIDGE_URL: url, BRIDGE_KEY: 'k' }).bridge?.url).to.equal(url);
  });

  it('says what is wrong, and no secret', () => {
    for (const [given, expected] of [
      [{ BRIDGE_URL: 'https://platform.example' }, /BRIDGE_URL requires BRIDGE_KEY/],
      [{ BRIDGE_KEY: 'secret' }, /BRIDGE_KEY requires BRIDGE_URL/],
      [{ BRIDGE_URL: 'http://platform.example', BRIDGE_KEY: 'secret' }, /BRIDGE_URL must start with https/],
      [{ BRIDGE_URL: 'https://u:p@platform.example', BRIDGE_KEY: 'secret' }, /BRIDGE_URL must be an address without/],
      [{ BRIDGE_INCOMING_KEY: 'secret' }, /BRIDGE_INCOMING_KEY must be at least 32/],
    ] as const) {
      expect(() => readConfig(given)).to.throw(BadConfiguration, expected);
      expect(() => readConfig(given)).to.not.throw(/secret/);
    }
  });
});
