import { expect } from 'chai';
import { addDays, toBookDate } from '../../../domain/dates.ts';
import type { AnswerBody } from '../../support/client.ts';
import { wakeMailSenders } from '../../../stores/mail/attempts.ts';
import { waitUntil } from '../../support/load.ts';
import { startNameServer, type TestNameServer } from '../../support/name-server.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../../support/service.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';

type Body = AnswerBody & Record<string, unknown>;
interface Sender {
  readonly id: number;
  readonly address: string | null;
  readonly domain: string | null;
  readonly status: string;
  readonly txt_record: { readonly name: string; readonly value: string } | null;
}

describe('Senders of mails over HTTP', () => {
  let mails: TestMailServer;
  let names: TestNameServer;
  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    mails = await startMailServer();
    names = await startNameServer();
    service = await startTestService({
      from: 'books',
      environment: {
        SMTP_URL: mails.url,
        MAIL_FROM: 'Books <no-reply@books.example>',
        MAIL_DNS_SERVER: names.address,
      },
    });
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });
  after(async () => {
    await service.invariants();
    await service.stop();
    await names.close();
    await mails.close();
    expect(service.errors).to.deep.equal([]);
  });
  beforeEach(() => service.core.pool.query('DELETE FROM ops.rate_counters'));

  const at = (path: string): string => `${file.path}/${path}`;
  const post = async <Answer = Body>(path: string, body: object, status: number): Promise<Answer> => {
    const answer = await firm.client.post(at(path), body);
    expect(answer.status, answer.text).to.equal(status);
    return answer.body as unknown as Answer;
  };
  const request = (body: object): Promise<Sender> => post<Sender>('mail/senders', body, 202);
  const list = async (): Promise<readonly Sender[]> => {
    await service.core.pool.query('UPDATE ops.mail_sender_requests SET looked_up_at = NULL');
    return (await firm.client.ok(at('mail/senders'))).data as Sender[];
  };
  const readToken = async (address: string): Promise<string> =>
    /#file=\w+&sender=(\w{40})\s/.exec((await mails.mailTo(address)).text)![1]!;
  let last = 0;
  /** Reminds a new late customer. */
  const remind = async (status: number): Promise<Body> => {
    const email = `late${(last += 1)}@example.com`;
    const party = await post('third-parties', { type: 'customer', name: 'Boulangerie', email }, 201);
    const lines = [
      { account: '400000', debit: '50.00', third_party_id: party.id },
      { account: '700000', credit: '50.00' },
    ];
    const due = addDays(toBookDate(new Date()), -30);
    await post('entries', { journal_id: file.journal('OD'), entry_date: '2026-01-05', due_date: due, lines }, 201);
    return post('reminders', { third_party_ids: [party.id] }, status);
  };

  it('are addresses whose reader agrees through a link, which works once, for a day and in one file', async () => {
    await firm.client.expect(200).patch(at('settings'), { reminders: { from: 'Compta@shop.example' } });
    const refused = await remind(422);
    expect([refused.code, refused.message]).to.deep.equal([
      'sender_not_verified',
      'Mail cannot be sent under Compta@shop.example. Verify the address or its domain first.',
    ]);
    const pending = await request({ address: 'Compta@Shop.example' });
    expect(pending).to.deep.include({ address: 'compta@shop.example', domain: null, status: 'pending' });
    const first = await readToken('compta@shop.example');
    mails.mails.length = 0;
    expect((await request({ address: 'compta@shop.example' })).id).to.equal(pending.id);
    const token = await readToken('compta@shop.example');
    const wrong = async (given: string, code: string): Promise<void> => {
      const answer = await post('mail/senders/confirm', { token: given }, 422);
      expect(answer['error_codes']).to.deep.equal({ token: [code] });
    };
    await wrong(first, 'sender_token_unknown');
    const { rows } = await service.core.pool.query<{ kept: string }>(
      'SELECT string_agg(r::text, $1) AS kept FROM ops.mail_sender_requests r',
      [''],
    );
    expect(rows[0]!.kept).not.to.contain(token);
    const other = await service.newCompany(firm.client);
    await firm.client.refused(422).post(`${other.path}/mail/senders/confirm`, { token });
    await service.core.pool.query(`UPDATE ops.mail_sender_requests SET expires_at = now() - interval '1 second'`);
    await wrong(token, 'sender_token_expired');
    await service.core.pool.query(`UPDATE ops.mail_sender_requests SET expires_at = now() + interval '1 minute'`);
    await remind(422);
    const verified = await post('mail/senders/confirm', { token }, 200);
    expect(verified).to.deep.include({ id: pending.id, address: 'compta@shop.example', status: 'verified' });
    await wrong(token, 'sender_token_unknown');
    const { mails: sent } = await remind(202);
    expect((sent as Body[])[0]!['from']).to.equal('Compta@shop.example');
    const received = await mails.mailTo(`late${last}@example.com`);
    expect(received.headers['from']).to.contain('<Compta@shop.example>');
    expect(await request({ address: 'compta@shop.example' })).to.deep.include({ status: 'verified' });
  });

  it('are domains with the record that the answer shows, and no other', async () => {
    const pending = await request({ domain: 'Bäckerei.Example.' });
    expect(pending).to.deep.include({ address: null, domain: 'xn--bckerei-5wa.example', status: 'pending' });
    const { name, value } = pending.txt_record!;
    expect(name).to.equal('_grandlivre.xn--bckerei-5wa.example');
    const statusNow = async () => (await list()).find(({ id }) => id === pending.id)!.status;
    for (const answer of [
      'no such name',
      'no records',
      'failure',
      [{ txt: ['other'] }, { txt: [`${value}x`] }],
    ] as const) {
      names.behave(answer, name);
      expect(await statusNow()).to.equal('pending');
    }
    // Two readers at once ask once.
    names.questions.length = 0;
    await firm.client.ok(at('mail/senders'));
    expect(names.questions).to.deep.equal([]);
    expect((await request({ domain: 'bäckerei.example' })).txt_record).to.deep.equal({ name, value });
    names.behave([{ txt: ['v=spf1 -all'] }, { txt: [value.slice(0, 10), value.slice(10)] }], name);
    expect(await statusNow()).to.equal('verified');
    expect((await list()).find(({ id }) => id === pending.id)!.txt_record).to.equal(null);
    await firm.client.expect(200).patch(at('settings'), { reminders: { from: 'info@bäckerei.example' } });
    await remind(202);
    const { data } = await firm.client.ok(at('history?resource=mail-senders'));
    const [told] = data as { operation_id: string }[];
    expect(JSON.stringify(told)).to.contain('xn--bckerei-5wa.example');
    await firm.client.expect(200).post(at(`history/operations/${told!.operation_id}/revert`), {});
    expect((await list()).some(({ id }) => id === pending.id)).to.equal(false);
    expect((await remind(422)).code).to.equal('sender_not_verified');
    await firm.client.expect(200).patch(at('settings'), { reminders: { from: 'No-Reply@books.example' } });
    const { mails: sent } = await remind(202);
    expect((sent as Body[])[0]!['from']).to.equal(null);
  });

  it('are verified again when a mail goes out that waited since before they had to be', async () => {
    const { pool } = service.core;
    const settle = async (id: unknown, status: string): Promise<Body> => {
      let mail!: Body;
      await waitUntil(`the mail to be ${status}`, async () => {
        mail = await firm.client.ok(at(`mails/${id}`));
        return mail['status'] === status;
      });
      return mail;
    };
    /** A reminder that the mail server did not take at first. */
    const queue = async (from: string): Promise<unknown> => {
      await firm.client.expect(200).patch(at('settings'), { reminders: { from } });
      mails.behave('refuse');
      const { mails: queued } = await remind(202);
      const { id } = (queued as Body[])[0]!;
      await waitUntil('the first attempt to end', async () => {
        const { rowCount } = await pool.query(
          `SELECT FROM ops.mail_attempts WHERE mail_id = $1 AND state = 'waiting' AND attempts = 1`,
          [id],
        );
        return rowCount === 1;
      });
      mails.behave('accept');
      return id;
    };
    const retry = async (): Promise<void> => {
      await pool.query(`UPDATE ops.mail_attempts SET next_attempt_at = now() WHERE state = 'waiting'`);
      await wakeMailSenders(pool);
    };
    const waiting = await queue('compta@shop.example');
    const { data } = await firm.client.ok(at('history?resource=mail-senders'));
    const verification = (data as { operation_id: string; label: string }[]).find((one) =>
      JSON.stringify(one).includes('compta@shop.example'),
    )!;
    await firm.client.expect(200).post(at(`history/operations/${verification.operation_id}/revert`), {});
    const count = mails.mails.length;
    await retry();
    expect((await settle(waiting, 'failed'))['error']).to.deep.equal({
      code: 'sender_not_verified',
      message: 'Mail cannot be sent under compta@shop.example. Verify the address or its domain first.',
      answer: null,
    });
    expect(mails.mails).to.have.length(count);
    // Earlier versions recorded the address of the service too, which needs no verification.
    const own = await queue('no-reply@books.example');
    await pool.query('UPDATE read.mails SET from_address = $2 WHERE id = $1', [own, 'No-Reply@books.example']);
    await retry();
    await settle(own, 'sent');
    await pool.query('UPDATE read.mails SET from_address = NULL WHERE id = $1', [own]);
  });

  it('say what is wrong with a request, belong to managers, and are unknown elsewhere', async () => {
    const wrong = async (body: object, field: string, code: string): Promise<void> =>
      void expect((await post('mail/senders', body, 422))['error_codes']).to.deep.equal({ [field]: [code] });
    await wrong({}, 'address', 'required');
    await wrong({ address: 'a@b.example', domain: 'b.example' }, 'domain', 'sender_contradicts');
    for (const domain of ['localhost', 'a b.example', '-a.example', '10.0.0.1', 'http://a.example'])
      await wrong({ domain }, 'domain', 'sender_domain_invalid');
    const encoder = await service.newMember(firm, 'encoder');
    await encoder.client.refused(403).post(at('mail/senders'), { domain: 'b.example' });
    const stranger = await service.newFirm();
    await stranger.client.refused(404).get(at('mail/senders'));
    await stranger.client.refused(404).post(at('mail/senders'), { domain: 'b.example' });
    await stranger.client.refused(404).post(at('mail/senders/confirm'), { token: 'x' });
  });
});

describe('The quota of mail recipients', () => {
  let mails: TestMailServer;
  let service: TestService;
  let firm: TestFirm;
  const QUOTA = 10;

  before(async () => {
    mails = await startMailServer();
    service = await startTestService({
      from: 'books',
      environment: { SMTP_URL: mails.url, MAIL_RECIPIENTS_PER_DAY: String(QUOTA) },
    });
    firm = await service.newFirm();
  });
  after(async () => {
    await service.stop();
    await mails.close();
    expect(service.errors).to.deep.equal([]);
  });

  let last = 0;
  const build = (recipients: number) => ({
    to: Array.from({ length: recipients }, () => `someone${(last += 1)}@example.com`),
    subject: `Mail ${last}`,
    body: 'Bonjour',
  });
  const readUse = async (): Promise<number> => {
    const { rows } = await service.core.pool.query<{ recipients: number }>(
      'SELECT recipients FROM ops.mail_recipients WHERE holder = $1',
      [`firm ${firm.id}`],
    );
    return rows[0]?.recipients ?? 0;
  };

  it('is never exceeded by requests at once in several files, and counts nothing that is refused', async () => {
    const files = [await service.newCompany(firm.client), await service.newCompany(firm.client)];
    const refused = await firm.client.post(`${files[0]!.path}/mails`, { ...build(1), third_party_id: 999_999 });
    expect([refused.status, await readUse()]).to.deep.equal([422, 0]);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => firm.client.post(`${files[index % 2]!.path}/mails`, build(1))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).to.have.length(QUOTA);
    expect(statuses.filter((status) => status === 429)).to.have.length(4);
    expect(await readUse()).to.equal(QUOTA);
    const over = answers.find(({ status }) => status === 429)!;
    expect(over.body).to.deep.include({ code: 'mail_quota_exceeded', quota: QUOTA, used: QUOTA });
    const renewsAt = over.body['renews_at'] as string;
    expect(renewsAt).to.match(/^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/);
    const secondsLeft = (Date.parse(renewsAt) - Date.now()) / 1_000;
    expect(Number(over.headers.get('retry-after'))).to.be.closeTo(secondsLeft, 5);
    const sender = await firm.client.post(`${files[0]!.path}/mail/senders`, { address: 'a@shop.example' });
    expect([sender.status, sender.body['code']]).to.deep.equal([429, 'mail_quota_exceeded']);
    const other = await service.newFirm();
    const elsewhere = await service.newCompany(other.client);
    await other.client.expect(202).post(`${elsewhere.path}/mails`, build(QUOTA));
  });

  it('renews with the day, and gives nothing away to a mail that is larger than what is left', async () => {
    const file = await service.newCompany(firm.client);
    await service.core.pool.query(`UPDATE ops.mail_recipients SET day = day - 1`);
    const send = async (recipients: number): Promise<number> =>
      (await firm.client.post(`${file.path}/mails`, build(recipients))).status;
    expect([await send(4), await send(7), await readUse()]).to.deep.equal([202, 429, 4]);
    expect([await send(6), await send(1), await readUse()]).to.deep.equal([202, 429, QUOTA]);
  });
});
