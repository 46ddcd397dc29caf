import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { createSecretBox } from '../../../stores/identity/secret-box.ts';
import { expectRefusal, expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { PASSWORD, useService, type TestFirm } from '../../support/service.ts';

describe('A second factor', () => {
  const service = useService();
  const codeOf = (secret: string, timestamp = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const login = async (email: string, more: object = {}) => {
    await service.core.pool.query('DELETE FROM ops.rate_counters');
    return service.anonymous.post('/v1/auth/login', { email, password: PASSWORD, ...more });
  };
  /** As if half a minute had passed: a code that was taken is taken no more. */
  const timePasses = () => service.core.pool.query('UPDATE ops.second_factors SET last_step = 0');

  async function enabled(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
    const prepared = await client.created('/v1/auth/totp', { password: PASSWORD });
    const secret = prepared.secret as string;
    const confirmed = await client.expect(200).post('/v1/auth/totp/confirm', { code: codeOf(secret) });
    await timePasses();
    return { secret, recoveryCodes: confirmed.recovery_codes as string[] };
  }

  it('is prepared with the password, shown as a link and a picture, and in force once a code is confirmed', async () => {
    const { admin, client } = await service.newFirm();
    await client.refused(422, ['password']).post('/v1/auth/totp', { password: 'not mine' });
    const prepared = await client.post('/v1/auth/totp', { password: PASSWORD });
    const { secret, otpauth_url: link, qr_svg: picture } = prepared.body as AnswerBody & Record<string, string>;
    expect(link).to.contain('otpauth://totp/Grandlivre').and.contain(secret);
    expect(picture).to.match(/^<svg/);
    expect((await login(admin.email)).status, 'not in force yet').to.equal(201);
    for (const code of ['000000', '１２３４５６', '𒋂㏉𒓙꜀']) {
      const guess = await client.post('/v1/auth/totp/confirm', { code });
      expect([guess.status, guess.body.error_codes], code).to.deep.equal([422, { code: ['second_factor_incorrect'] }]);
    }
    const confirmed = await client.post('/v1/auth/totp/confirm', { code: codeOf(secret!) });
    expect(confirmed.body.recovery_codes).to.have.length(10);
    expect((await client.get('/v1/auth/me')).body.second_factor).to.deep.equal({
      is_enabled: true,
      is_required: false,
    });
    const asked = await expectRefusal(login(admin.email), 422, 'second_factor_required');
    expect(asked.errors).to.have.all.keys('totp_code');
    expect((await client.post('/v1/auth/totp', { password: PASSWORD })).body.code).to.equal('second_factor_enabled');
  });

  it('is asked for at sign-in, and each code is taken once', async () => {
    const { admin, client } = await service.newFirm();
    const { secret } = await enabled(client);
    const code = codeOf(secret);
    expect((await login(admin.email, { password: 'wrong', totp_code: code })).body.error_codes).to.deep.equal({
      email: ['invalid_credentials'],
    });
    await expectStatus(login(admin.email, { totp_code: `${code.slice(0, 3)} ${code.slice(3)}` }), 201);
    const again = await login(admin.email, { totp_code: code });
    expect([again.status, again.body.error_codes]).to.deep.equal([422, { totp_code: ['second_factor_incorrect'] }]);
    await timePasses();
    await expectStatus(login(admin.email, { totp_code: codeOf(secret, Date.now() - 120_000) }), 422);
  });

  it('gives way to recovery codes, each once', async () => {
    const { admin, client } = await service.newFirm();
    const { recoveryCodes } = await enabled(client);
    const [one, other] = recoveryCodes as [string, string];
    await expectStatus(login(admin.email, { recovery_code: one.toLowerCase() }), 201);
    const again = await login(admin.email, { recovery_code: one });
    expect(again.body.error_codes).to.deep.equal({ recovery_code: ['second_factor_incorrect'] });
    await expectStatus(login(admin.email, { recovery_code: other }), 201);
  });

  it('cannot be tried out', async () => {
    const { admin, client } = await service.newFirm();
    const { secret } = await enabled(client);
    await service.core.pool.query('UPDATE ops.guarded_attempts SET failures = 9 WHERE subject = $1', [
      `second factor ${admin.id}`,
    ]);
    await expectStatus(login(admin.email, { totp_code: '000000' }), 422);
    const locked = await login(admin.email, { totp_code: codeOf(secret) });
    expect([locked.status, locked.body.code]).to.deep.equal([429, 'second_factor_locked']);
    expect(Number(locked.headers.get('retry-after'))).to.be.greaterThan(0);
  });

  it('is removed with the password and a code', async () => {
    const { admin, client } = await service.newFirm();
    const { secret, recoveryCodes } = await enabled(client);
    const remove = (body: object) => client.request('DELETE', '/v1/auth/totp', { body });
    await expectStatus(remove({ password: 'not mine', code: codeOf(secret) }), 422);
    await expectStatus(remove({ password: PASSWORD, code: '000000' }), 422);
    await expectStatus(remove({ password: PASSWORD, code: recoveryCodes[0] }), 204);
    await expectStatus(login(admin.email), 201);
    await expectStatus(remove({ password: PASSWORD, code: '000000' }), 404);
    const { rows } = await service.core.pool.query('SELECT FROM ops.second_factors WHERE user_id = $1', [admin.id]);
    expect(rows).to.have.length(0);
  });

  it('keeps its secret encrypted and its recovery codes hashed, and neither in the log', async () => {
    const { admin, client } = await service.newFirm();
    const { secret, recoveryCodes } = await enabled(client);
    const { pool, log } = service.core;
    const { rows } = await pool.query<{ sealed_secret: string }>(
      'SELECT sealed_secret FROM ops.second_factors WHERE user_id = $1',
      [admin.id],
    );
    expect(rows[0]!.sealed_secret).not.to.contain(secret);
    const box = createSecretBox(service.config.appKey!, 'second factor');
    expect(box.open(rows[0]!.sealed_secret)).to.equal(secret);
    expect(createSecretBox('another key of another service', 'second factor').open(rows[0]!.sealed_secret)).to.equal(
      null,
    );
    const codes = await pool.query('SELECT code_hash FROM ops.recovery_codes WHERE user_id = $1', [admin.id]);
    expect(JSON.stringify(codes.rows)).not.to.contain(recoveryCodes[0]!.replaceAll('-', ''));
    let events = '';
    for await (const event of log.readStream(`user-${admin.id}`)) events += JSON.stringify(event);
    expect(events).to.contain('SecondFactorEnabled').and.not.contain(secret);
  });

  it('is asked for when an invitation is accepted', async () => {
    const { client, admin } = await service.newFirm();
    const { secret } = await enabled(client);
    const other = await service.newFirm();
    const invited = await other.client.post(`/v1/firms/${other.token}/members`, {
      email: admin.email,
      role: 'encoder',
    });
    const path = (invited.body.invitation as { url: string }).url.slice(service.url.length);
    expect((await service.anonymous.post(path, { password: PASSWORD })).body.code).to.equal('second_factor_required');
    const page = await service.anonymous.get(path, { Accept: 'text/html' });
    expect(page.text).to.contain('name="totp_code"');
    await service.anonymous.created(path, { password: PASSWORD, totp_code: codeOf(secret) });
  });

  describe('that a firm requires', () => {
    const requires = (firm: TestFirm, isRequired: boolean) =>
      firm.client.patch(`/v1/firms/${firm.token}`, { requires_second_factor: isRequired });

    it('hides the firm from whoever has none, until they have one', async () => {
      const firm = await service.newFirm();
      const file = await service.newCompany(firm.client);
      const member = await service.newMember(firm, 'encoder');
      await expectRefusal(requires(firm, true), 422, 'second_factor_missing');
      await enabled(firm.client);
      const set = await requires(firm, true);
      expect([set.status, set.body.requires_second_factor], set.text).to.deep.equal([200, true]);
      const sees = async () =>
        Promise.all([`/v1/firms/${firm.token}`, file.path].map(async (path) => (await member.client.get(path)).status));
      expect(await sees()).to.deep.equal([404, 404]);
      const me = (await member.client.get('/v1/auth/me')).body;
      expect(me.second_factor).to.deep.equal({ is_enabled: false, is_required: true });
      expect(me.firms).to.deep.equal([]);
      const { secret } = await enabled(member.client);
      expect(await sees()).to.deep.equal([200, 200]);
      const body = { password: PASSWORD, code: codeOf(secret) };
      const kept = await member.client.request('DELETE', '/v1/auth/totp', { body });
      expect([kept.status, kept.body.code]).to.deep.equal([422, 'second_factor_needed_by_firm']);
      const other = await service.newMember(firm, 'encoder');
      await other.client.refused(404).get(file.path);
      await expectStatus(requires(firm, false), 200);
      expect((await other.client.get(file.path)).status, 'and shows it again').to.equal(200);
    });

    it('is required by people, not by programs', async () => {
      const firm = await service.newFirm();
      const token = await service.integrationToken(firm.admin.id, ['write']);
      await service.anonymous
        .as(token)
        .refused(403, 'session_token_required')
        .patch(`/v1/firms/${firm.token}`, { requires_second_factor: false });
    });
  });
});
