import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

describe('Who reads documents', () => {
  it('is the service itself unless it is said', () => {
    expect(readConfig({}).analysis).to.deep.equal({ api: null, workers: null });
    expect(readConfig({ ANALYSIS_KEY: 'k' }).analysis.api).to.equal(null);
  });

  it('is read from the environment', () => {
    const settings = { ANALYSIS_URL: 'https://engine.example/read', ANALYSIS_KEY: 'secret', ANALYSIS_WORKERS: '3' };
    expect(readConfig(settings).analysis).to.deep.equal({
      api: { url: 'https://engine.example/read', key: 'secret' },
      workers: 3,
    });
  });

  it('is named when it is wrong, without its secret', () => {
    for (const value of ['0', '33', 'two', '1.5'])
      expect(() => readConfig({ ANALYSIS_WORKERS: value }), value).to.throw(
        BadConfiguration,
        /^ANALYSIS_WORKERS must be/,
      );
    expect(() => readConfig({ ANALYSIS_URL: 'nowhere' })).to.throw(BadConfiguration, /^ANALYSIS_URL must be/);
    expect(() => readConfig({ ANALYSIS_KEY: 'my secret' }))
      .to.throw(BadConfiguration)
      .and.not.match(/my secret/);
  });
});
