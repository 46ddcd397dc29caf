import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { DEFAULT_TEMPLATES } from '../../../domain/mail/default-templates.ts';
import { TEMPLATE_KINDS } from '../../../domain/mail/kinds.ts';
import type { MailDraft, QueueMails } from '../../../domain/mail/queueing.ts';
import { getMinutesUntilRetry } from '../../../domain/mail/schedule.ts';
import { fillTemplate, checkPlaceholders } from '../../../domain/mail/templates.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { givenFor } from '../../support/given.ts';
import { openedEvents as opened } from '../../support/company-file-samples.ts';

const given = givenFor(companyFile);

describe('Templates of mails', () => {
  it('know what may stand in braces, and nothing else', () => {
    expect(checkPlaceholders('statement', { subject: 'Solde {balance}', body: '{company}' })).to.deep.equal([]);
    const problems = (text: object) => checkPlaceholders('statement', text).map(({ code, field }) => [code, field]);
    expect(problems({ subject: '{items}' })).to.deep.equal([['mail_placeholder_unknown', 'subject']]);
    expect(problems({ body: 'a {balance' })).to.deep.equal([['mail_brace_alone', 'body']]);
    expect(problems({ body: '{{balance}}' })).to.deep.equal([['mail_brace_alone', 'body']]);
    expect(problems({ body: '{}' })).to.deep.equal([['mail_placeholder_unknown', 'body']]);
  });

  it('of every file are complete in four languages', () => {
    for (const kind of TEMPLATE_KINDS)
      for (const language of LANGUAGES)
        expect(checkPlaceholders(kind, DEFAULT_TEMPLATES[kind][language])).to.deep.equal([]);
  });

  it('lose the lines of what is not known, and keep braces that come from outside', () => {
    const text = 'Bonjour,\n\nIntérêts : {interest}\nTotal : {total}\n\n\n{company}';
    expect(fillTemplate(text, { interest: null, total: '1', company: 'A {total} B' })).to.equal(
      'Bonjour,\n\nTotal : 1\n\nA {total} B',
    );
  });

  const set = (text: { subject: string; body: string } | null, baseVersion: number | null = null) =>
    ({ type: 'SetMailTemplate', newId: 7, kind: 'statement', language: 'fr', text, baseVersion }) as const;
  const place = { id: 7, kind: 'statement', language: 'fr' } as const;
  const first = { subject: 'a', body: 'b' };

  it('are written, changed and given up, one version after another', () => {
    const written = given(opened).when(set(first));
    written.then([{ type: 'MailTemplateSet', data: { ...place, version: 1, text: first } }]);
    const second = { subject: 'c', body: 'd' };
    given(opened, written.events)
      .when(set(second))
      .then([{ type: 'MailTemplateSet', data: { ...place, version: 2, text: second, previous: first } }]);
    given(opened, written.events).when(set(first)).then([]);
    given(opened, written.events)
      .when(set(null, 1))
      .then([{ type: 'MailTemplateReset', data: { ...place, version: 2, previous: first } }]);
    given(opened).when(set(null)).then([]);
    expect(given(opened, written.events).when(set(second, 0)).decision).to.deep.include({ code: 'conflict' });
    expect(isRefusal(given(opened).when(set({ subject: '{x}', body: 'b' })).decision)).to.equal(true);
  });
});

describe('Mails in the queue', () => {
  const draft = (changes: Partial<MailDraft> = {}): MailDraft => ({
    id: 1,
    kind: 'free',
    thing: 'a',
    language: 'fr',
    to: ['a@example.com'],
    cc: [],
    subject: 's',
    body: 'b',
    attachments: [],
    third_party_id: null,
    document_id: null,
    from: null,
    reply_to: null,
    ...changes,
  });
  const queue = (mails: readonly MailDraft[], changes: Partial<QueueMails> = {}): QueueMails => ({
    type: 'QueueMails',
    mails,
    letters: [],
    earlier: [],
    knownDocuments: new Set(),
    ...changes,
  });
  const problemsOf = (command: QueueMails) => {
    const { decision } = given(opened).when(command);
    return isRefusal(decision) ? decision.problems.map(({ code, field }) => [code, field]) : decision;
  };

  it('name each address once, whatever its capitals', () => {
    const { events } = given(opened).when(
      queue([draft({ to: ['a@b.be', 'A@B.be', 'c@d.be'], cc: ['C@d.be', 'e@f.be'] })]),
    );
    const [mail] = events[0]!.data['mails'] as readonly JsonRecord[];
    expect([mail!['to'], mail!['cc']]).to.deep.equal([['a@b.be', 'c@d.be'], ['e@f.be']]);
  });

  it('are not sent to customers without an address, whose letters are recorded', () => {
    const reminder = {
      ...{ level: 1, as_of: '2026-03-31', pay_by: '2026-04-14', total_due: '10.00', interest: '0.00' },
      ...{ lump_sum: '0.00', items: [] },
    };
    const letter = { id: 2, language: 'fr', subject: 's', body: 'b', third_party_id: 999, reminder } as const;
    expect(problemsOf(queue([draft()], { letters: [letter] }))).to.deep.equal([
      ['third_party_unknown', 'letters.0.third_party_id'],
    ]);
  });

  it('go to nobody who has had the same thing, unless somebody wants it', () => {
    const earlier = [{ thing: 'a', address: 'a@example.com', on: '2026-01-01' }];
    expect(problemsOf(queue([draft({ to: ['A@example.com'] })], { earlier }))).to.deep.equal([
      ['mail_already_sent', 'to.0'],
    ]);
    expect(given(opened).when(queue([draft({ isAgain: true })], { earlier })).events).to.have.length(1);
    expect(given(opened).when(queue([draft({ thing: 'b' })], { earlier })).events).to.have.length(1);
    const twice = [draft(), draft({ id: 2 })];
    expect(problemsOf(queue(twice))).to.deep.equal([['mail_already_sent', 'mails.1.to.0']]);
  });

  it('need addresses that are ones, and name what the file knows', () => {
    expect(problemsOf(queue([draft({ to: [] })]))).to.deep.equal([['mail_address_missing', 'to']]);
    for (const wrong of ['a', 'a@b@c', 'a@b.be\r\nBcc: x@y.be', 'a <a@b.be>', 'a@b.be, c@d.be', ''])
      expect(problemsOf(queue([draft({ to: [wrong] })]))).to.deep.equal([['not_an_email', 'to.0']]);
    expect(problemsOf(queue([draft({ third_party_id: 9, document_id: 9 })]))).to.deep.equal([
      ['third_party_unknown', 'third_party_id'],
      ['document_unknown', 'document_id'],
    ]);
  });

  it('are split into events that every engine takes', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      draft({ id: index + 1, thing: `${index}`, body: 'x'.repeat(1_000) }),
    );
    const { events } = given(opened).when(queue(many));
    expect(events.length).to.be.greaterThan(4);
    for (const event of events) expect(JSON.stringify(event).length).to.be.lessThan(70_000);
  });

  it('are settled once; what was thought lost may turn out to have gone', () => {
    const sent = { id: 1, status: 'sent', at: '2026-01-01T00:00:00.000Z', attempts: 1 } as const;
    const failed = { ...sent, status: 'failed', error: 'mail_in_doubt' } as const;
    const settle = (status: 'queued' | 'sent' | 'failed', outcome: typeof sent | typeof failed) =>
      given(opened).when({
        type: 'SettleMails',
        outcomes: [outcome],
        known: new Map([[1, { status, version: 1 }]]),
      }).events;
    expect(settle('queued', sent)).to.deep.equal([
      { type: 'MailsSettled', data: { mails: [{ ...sent, version: 2 }] } },
    ]);
    expect(settle('sent', sent)).to.deep.equal([]);
    expect(settle('sent', failed)).to.deep.equal([]);
    expect(settle('failed', sent)).to.have.length(1);
    expect(settle('failed', failed)).to.deep.equal([]);
  });

  it('are tried again for two days, ever more seldom', () => {
    const pauses = Array.from({ length: 8 }, (_, index) => getMinutesUntilRetry(index + 1)!);
    expect(pauses.toSorted((one, other) => one - other)).to.deep.equal(pauses);
    expect(pauses.reduce((sum, one) => sum + one, 0)).to.be.within(40 * 60, 72 * 60);
    expect(getMinutesUntilRetry(9)).to.equal(null);
  });
});
