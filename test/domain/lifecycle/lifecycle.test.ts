import { expect } from 'chai';
import { isRefusal } from '../../../domain/refusal.ts';
import { decideLifecycle, type ExchangedDocument, type StateLifecycle } from '../../../domain/lifecycle/lifecycle.ts';
import { readStatusMessage, writeStatusMessage, type StatusMessage } from '../../../domain/lifecycle/status-message.ts';
import { findLifecycleStatus, LIFECYCLE_REASONS, LIFECYCLE_STATUSES } from '../../../domain/lifecycle/statuses.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { parseTree } from '../../support/e-invoices.ts';

const CONTENT = { sha256: 'a'.repeat(64), size: 10 };
const AT_PLATFORM = { network: 'platform', participant: '0225:552100554' } as const;
const SALE: ExchangedDocument = {
  id: 5,
  direction: 'sale',
  number: 'F-1',
  exchange: AT_PLATFORM,
  lastStatus: '200',
};
const PURCHASE: ExchangedDocument = { ...SALE, direction: 'purchase' };

const state = (document: ExchangedDocument, status: string, more: Partial<StateLifecycle> = {}) =>
  decideLifecycle({
    type: 'StateLifecycle',
    id: 1,
    messageId: 2,
    document,
    status,
    reasonCode: null,
    reason: null,
    amount: null,
    content: CONTENT,
    ...more,
  });
const codesOf = (decision: ReturnType<typeof state>): readonly string[] =>
  isRefusal(decision)
    ? [decision.code, ...decision.problems.map(({ code }) => code)].filter((code) => code !== undefined)
    : [];

describe('the life cycle of a document', () => {
  it('is stated with the message that carries it', () => {
    expect(state(PURCHASE, '210', { reasonCode: 'TX_TVA_ERR', reason: '10 %' })).to.deep.equal([
      {
        type: 'PeppolMessageQueued',
        data: {
          id: 2,
          document_id: 5,
          participant: '0225:552100554',
          number: 'F-1',
          content: CONTENT,
          network: 'platform',
          document_type: 'response',
        },
      },
      {
        type: 'DocumentLifecycleChanged',
        data: {
          id: 1,
          document_id: 5,
          network: 'platform',
          status: '210',
          by: 'us',
          reason_code: 'TX_TVA_ERR',
          reason: '10 %',
          amount: null,
          message_id: 2,
        },
      },
    ]);
  });

  it('takes statuses of the side that the company is on, with what they need', () => {
    expect(codesOf(state(PURCHASE, '999'))).to.include('lifecycle_status_unknown');
    expect(codesOf(state(SALE, '210'))).to.include('lifecycle_status_not_ours');
    expect(codesOf(state(PURCHASE, '212', { amount: '1.00' }))).to.include('lifecycle_status_not_ours');
    expect(codesOf(state(SALE, '200'))).to.include('lifecycle_status_not_ours');
    expect(codesOf(state(PURCHASE, 'RE'))).to.include('lifecycle_status_not_ours');
    expect(codesOf(state(PURCHASE, '210'))).to.include('lifecycle_reason_required');
    expect(codesOf(state(PURCHASE, '210', { reasonCode: 'QTE_ERR' }))).to.include('lifecycle_reason_unknown');
    expect(codesOf(state(PURCHASE, '205', { reasonCode: 'AUTRE' }))).to.include('lifecycle_reason_unknown');
    expect(codesOf(state(SALE, '212'))).to.include('lifecycle_amount_required');
    expect(codesOf(state(SALE, '212', { amount: '0.00' }))).to.include('lifecycle_amount_required');
    expect(codesOf(state(PURCHASE, '205', { amount: '1.00' }))).to.include('lifecycle_amount_not_allowed');
    expect(codesOf(state(SALE, '212', { amount: '60.00' }))).to.deep.equal([]);
  });

  it('is not stated for a document that was not exchanged, nor after its end', () => {
    expect(codesOf(state({ ...SALE, exchange: null }, '212', { amount: '1.00' }))).to.include('document_not_exchanged');
    expect(codesOf(state({ ...PURCHASE, lastStatus: '210' }, '205'))).to.include('lifecycle_ended');
  });

  it('is recorded once from the platform', () => {
    const told = {
      type: 'RecordLifecycle',
      id: 3,
      documentId: 5,
      network: 'platform',
      status: '213',
      by: 'platform',
      reasonCode: 'DEST_INC',
      reason: null,
      amount: null,
      reference: 'R1',
      statedAt: '2026-10-05T09:00:00Z',
    } as const;
    expect(decideLifecycle({ ...told, isKnown: false })).to.have.length(1);
    expect(decideLifecycle({ ...told, isKnown: true })).to.deep.equal([]);
  });

  it('has a label in four languages for each status and reason, and reasons that are known', () => {
    const codes = LIFECYCLE_STATUSES.map(({ code }) => code);
    expect(new Set(codes).size).to.equal(codes.length);
    expect(codes).to.include.members([
      ...Array.from({ length: 15 }, (_, index) => String(200 + index)),
      ...['220', '221', '224', '225', '226', '227', '228', '300', '400', '500', '501', '601'],
      ...['AB', 'IP', 'UQ', 'CA', 'RE', 'AP', 'PD'],
    ]);
    for (const { code, labels, reasons, needsReason } of LIFECYCLE_STATUSES) {
      for (const language of LANGUAGES) expect(labels[language], code).to.not.equal('');
      expect(reasons.filter((reason) => !LIFECYCLE_REASONS.has(reason))).to.deep.equal([]);
      if (needsReason) expect(reasons, code).to.not.deep.equal([]);
    }
    expect(findLifecycleStatus('210')?.reasons).to.have.length(13);
  });
});

describe('the message of a status', () => {
  const MESSAGE: StatusMessage = {
    status: '212',
    by: 'seller',
    number: 'F-2026/0017',
    issueDate: '2026-10-02',
    sellerSiren: '732829320',
    reasonCode: null,
    reason: null,
    amount: '120.00',
    statedAt: '2026-10-20T08:00:00Z',
  };
  const readBack = async (message: StatusMessage) => readStatusMessage(await parseTree(writeStatusMessage(message)));

  it('is read as it was written', async () => {
    const refused: StatusMessage = {
      ...MESSAGE,
      status: '210',
      by: 'buyer',
      reasonCode: 'DOUBLON',
      reason: 'Déjà reçue <hier>',
      amount: null,
    };
    for (const message of [MESSAGE, refused, { ...refused, by: 'platform', issueDate: null } as const])
      expect(await readBack(message)).to.deep.equal(message);
  });

  it('is nothing without a number or a status, and ignores what it cannot understand', async () => {
    const xml = writeStatusMessage(MESSAGE);
    const read = async (text: string) => readStatusMessage(await parseTree(text));
    expect(await read(xml.replace('<ram:ProcessConditionCode>212<', '<ram:ProcessConditionCode><'))).to.equal(null);
    expect(await read('<Invoice xmlns="urn:x"/>')).to.equal(null);
    const odd = xml.replace('>120.00<', '>much<').replaceAll('20261020080000', 'soon').replace('>20261002<', '>x<');
    expect(await read(odd)).to.include({ amount: null, statedAt: '', issueDate: null, status: '212' });
  });
});
