import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { QueueMails } from '../../../domain/mail/queueing.ts';
import { openedEvents as opened } from '../../support/company-file-samples.ts';
import { givenFor } from '../../support/given.ts';

const given = givenFor(companyFile);

describe('Senders of mails', () => {
  const verify = (kind: 'address' | 'domain', name: string, newId = 4) =>
    ({ type: 'VerifyMailSender', newId, kind, name }) as const;
  const data = (kind: 'address' | 'domain', name: string, version = 1) => ({ id: 4, version, kind, name });
  const verified = (kind: 'address' | 'domain', name: string) =>
    [{ type: 'MailSenderVerified', data: data(kind, name) }] as const;
  const removed = [{ type: 'MailSenderRemoved', data: data('domain', 'shop.example', 2) }] as const;

  it('are verified once, and again after they were removed', () => {
    given(opened)
      .when(verify('domain', 'shop.example'))
      .then([...verified('domain', 'shop.example')]);
    given(opened, verified('domain', 'shop.example'))
      .when(verify('domain', 'shop.example', 9))
      .then([]);
    given(opened, verified('domain', 'shop.example'), removed)
      .when(verify('domain', 'shop.example', 9))
      .then([{ type: 'MailSenderVerified', data: data('domain', 'shop.example', 3) }]);
  });

  const sendFrom = (from: string | null): QueueMails => ({
    type: 'QueueMails',
    letters: [],
    earlier: [],
    knownDocuments: new Set(),
    mails: [
      {
        ...{ id: 1, kind: 'free', thing: 'a', language: 'fr', to: ['a@example.com'], cc: [], subject: 's', body: 'b' },
        ...{ attachments: [], third_party_id: null, document_id: null, from, reply_to: 'anyone@elsewhere.example' },
      },
    ],
  });
  const codeOf = (events: readonly DomainEvent[], from: string | null): string | undefined => {
    const { decision } = given(opened, events).when(sendFrom(from));
    return 'refused' in decision ? decision.code : undefined;
  };

  it('may be used once they are verified, or their domain is; the address of the service and replies need no proof', () => {
    expect(codeOf([], null)).to.equal(undefined);
    expect(codeOf([], 'info@shop.example')).to.equal('sender_not_verified');
    const byAddress = verified('address', 'info@shop.example');
    expect(codeOf(byAddress, 'Info@Shop.example')).to.equal(undefined);
    expect(codeOf(byAddress, 'other@shop.example')).to.equal('sender_not_verified');
    const byDomain = verified('domain', 'shop.example');
    expect(codeOf(byDomain, 'info@shop.example')).to.equal(undefined);
    for (const other of ['info@a.shop.example', 'info@myshop.example', 'shop.example@evil.example'])
      expect(codeOf(byDomain, other), other).to.equal('sender_not_verified');
    expect(codeOf([...byDomain, ...removed], 'info@shop.example')).to.equal('sender_not_verified');
    expect(codeOf([], 'x@constructor')).to.equal('sender_not_verified');
  });
});
