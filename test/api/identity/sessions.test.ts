import { expect } from 'chai';
import { computeSessionEnd, createTokenLife } from '../../../api/access/session-life.ts';
import { computeDelay } from '../../../stores/identity/account-brake.ts';
import { BadConfiguration, readConfig } from '../../../configuration/config.ts';
import { expectStatus } from '../../support/client.ts';
import { PASSWORD, useService } from '../../support/service.ts';

const DAY = 86_400_000;

describe('Sessions', () => {
  const service = useService();
  const after = (days: number) => `now() - interval '${days} days'`;

  /** A session that was opened and used so many days ago, before any process has heard of it. */
  async function session(openedDaysAgo: number, usedDaysAgo: number | null) {
    const user = await service.newUser();
    const token = await service.sessionToken(user.id);
    const id = Number(token.split('|')[0]);
    const { pool } = service.core;
    const { rows } = await pool.query<{ at: string }>('SELECT created_at::text AS at FROM read.tokens WHERE id = $1', [
      id,
    ]);
    await pool.query(`UPDATE read.tokens SET created_at = ${after(openedDaysAgo)} WHERE id = $1`, [id]);
    if (usedDaysAgo !== null)
      await pool.query(
        `INSERT INTO ops.token_use (token_id, last_used_at) VALUES ($1, ${after(usedDaysAgo)})
         ON CONFLICT (token_id) DO UPDATE SET last_used_at = excluded.last_used_at`,
        [id],
      );
    const { status } = await service.anonymous.as(token).get('/v1/auth/me');
    await pool.query('UPDATE read.tokens SET created_at = $2 WHERE id = $1', [id, rows[0]!.at]);
    return status;
  }

  it('end when they are not used for 30 days, and after 180 days in any case', async () => {
    expect(await session(29, null)).to.equal(200);
    expect(await session(31, null)).to.equal(401);
    expect(await session(179, 29)).to.equal(200);
    expect(await session(179, 31)).to.equal(401);
    expect(await session(181, 0)).to.equal(401);
  });

  it('are listed with their end, without those that are over', async () => {
    const { client } = await service.newUser();
    const { body } = await client.get('/v1/auth/sessions');
    const [own] = body.data as { expires_at: string }[];
    expect(Date.parse(own!.expires_at) - Date.now()).to.be.closeTo(30 * DAY, DAY);
  });

  it('in memory end as well, and live on by being used', () => {
    const limits = { idleDays: 30, maxDays: 180 };
    const start = Date.parse('2026-01-01T00:00:00Z');
    const token = { created_at: '2026-01-01T00:00:00Z', last_used_at: null, expires_at: null };
    const life = createTokenLife('session', token, limits);
    expect([life.isOver(start + 29 * DAY), life.isOver(start + 31 * DAY)]).to.deep.equal([false, true]);
    for (let day = 20; day < 180; day += 20) life.used(start + day * DAY);
    expect([life.isOver(start + 179 * DAY), life.isOver(start + 181 * DAY)]).to.deep.equal([false, true]);
    const program = createTokenLife('integration', token, limits);
    expect(program.isOver(start + 1_000 * DAY), 'an integration token says itself').to.equal(false);
    expect(computeSessionEnd({ ...token, expires_at: '2026-01-02T00:00:00Z' }, limits)).to.equal(start + DAY);
  });

  it('last as long as the operator says', () => {
    expect(readConfig({}).sessions).to.deep.equal({ idleDays: 30, maxDays: 180 });
    const sessions = readConfig({ SESSION_IDLE_DAYS: '0.5', SESSION_MAX_DAYS: '7' }).sessions;
    expect(sessions).to.deep.equal({ idleDays: 0.5, maxDays: 7 });
    for (const wrong of ['0', '-1', 'long', '9999'])
      expect(() => readConfig({ SESSION_IDLE_DAYS: wrong })).to.throw(BadConfiguration, /^SESSION_IDLE_DAYS/);
  });
});

describe('The brake of an account', () => {
  const service = useService({ environment: { TRUST_PROXY: '1' } });
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const login = (email: string, password: string, address: string) =>
    service.anonymous.post('/v1/auth/login', { email, password }, from(address));
  const failures = async () =>
    (
      await service.core.pool.query<{ failures: number }>(
        'SELECT sum(failures)::integer AS failures FROM ops.account_failures HAVING count(*) > 0',
      )
    ).rows;

  it('doubles with every failure beyond those that people make, and ends somewhere', () => {
    expect([0, 4, 5, 6, 7, 8].map(computeDelay)).to.deep.equal([0, 0, 100, 200, 400, 800]);
    expect(computeDelay(1_000)).to.equal(8_000);
  });

  it('counts failures elsewhere, slows down, and lets the right password in all the same', async () => {
    const { admin } = await service.newFirm();
    for (let attempt = 1; attempt <= 6; attempt += 1)
      await expectStatus(login(admin.email, 'wrong', `198.51.100.${attempt}`), 422);
    expect(await failures()).to.deep.equal([{ failures: 6 }]);
    const startedAt = performance.now();
    await expectStatus(login(admin.email.toUpperCase(), PASSWORD, '198.51.100.200'), 201);
    expect(performance.now() - startedAt, 'two tenths of a second').to.be.at.least(190);
    expect(await failures(), 'forgotten after a success').to.deep.equal([]);
  });

  it('does not touch whoever comes from where the account was used lately', async () => {
    const { admin } = await service.newFirm();
    await expectStatus(login(admin.email, PASSWORD, '203.0.113.5'), 201);
    await service.anonymous.get('/v1/ping');
    for (let attempt = 1; attempt <= 5; attempt += 1) await login(admin.email, 'wrong', `198.51.100.${attempt}`);
    // So long that the test would never end if it were waited for.
    await service.core.pool.query('UPDATE ops.account_failures SET failures = 60');
    const startedAt = performance.now();
    await expectStatus(login(admin.email, PASSWORD, '203.0.113.5'), 201);
    expect(performance.now() - startedAt).to.be.lessThan(7_000);
  });

  it('is the same for an address without an account', async () => {
    await login('nobody@example.com', 'wrong', '198.51.100.1');
    expect(await failures()).to.deep.equal([{ failures: 1 }]);
  });
});
