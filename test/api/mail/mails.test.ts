import { expect } from 'chai';
import { addDays, toBookDate } from '../../../domain/dates.ts';
import type { AnswerBody } from '../../support/client.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../../support/service.ts';
import { readPdfText } from '../../support/pdf.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';

/** The attached PDF of a received mail. */
function extractPdf(raw: string): Buffer {
  const [, part] = /application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\s]+)/.exec(raw) ?? [];
  return Buffer.from(part ?? '', 'base64');
}

type Body = AnswerBody & Record<string, unknown>;

describe('Mails', () => {
  let mails: TestMailServer;
  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;
  const today = toBookDate(new Date());

  before(async () => {
    mails = await startMailServer();
    service = await startTestService({
      from: 'books',
      environment: { SMTP_URL: mails.url, MAIL_FROM: 'Books <no-reply@books.example>' },
    });
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });
  after(async () => {
    await service.invariants();
    await service.stop();
    await mails.close();
    expect(service.errors).to.deep.equal([]);
  });
  beforeEach(() => mails.behave('accept'));

  let last = 0;
  const address = (): string => `customer${(last += 1)}@example.com`;
  const at = (path: string): string => `${file.path}/${path}`;
  const post = async (path: string, body: object, expected: number): Promise<Body> => {
    const answer = await firm.client.post(at(path), body);
    expect(answer.status, answer.text).to.equal(expected);
    return answer.body;
  };
  const get = (path: string): Promise<Body> => firm.client.ok(at(path));
  const customer = async (fields: object = {}): Promise<Body> =>
    post('third-parties', { type: 'customer', name: 'Boulangerie', language: 'fr', email: address(), ...fields }, 201);
  const invoiceOf = (party: number, amount: string, due: string, reference: string, label = ''): Promise<Body> =>
    post(
      'entries',
      {
        journal_id: file.journal('OD'),
        entry_date: '2026-01-05',
        due_date: due,
        reference,
        label,
        lines: [
          { account: '400000', debit: amount, third_party_id: party },
          { account: '700000', credit: amount },
        ],
      },
      201,
    );
  const settled = async (id: number): Promise<Body> => {
    for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
      const mail = await get(`mails/${id}`);
      if (mail.status !== 'queued') return mail;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`Mail ${id} still waits`);
  };

  it('go out in the background, under the name of the company, and are answered to whoever sent them', async () => {
    const to = address();
    const mail = await post(
      'mails',
      { to: [to, to.toUpperCase()], cc: [to], subject: 'Dossier {company}', body: 'Bonjour {sender}', language: 'fr' },
      202,
    );
    expect([mail.status, mail.kind, mail.to, mail.cc]).to.deep.equal(['queued', 'free', [to], []]);
    const received = await mails.mailTo(to);
    expect(received.from).to.equal('no-reply@books.example');
    expect(received.headers.from).to.contain('<no-reply@books.example>');
    expect(received.headers['reply-to']).to.equal(firm.admin.email);
    expect(received.text.trim()).to.equal('Bonjour Ada Admin');
    const sent = await settled(mail.id);
    expect([sent.status, sent.error, sent.attempts]).to.deep.equal(['sent', null, 1]);
    expect(sent.sent_at).to.match(/^\d{4}-/);
    const list = await get(`mails?status=sent&kind=free`);
    expect((list.data as Body[]).map(({ id }) => id)).to.include(mail.id);
  });

  it('are not sent twice to an address for the same thing, unless somebody wants it', async () => {
    const to = address();
    const words = { to: [to], subject: 'Une fois', body: 'Une seule' };
    await post('mails', words, 202);
    const again = await post('mails', words, 422);
    expect(again.errors).to.have.keys('to.0');
    await post('mails', { ...words, again: true }, 202);
    await post('mails', { ...words, subject: 'Autre chose' }, 202);
  });

  it('bring a document along as it is printed, and a statement of account', async () => {
    const party = await customer();
    await invoiceOf(party.id, '121.00', '2026-02-05', 'F-1');
    const preview = await post('mails/preview', { kind: 'statement', third_party_id: party.id }, 200);
    const [attachment] = preview.attachments as Body[];
    expect(attachment!.name).to.match(/\.pdf$/);
    expect(
      Buffer.from(attachment!.content as string, 'base64')
        .subarray(0, 5)
        .toString(),
    ).to.equal('%PDF-');
    expect(preview.body).to.contain('121,00');
    const mail = await post('mails', { kind: 'statement', third_party_id: party.id }, 202);
    expect((mail.attachments as Body[]).map(({ type, id }) => [type, id])).to.deep.equal([['statement', party.id]]);
    const received = await mails.mailTo(party.email as string);
    expect(received.raw).to.contain('application/pdf');
    expect((await settled(mail.id)).status).to.equal('sent');
    const history = await get(`mails?third_party_id=${party.id}`);
    expect((history.data as Body[]).map(({ id }) => id)).to.deep.equal([mail.id]);
  });

  it('bring the supplier the invoice that was issued in its name', async () => {
    const supplier = await customer({ type: 'supplier', name: 'Maes', country: 'BE' });
    const lines = [{ description: 'Bois', amount_net: '80.00', vat_code: 'P-M-21', account: '604000' }];
    const kind = { direction: 'purchase', kind: 'self_billed', document_date: '2026-03-15' };
    const { id } = await post('documents', { ...kind, third_party_id: supplier.id, lines }, 201);
    const { document } = await post(`documents/${id}/book`, {}, 201);
    await post(`documents/${id}/send`, { channel: 'mail' }, 202);
    const { raw } = await mails.mailTo(supplier.email as string);
    const text = readPdfText(extractPdf(raw));
    for (const words of ['Maes', 'Autofacturation', '96,80', (document as Body).number!])
      expect(text).to.include(words);
  });

  it('bring reports along that whoever sends them may read', async () => {
    const to = address();
    const attachments = [{ type: 'trial_balance' }, { type: 'aged_balance' }];
    const mail = await post('mails', { kind: 'report', to: [to], language: 'nl', attachments }, 202);
    expect(mail.subject).to.contain('Proef- en saldibalans');
    expect((await settled(mail.id)).status).to.equal('sent');
    expect((await mails.mailTo(to)).raw.match(/application\/pdf/g)).to.have.length(2);
  });

  it('say in the fields what is wrong with them', async () => {
    const wrong = async (body: object, ...fields: string[]): Promise<void> => {
      expect(Object.keys((await post('mails', body, 422)).errors)).to.deep.equal(fields);
    };
    await wrong({}, 'subject', 'body');
    await wrong({ kind: 'document' }, 'document_id');
    await wrong({ kind: 'statement' }, 'third_party_id');
    await wrong({ kind: 'document', document_id: 999_999 }, 'document_id');
    await wrong({ kind: 'statement', third_party_id: 999_999 }, 'third_party_id');
    await wrong({ subject: 'a', body: 'b' }, 'to');
    await wrong({ subject: '{nothing}', body: '{', to: [address()] }, 'subject', 'body');
    await wrong({ subject: 'a', body: 'b', to: ['nobody'] }, 'to.0');
    const unknown = [{ type: 'file', id: 999_999 }];
    await wrong({ subject: 'a', body: 'b', to: [address()], attachments: unknown }, 'attachments.0.id');
    await firm.client.refused(404).get(at('mails/999999'));
  });

  it('say why they failed when the mail server refuses them', async () => {
    mails.behave('reject');
    const mail = await post('mails', { to: [address()], subject: 'a', body: 'b' }, 202);
    const failed = await settled(mail.id);
    expect(failed.status).to.equal('failed');
    expect(failed.error).to.deep.include({ code: 'mail_refused' });
    expect((failed.error as Body).answer).to.contain('554');
  });

  describe('templates', () => {
    it('are those of every file until somebody writes others, which must name what is known', async () => {
      const all = (await get('mail-templates')).data as Body[];
      expect(all).to.have.length(24);
      expect(all.every((one) => one.is_default)).to.equal(true);
      const put = async (body: object, status = 200) => {
        const answer = await firm.client.put(at('mail-templates/statement'), body);
        expect(answer.status, answer.text).to.equal(status);
        return { ...answer, body: answer.body as Body };
      };
      const refused = await put({ language: 'fr', subject: 'x', body: 'Solde {ballance}' }, 422);
      expect((refused.body.errors as Record<string, string[]>).body![0]).to.contain('ballance');
      const written = await put({ language: 'fr', subject: 'Compte {as_of}', body: 'Solde {balance}' });
      expect([written.body.is_default, written.body.version]).to.deep.equal([false, 1]);
      const party = await customer();
      const preview = await post('mails/preview', { kind: 'statement', third_party_id: party.id }, 200);
      expect(preview.body).to.equal('Solde 0,00\u00a0EUR');
      const operation = written.headers.get('x-operation-id')!;
      await firm.client.expect(200).post(at(`history/operations/${operation}/revert`), {});
      const [back] = (await get('mail-templates?kind=statement&language=fr')).data as Body[];
      expect([back!.is_default, back!.version]).to.deep.equal([true, 2]);
      expect((await put({ language: 'fr', subject: 'x' }, 422)).body.errors).to.have.keys('body');
    });
  });

  describe('reminders', () => {
    const remind = (body: object, status = 202): Promise<Body> => post('reminders', body, status);

    it('are proposed by level, with what the law adds, and sent with a code to pay by', async () => {
      await firm.client.patch(at('settings'), {
        reminders: {
          levels: [{ days: 5 }, { days: 20, minimum: '10.00', interest: true, lump_sum: true }],
          reply_to: 'compta@example.com',
        },
      });
      const business = await customer({ vat_number: 'BE0477472701', name: 'Client SA' });
      await invoiceOf(business.id, '1000.00', addDays(today, -30), 'F-100');
      const [proposed] = (await get(`reminders?third_party_id=${business.id}`)).data as Body[];
      expect(proposed).to.deep.include({ level: 1, total_due: '1000.00', interest: '0.00', send_by: 'mail' });
      const preview = await remind({ third_party_ids: [business.id], level: 2, dry_run: true }, 200);
      expect((preview.mails as Body[])[0]!.body).to.contain('40,00');
      const { mails: sent, skipped } = (await remind({ third_party_ids: [business.id] })) as unknown as {
        mails: Body[];
        skipped: Body[];
      };
      expect(skipped).to.deep.equal([]);
      expect(sent[0]).to.deep.include({
        kind: 'reminder',
        third_party_id: business.id,
        reply_to: 'compta@example.com',
      });
      expect((await settled(sent[0]!.id)).status).to.equal('sent');
      const received = await mails.mailTo(business.email as string);
      expect(received.raw).to.contain('application/pdf');
      const again = await remind({ third_party_ids: [business.id] });
      expect((again.skipped as Body[])[0]).to.deep.include({ code: 'reminder_reminded_today' });
      const [after] = (await get(`reminders?all=1&third_party_id=${business.id}`)).data as Body[];
      expect([after!.last_reminded_on, after!.is_due]).to.deep.equal([today, false]);
    });

    it('tell a Belgian consumer at first what book XIX requires, in every language and on paper', async () => {
      const words: Readonly<Record<string, readonly string[]>> = {
        fr: ['Ce premier rappel est gratuit', '14 jours calendrier', 'indemnité de 47,10'],
        nl: ['Deze eerste herinnering is kosteloos', '14 kalenderdagen', 'schadevergoeding van 47,10'],
        en: ['This first reminder is free of charge', '14 calendar days', 'compensation of 47.10'],
        de: ['Diese erste Mahnung ist kostenlos', '14 Kalendertagen', 'Entschädigung von 47,10'],
      };
      for (const [language, expected] of Object.entries(words)) {
        const consumer = await customer({ name: 'Jeanne Dubois', language });
        await invoiceOf(consumer.id, '321.00', addDays(today, -30), `F-${language}`, 'Peinture du salon');
        const { mails: dry } = await remind({ third_party_ids: [consumer.id], dry_run: true }, 200);
        const { body } = (dry as Body[])[0]!;
        for (const part of [...expected, 'Peinture du salon', '321', `F-${language}`]) expect(body).to.contain(part);
        const { mails: sent } = await remind({ third_party_ids: [consumer.id] });
        const [mail] = sent as Body[];
        expect([mail!.body, (mail!.reminder as Body).items]).to.deep.equal([
          body,
          [{ ...((mail!.reminder as { items: object[] }).items[0] as object), description: 'Peinture du salon' }],
        ]);
        expect((await settled(mail!.id)).status).to.equal('sent');
        const printed = readPdfText(extractPdf((await mails.mailTo(consumer.email as string)).raw)).replace(
          /\s+/g,
          ' ',
        );
        for (const part of [...expected, 'Peinture du salon']) expect(printed).to.contain(part);
      }
    });

    it('are letters to post for customers without an address, and count like mails', async () => {
      const silent = await customer({ email: null, name: 'Jeanne Dubois', language: 'nl' });
      const reachable = await customer();
      await invoiceOf(silent.id, '321.00', addDays(today, -30), 'F-300', 'Peinture du salon');
      await invoiceOf(reachable.id, '50.00', addDays(today, -30), 'F-301');
      const chosen = { third_party_ids: [silent.id, reachable.id], letters: true };
      const dry = await remind({ ...chosen, dry_run: true }, 200);
      expect((dry.letters as Body[]).map(({ to, third_party_id }) => [to, third_party_id])).to.deep.equal([
        [[], silent.id],
      ]);
      const answer = await remind(chosen);
      const [letter] = answer.letters as Body[];
      expect([(answer.mails as Body[]).map((one) => one.third_party_id), answer.skipped]).to.deep.equal([
        [reachable.id],
        [],
      ]);
      expect(letter).to.deep.include({ kind: 'reminder', status: 'printed', to: [], third_party_id: silent.id });
      const { pathname } = new URL(letter!.pdf_url as string);
      expect(pathname).to.equal(at(`mails/${letter!.id}/pdf`));
      const pdf = await fetch(`${firm.client.url}${pathname}`, {
        headers: { authorization: `Bearer ${firm.client.token}` },
      });
      expect(pdf.headers.get('content-type')).to.equal('application/pdf');
      const printed = readPdfText(new Uint8Array(await pdf.arrayBuffer())).replace(/\s+/g, ' ');
      for (const part of ['Jeanne Dubois', 'Deze eerste herinnering is kosteloos', 'Peinture du salon'])
        expect(printed).to.contain(part);
      const again = await remind(chosen);
      expect((again.skipped as Body[]).map(({ code }) => code)).to.deep.equal([
        'reminder_reminded_today',
        'reminder_reminded_today',
      ]);
      expect((await get(`mails?status=printed&third_party_id=${silent.id}`)).total).to.equal(1);
      // A mail that is no reminder has no letter.
      const free = await post('mails', { kind: 'free', to: ['a@example.com'], subject: 'S', body: 'B' }, 202);
      await firm.client.refused(404).get(at(`mails/${free.id}/pdf`));
    });

    it('leave alone whoever is not to be reminded', async () => {
      const never = await customer({ reminders: 'never' });
      const held = await customer({ reminders: addDays(today, 10) });
      const silent = await customer({ email: null });
      const paid = await customer();
      for (const { id } of [never, held, silent]) await invoiceOf(id, '50.00', addDays(today, -30), 'F');
      const ids = [never, held, silent, paid].map(({ id }) => id);
      const { mails: sent, skipped } = (await remind({ third_party_ids: ids })) as unknown as {
        mails: Body[];
        skipped: Body[];
      };
      expect(sent).to.deep.equal([]);
      expect(skipped.map((one) => one.code)).to.deep.equal([
        'reminder_never',
        'reminder_on_hold',
        'reminder_no_address',
        'reminder_nothing_late',
      ]);
      expect((await remind({ third_party_ids: [999_999] }, 422)).errors).to.have.keys('third_party_ids.0');
      expect((await remind({ third_party_ids: [paid.id], level: 9 }, 422)).errors).to.have.keys('level');
      await firm.client.refused(422).patch(at(`third-parties/${paid.id}`), { reminders: 'sometimes' });
    });
  });
});
