import { expect } from 'chai';
import { hashPassword } from '../../../stores/identity/password-hashing.ts';
import { copyPasswordsFromLog } from '../../../stores/identity/passwords.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { sealEvent } from '../../../commands/support/sealed-event.ts';
import { NO_STREAM } from '../../../eventlog/port.ts';
import { PASSWORD, useService } from '../../support/service.ts';
import { deleteExpiredData } from '../../../workers/expired-data.ts';

describe('Hashes of passwords', () => {
  const service = useService();
  const login = async (email: string, password: string) =>
    (await service.anonymous.post('/v1/auth/login', { email, password })).status;
  const stored = async (userId: number) =>
    (await service.core.pool.query<{ hash: string }>('SELECT hash FROM ops.passwords WHERE user_id = $1', [userId]))
      .rows;

  async function logOf(userId: number): Promise<string> {
    let text = '';
    for await (const event of service.core.log.readStream(`user-${userId}`)) text += JSON.stringify(event);
    return text;
  }

  it('are beside the log, which says only that a password changed', async () => {
    const firm = await service.newFirm();
    const { admin, client } = firm;
    const NEW = 'another horse battery';
    await client.put('/v1/auth/password', { current_password: PASSWORD, password: NEW });
    const person = { email: 'hashed@example.com', name: 'H', password: 'eight or more', role: 'encoder' };
    const { body } = await client.post(`/v1/firms/${firm.token}/members`, person);
    await client.patch(`/v1/firms/${firm.token}/members/${body.id}`, { password: 'nine or even more' });
    for (const id of [admin.id, body.id]) {
      expect(await logOf(id))
        .to.contain('PasswordChanged')
        .and.not.contain('argon2')
        .and.not.contain('password_hash');
      expect((await stored(id)).every(({ hash }) => hash.startsWith('$argon2id$'))).to.equal(true);
    }
    expect(await login(admin.email, NEW)).to.equal(201);
    expect(await login(person.email, 'nine or even more')).to.equal(201);
    expect(await login(person.email, person.password)).to.equal(422);
  });

  it('that were replaced are removed in the night, and the one that counts stays', async () => {
    const { admin, client } = await service.newFirm();
    await client.put('/v1/auth/password', { current_password: PASSWORD, password: 'yet another horse' });
    const { pool } = service.core;
    await pool.query(`UPDATE ops.passwords SET set_at = now() - interval '2 days' WHERE user_id = $1`, [admin.id]);
    expect(await stored(admin.id)).to.have.length(2);
    await deleteExpiredData(pool);
    expect(await stored(admin.id)).to.have.length(1);
    expect(await login(admin.email, 'yet another horse')).to.equal(201);
  });

  it('in an older log are copied at the start, and go on to count', async () => {
    const { core } = service;
    const [id] = await core.ids.allocate('users', 1);
    const email = 'from-the-log@example.com';
    const [first, second] = [await hashPassword('the first of them'), await hashPassword('the second of them')];
    const person = { id: id!, name: 'Old', email, locale: null, is_platform_admin: false };
    const facts = [
      { type: 'UserRegistered', data: { ...person, password_hash: first } },
      { type: 'PasswordChanged', data: { password_hash: second } },
    ];
    const stream = `user-${id}`;
    let end = { stream, revision: NO_STREAM, hash: null as string | null };
    const provenance = { companyId: null, firmId: null, recordedAt: new Date().toISOString().replace('Z', '000Z') };
    const events = facts.map((fact, index) => {
      const sealed = sealEvent(fact, index, end, createSystemContext('test'), provenance);
      end = sealed.end;
      return sealed.event;
    });
    const { position } = await core.log.append({ stream, expectedRevision: NO_STREAM, events });
    await core.progress.waitForPosition(position);
    expect(await login(email, 'the second of them')).to.equal(422);
    expect(await copyPasswordsFromLog(core.pool, core.log)).to.equal(1);
    expect(await copyPasswordsFromLog(core.pool, core.log), 'once').to.equal(0);
    expect(await login(email, 'the first of them')).to.equal(422);
    expect(await login(email, 'the second of them')).to.equal(201);
    const client = service.anonymous.as(await service.sessionToken(id!));
    const change = { current_password: 'the second of them', password: 'the third, outside the log' };
    await client.expect(204).put('/v1/auth/password', change);
    expect(await login(email, 'the third, outside the log')).to.equal(201);
    expect(await login(email, 'the second of them')).to.equal(422);
  });
});
