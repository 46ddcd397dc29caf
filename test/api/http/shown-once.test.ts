import { expect } from 'chai';
import { computeRequestFingerprint } from '../../../api/http/routing/idempotence.ts';
import { deriveCallerKey, openSecrets, sealSecrets } from '../../../api/http/reply/shown-once.ts';

describe('Secrets that are shown once', () => {
  const reply = {
    status: 201,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: '7|verysecret', integration_token: { id: 7 } }),
  };
  const key = deriveCallerKey('app key', '5|session', 'reply abc');

  it('are not in what is kept, and come back to the letter for the same caller', () => {
    const kept = sealSecrets(reply, ['token'], key);
    expect(JSON.stringify(kept)).to.not.include('verysecret');
    expect(JSON.parse(kept.body!)).to.deep.equal({ token: null, integration_token: { id: 7 } });
    expect(openSecrets(kept, key)).to.deep.equal(reply);
  });

  it('come back for ten minutes, in which the first answer may have been lost', () => {
    const at = Date.parse('2026-03-01T10:00:00Z');
    const kept = sealSecrets(reply, ['token'], key, at);
    const tokenAt = (now: number) => (JSON.parse(openSecrets(kept, key, now).body!) as { token: string | null }).token;
    expect(tokenAt(at + 600_000)).to.equal('7|verysecret');
    expect(tokenAt(at + 600_001)).to.equal(null);
    expect(tokenAt(at - 600_001), 'after a clock was put back').to.equal(null);
  });

  it('stay closed for another token, another key of the service, another request, and when they were touched', () => {
    const kept = sealSecrets(reply, ['token'], key);
    const others = [
      deriveCallerKey('app key', '6|session', 'reply abc'),
      deriveCallerKey('other key', '5|session', 'reply abc'),
      deriveCallerKey('app key', '5|session', 'reply abd'),
    ];
    for (const other of others)
      expect(JSON.parse(openSecrets(kept, other).body!)).to.deep.equal({ token: null, integration_token: { id: 7 } });
    const touched = { ...kept, sealed: `A${kept.sealed!.slice(1)}` };
    if (touched.sealed !== kept.sealed) expect(JSON.parse(openSecrets(touched, key).body!).token).to.equal(null);
  });

  it('are encrypted differently each time', () => {
    expect(sealSecrets(reply, ['token'], key).sealed).to.not.equal(sealSecrets(reply, ['token'], key).sealed);
  });

  it('are none in a refusal or in an answer without a body', () => {
    const refused = { status: 422, headers: {}, body: '{"message":"no"}' };
    expect(sealSecrets(refused, ['token'], key)).to.deep.equal(refused);
    expect(openSecrets(refused, key)).to.deep.equal(refused);
    const empty = { status: 204, headers: {}, body: null };
    expect(openSecrets(sealSecrets(empty, ['token'], key), key)).to.deep.equal(empty);
  });
});

describe('The fingerprint of a request with a password', () => {
  const concealWith = (key: string) => (secret: string) => deriveCallerKey(key, secret, 'fingerprint').toString('hex');
  const of = (body: unknown, key = 'one') =>
    computeRequestFingerprint('PUT', '/v1/auth/password', body, { concealSecret: concealWith(key) });

  it('tells two passwords apart, but not to someone without the key of the service', () => {
    expect(of({ password: 'a' })).to.equal(of({ password: 'a' }));
    expect(of({ password: 'a' })).to.not.equal(of({ password: 'b' }));
    expect(of({ password: 'a' })).to.not.equal(of({ password: 'a' }, 'two'));
    expect(of({ list: [{ smtp: { Password: 'a' } }] })).to.not.equal(
      of({ list: [{ smtp: { Password: 'a' } }] }, 'two'),
    );
    expect(of({ name: 'password' })).to.equal(of({ name: 'password' }, 'two'));
  });
});
