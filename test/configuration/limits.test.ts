import { expect } from 'chai';
import { BadConfiguration, readConfig } from '../../configuration/config.ts';

describe('RATE_LIMIT_PER_MINUTE', () => {
  it('is generous when nothing is said, and can be set or switched off', () => {
    expect(readConfig({}).rateLimitPerMinute).to.equal(300_000);
    expect(readConfig({ RATE_LIMIT_PER_MINUTE: '6000' }).rateLimitPerMinute).to.equal(6_000);
    expect(readConfig({ RATE_LIMIT_PER_MINUTE: '0' }).rateLimitPerMinute).to.equal(0);
  });

  it('is named when it is wrong', () => {
    for (const wrong of ['-1', '1.5', 'many', '1e99'])
      expect(() => readConfig({ RATE_LIMIT_PER_MINUTE: wrong }), wrong).to.throw(
        BadConfiguration,
        /^RATE_LIMIT_PER_MINUTE/,
      );
  });
});

describe('HTTP_IGNORED_QUERY', () => {
  it('names query parameters, and is named when it is wrong', () => {
    expect(readConfig({}).ignoredQuery).to.deep.equal([]);
    expect(readConfig({ HTTP_IGNORED_QUERY: ' fbclid, trk_* ' }).ignoredQuery).to.deep.equal(['fbclid', 'trk_*']);
    for (const wrong of ['a b', '*', 'a*b'])
      expect(() => readConfig({ HTTP_IGNORED_QUERY: wrong }), wrong).to.throw(BadConfiguration, /^HTTP_IGNORED_QUERY/);
  });
});

describe('COMPANY_CACHE_MB', () => {
  it('is 128 when nothing is said, and can be set', () => {
    expect(readConfig({}).companyCacheMb).to.equal(128);
    expect(readConfig({ COMPANY_CACHE_MB: '512' }).companyCacheMb).to.equal(512);
  });

  it('is named when it is wrong', () => {
    for (const wrong of ['0', '-1', '1.5', 'much', '1e99'])
      expect(() => readConfig({ COMPANY_CACHE_MB: wrong }), wrong).to.throw(BadConfiguration, /^COMPANY_CACHE_MB/);
  });
});

describe('FORWARD_ADDRESS', () => {
  it('is an address of this machine when nothing is said, and can be set or switched off', () => {
    expect(readConfig({}).forwardAddress).to.equal(null);
    expect(readConfig({ FORWARD_ADDRESS: '10.0.0.5:8090' }).forwardAddress).to.deep.equal({
      host: '10.0.0.5',
      port: 8090,
    });
    expect(readConfig({ FORWARD_ADDRESS: 'off' }).forwardAddress).to.equal('off');
  });

  it('is named when it is wrong', () => {
    for (const wrong of ['8090', 'http://x:1', 'a:99999'])
      expect(() => readConfig({ FORWARD_ADDRESS: wrong }), wrong).to.throw(BadConfiguration, /^FORWARD_ADDRESS/);
  });
});

describe('PROJECTOR_SHARDS', () => {
  it('is 1 when nothing is said, and can be set', () => {
    expect(readConfig({}).projectorShards).to.equal(1);
    expect(readConfig({ PROJECTOR_SHARDS: '16' }).projectorShards).to.equal(16);
  });

  it('is named when it is wrong', () => {
    for (const wrong of ['0', '-1', '1.5', 'many', '65'])
      expect(() => readConfig({ PROJECTOR_SHARDS: wrong }), wrong).to.throw(BadConfiguration, /^PROJECTOR_SHARDS/);
  });
});
