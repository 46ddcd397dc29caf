import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile } from '../../../domain/company-file.ts';
import type { KnownMessage, QueuePeppolMessage, ReceivePeppolMessage } from '../../../domain/peppol/messages.ts';
import { MESSAGE_STATUSES, type MessageStatus } from '../../../domain/peppol/peppol-events.ts';
import { getMinutesUntilResend } from '../../../domain/peppol/schedule.ts';
import type { RegistrationStatus } from '../../../domain/peppol/peppol-events.ts';
import { openCompany } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(companyFile);
const opened = given().when(openCompany()).events;
const registeredAs = (status: RegistrationStatus, outgoing = true) =>
  given(opened).when({
    type: 'RegisterPeppol',
    id: 7,
    identifier: '0208:0477472701',
    provider: 'loopback',
    reference: 'c_1',
    status,
    reason: null,
    verificationUrl: null,
    incoming: true,
    outgoing,
  }).events;
const active = registeredAs('active');

const content = { sha256: 'a'.repeat(64), size: 900 };
const queue: QueuePeppolMessage = {
  type: 'QueuePeppolMessage',
  id: 31,
  document: { id: 5, version: 3, is_trashed: false },
  baseVersion: null,
  participant: '0208:0403019261',
  network: 'peppol',
  documentType: 'invoice',
  number: 'V-1',
  content,
  earlier: null,
};
const queued = {
  type: 'PeppolMessageQueued',
  data: { id: 31, document_id: 5, participant: '0208:0403019261', document_type: 'invoice', number: 'V-1', content },
};
const message = (status: MessageStatus, direction: 'in' | 'out' = 'out'): KnownMessage => ({
  id: 31,
  version: 4,
  direction,
  status,
  network: 'peppol',
});

describe('A document that is sent through Peppol', () => {
  it('is queued with what goes out', () => {
    given(opened, active).when(queue).then([queued]);
    given(opened, active)
      .when({ ...queue, baseVersion: 3 })
      .then([queued]);
  });

  it('needs a company that is in the network and sends', () => {
    const at = (code: string) => refused(code, { field: 'channel' });
    given(opened).when(queue).then(at('peppol_not_registered'));
    for (const status of ['pending', 'refused', 'suspended'] as const)
      given(opened, registeredAs(status)).when(queue).then(at('peppol_not_active'));
    given(opened, registeredAs('active', false)).when(queue).then(at('peppol_outgoing_disabled'));
  });

  it('is a document that is there, in the version that was read', () => {
    given(opened, active)
      .when({ ...queue, document: { ...queue.document, is_trashed: true } })
      .then(refused('not_found'));
    given(opened, active)
      .when({ ...queue, baseVersion: 2 })
      .then(refused('conflict', { facts: { server_version: 3 } }));
  });

  it('goes through the approved platform without a registration, and says so', () => {
    given(opened)
      .when({ ...queue, participant: '0225:552100554', network: 'platform' })
      .then([{ ...queued, data: { ...queued.data, participant: '0225:552100554', network: 'platform' } }]);
  });

  it('goes out once, unless nothing came of it', () => {
    for (const status of MESSAGE_STATUSES) {
      const outcome = given(opened, active).when({ ...queue, earlier: { id: 30, status } });
      if (status === 'failed' || status === 'rejected' || status === 'received') outcome.then([queued]);
      else outcome.then(refused('document_already_sent', { field: 'channel', facts: { message_id: 30 } }));
    }
  });

  it('is sent again when somebody asks, whatever has become of it; one that waits goes on waiting', () => {
    const again = (facts: KnownMessage) => given(opened, active).when({ type: 'ResendPeppolMessage', facts, content });
    again(message('queued')).then([]);
    again(message('received', 'in')).then(refused('peppol_message_incoming', { field: 'id' }));
    again(message('failed')).then([
      { type: 'PeppolMessageMoved', data: { id: 31, version: 5, status: 'queued', previous: 'failed', content } },
    ]);
    given(opened)
      .when({ type: 'ResendPeppolMessage', facts: message('failed'), content })
      .then(refused('peppol_not_registered', { field: 'channel' }));
  });

  it('is tried again for a day and a half', () => {
    const waits: number[] = [];
    for (let attempts = 1, wait = getMinutesUntilResend(1); wait !== null; wait = getMinutesUntilResend(++attempts))
      waits.push(wait);
    expect(waits.reduce((sum, minutes) => sum + minutes, 0) / 60).to.be.within(30, 40);
    expect(waits[0]).to.equal(1);
  });
});

describe('What the network reports of a message', () => {
  const reported = (facts: KnownMessage, status: MessageStatus) =>
    given(opened, active).when({ type: 'MovePeppolMessage', facts, status }).events;

  it('leads on, and is kept with what the other side says', () => {
    const answer = { kind: 'mlr', code: 'RE', text: 'BR-CO-10' } as const;
    const error = { code: 'peppol_rejected', detail: 'BR-CO-10' };
    given(opened, active)
      .when({ type: 'MovePeppolMessage', facts: message('sent'), status: 'rejected', answer, error, envelopeId: 'e1' })
      .then([
        {
          type: 'PeppolMessageMoved',
          data: { id: 31, version: 5, status: 'rejected', previous: 'sent', error, answer, envelope_id: 'e1' },
        },
      ]);
  });

  it('comes late, twice and out of order: what does not lead on changes nothing', () => {
    expect(reported(message('accepted'), 'delivered')).to.deep.equal([]);
    expect(reported(message('delivered'), 'sent')).to.deep.equal([]);
    expect(reported(message('delivered'), 'failed')).to.deep.equal([]);
    expect(reported(message('accepted'), 'accepted')).to.deep.equal([]);
    expect(reported(message('received', 'in'), 'accepted')).to.deep.equal([]);
    expect(reported(message('accepted'), 'rejected'), 'the invoice, though the message was fine').to.have.length(1);
  });

  it('ends the same in every order, but for the word of the recipient', () => {
    const reports = fc.shuffledSubarray<MessageStatus>(['sent', 'delivered', 'accepted', 'sent', 'delivered']);
    fc.assert(
      fc.property(reports, (order) => {
        let facts = message('queued');
        for (const status of order)
          for (const { data } of reported(facts, status))
            facts = { ...facts, version: data['version'] as number, status: data['status'] as MessageStatus };
        const furthest = (['accepted', 'delivered', 'sent'] as const).find((status) => order.includes(status));
        expect(facts.status).to.equal(furthest ?? 'queued');
      }),
    );
  });
});

describe('A message that comes in', () => {
  const upload = {
    type: 'UploadDocuments',
    batchId: '0b9c7d1e-0000-4000-8000-000000000001',
    imports: [
      {
        id: 61,
        parent_id: null,
        original_name: 'peppol-doc_1.xml',
        mime: 'application/xml',
        kind: 'xml' as const,
        size: 12,
        sha256: 'b'.repeat(64),
      },
    ],
    outcomes: [],
  } as const;
  const receive: ReceivePeppolMessage = {
    type: 'ReceivePeppolMessage',
    id: 41,
    reference: 'doc_1',
    envelopeId: 'e1',
    participant: '0208:0403019261',
    network: 'peppol',
    documentType: 'invoice',
    upload,
    isKnown: false,
  };
  const received = (import_id: number | null, document_type = 'invoice') => ({
    type: 'PeppolMessageReceived',
    data: { id: 41, reference: 'doc_1', envelope_id: 'e1', participant: '0208:0403019261', document_type, import_id },
  });

  it('is in the importer with the same append', () => {
    given(opened, active)
      .when(receive)
      .then([{ type: 'DocumentsUploaded', data: { batch_id: upload.batchId, imports: upload.imports } }, received(61)]);
  });

  it('comes three times and is there once', () => {
    given(opened, active)
      .when({ ...receive, isKnown: true })
      .then([]);
  });

  it('that answers nothing we know is kept without an import', () => {
    given(opened, active)
      .when({ ...receive, documentType: 'response', upload: null })
      .then([received(null, 'response')]);
  });

  it('needs a company that is in the network', () => {
    given(opened).when(receive).then(refused('peppol_not_registered'));
  });
});
