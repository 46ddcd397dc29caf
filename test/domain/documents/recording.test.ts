import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { findAccountId, decided, replay, findVatCodeId } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { CUSTOMER, INCOME, SUPPLIER } from '../ledger/documents.ts';
import { decide, documentLine, opened, openedFile, recordDocument, recordedIn, withDocument } from './samples.ts';

const given = givenFor(companyFile);
const recorded = (...parameters: Parameters<typeof recordDocument>) =>
  recordedIn(decided(recordDocument(...parameters), openedFile));

describe('recording a document', () => {
  it('adds up its lines and the tax of each code, and finds the day on which it is due', () => {
    const lines = [
      documentLine('100.00'),
      documentLine(null, 'P-S-21', { quantity: '3', unit_price: '0.335' }),
      documentLine('50.00', 'P-S-6'),
    ];
    const { lines: kept, vat, ...document } = recorded({ lines });
    expect(document).to.deep.include({
      id: 501,
      direction: 'purchase',
      is_credit_note: false,
      number: 'F-12',
      document_date: '2026-03-15',
      due_date: '2026-04-14',
      currency: 'EUR',
      exchange_rate: null,
      third_party_id: SUPPLIER,
      amount_net: '151.01',
      amount_vat: '24.21',
      amount_gross: '175.22',
      origin: 'manual',
      source: 'manual',
    });
    expect(kept.map(({ id, amount_net }) => [id, amount_net])).to.deep.equal([
      [9_001, '100.00'],
      [9_002, '1.01'],
      [9_003, '50.00'],
    ]);
    expect(kept[0]).to.include({
      account_id: findAccountId('612400', openedFile),
      vat_code_id: findVatCodeId('P-S-21', openedFile),
    });
    expect(vat.map(({ base, tax, charged }) => [base, tax, charged])).to.deep.equal([
      ['101.01', '21.21', '21.21'],
      ['50.00', '3.00', '3.00'],
    ]);
  });

  it('charges no tax that is reversed onto the customer, and keeps what it comes to', () => {
    const { vat, ...document } = recorded({ lines: [documentLine('100.00', 'P-S-CC-21')] });
    expect(document).to.include({ amount_net: '100.00', amount_vat: '0.00', amount_gross: '100.00' });
    expect(vat.map(({ tax, charged }) => [tax, charged])).to.deep.equal([['21.00', '0.00']]);
  });

  it('takes the tax as the supplier has rounded it, but not another one', () => {
    const vat_amounts = [{ vat_code: 'P-S-21', vat_code_id: null, amount: '21.01' }];
    expect(recorded({ vat_amounts })).to.include({ amount_vat: '21.01', amount_gross: '121.01' });
    given(opened)
      .when(recordDocument({ vat_amounts: [{ ...vat_amounts[0]!, amount: '26.00' }] }))
      .then(refusedAt(['vat_amounts.0.amount', 'vat_amount_too_different']));
  });

  it('keeps a structured communication and an ISO 11649 reference without their signs', () => {
    expect(recorded({ structured_communication: '+++090/9337/55493+++' }).structured_communication).to.equal(
      '090933755493',
    );
    expect(recorded({ structured_communication: 'rf18 5390 0754 7034' }).structured_communication).to.equal(
      'RF18539007547034',
    );
  });

  it('tells everything that is wrong with it at once', () => {
    const lines = [documentLine(null), documentLine('10.00', 'V-00'), documentLine('1.00', 'P-S-21', { account: '9' })];
    given(opened)
      .when(
        recordDocument({ third_party_id: CUSTOMER, due_date: '2026-03-01', structured_communication: '123', lines }),
      )
      .then(
        refusedAt(
          ['third_party_id', 'third_party_not_of_direction'],
          ['due_date', 'due_date_before_document_date'],
          ['structured_communication', 'payment_reference_invalid'],
          ['lines.0.amount_net', 'required'],
          ['lines.1.vat_code', 'vat_code_unknown'],
          ['lines.2.account', 'account_unknown'],
        ),
      );
  });

  it('refuses one without lines, of nothing, or of less than nothing, and a sale of another program without a number', () => {
    given(opened)
      .when(recordDocument({ lines: [] }))
      .then(refusedAt(['lines', 'document_without_lines']));
    given(opened)
      .when(recordDocument({ lines: [documentLine('0.00')] }))
      .then(refusedAt(['lines', 'document_is_zero']));
    given(opened)
      .when(recordDocument({ lines: [documentLine('-1.00')] }))
      .then(refusedAt(['lines', 'invoice_negative']));
    const lines = [documentLine('1.00', 'S-21', { account: INCOME.BE })];
    given(opened)
      .when(recordDocument({ direction: 'sale', third_party_id: CUSTOMER, number: null, lines }, { origin: 'import' }))
      .then(refusedAt(['number', 'required']));
  });

  it('refuses what is there already under the same number and date, unless it is the credit note of it', () => {
    const same = { id: 7, number: 'f-12', document_date: '2026-03-15', is_credit_note: false };
    given(opened)
      .when(recordDocument({}, { sameDocuments: [same] }))
      .then(refused('document_already_exists', { field: 'number', facts: { document_id: 7 } }));
    for (const other of [
      { ...same, document_date: '2025-03-15' },
      { ...same, is_credit_note: true },
    ])
      expect(isRefusal(decide(recordDocument({}, { sameDocuments: [other] }), openedFile))).to.equal(false);
  });

  it('makes the third party with it, or nothing at all', () => {
    const newThirdParty = { id: 99, data: { type: 'supplier', name: 'Nouveau' } };
    const events = decided(recordDocument({ third_party_id: 99 }, { newThirdParty }), openedFile);
    expect(events.map(({ type }) => type)).to.deep.equal(['RecordsCreated', 'DocumentRecorded']);
    const nameless = { id: 99, data: { type: 'supplier' } };
    given(opened)
      .when(recordDocument({ third_party_id: 99 }, { newThirdParty: nameless }))
      .then(refusedAt(['new_third_party.name', 'required']));
  });
});

describe('what documents name', () => {
  const trash = (resource: string, id: number) => ({ type: 'TrashRecord', resource, id, baseVersion: null }) as const;

  it('cannot be deleted', () => {
    const { file } = withDocument();
    for (const [resource, id] of [
      ['accounts', findAccountId('612400', openedFile)],
      ['vat-codes', findVatCodeId('P-S-21', openedFile)],
      ['third-parties', SUPPLIER],
    ] as const) {
      expect(isRefusal(decide(trash(resource, id), openedFile)), resource).to.equal(false);
      const decision = decide(trash(resource, id), file);
      expect(isRefusal(decision) && decision.facts?.['used_by'], resource).to.deep.equal([
        { resource: 'documents', count: null },
      ]);
    }
  });

  it('can be deleted once they lie in the recycle bin, but not removed for good before they are', () => {
    const { file, facts } = withDocument();
    const trashed = replay(decided({ type: 'TrashDocument', facts, baseVersion: null }, file), file);
    const account = findAccountId('612400', openedFile);
    const without = replay(decided(trash('accounts', account), trashed), trashed);
    const purge = (...records: { resource: string; id: number }[]) =>
      decide({ type: 'PurgeRecords', records, passesOver: false }, without);
    expect(purge({ resource: 'accounts', id: account })).to.have.property('code', 'in_use');
    const both = purge({ resource: 'accounts', id: account }, { resource: 'documents', id: facts.id });
    expect(isRefusal(both) ? both : both.map(({ type }) => type)).to.deep.equal(['DocumentsPurged', 'RecordsPurged']);
  });

  it('survives a snapshot', () => {
    const { file, facts } = withDocument();
    const trashed = replay(decided({ type: 'TrashDocument', facts, baseVersion: null }, file), file);
    const { pack, unpack } = companyFile.snapshot;
    const again = unpack(JSON.parse(JSON.stringify(pack(trashed))) as ReturnType<typeof pack>);
    expect([...again.documents.waiting.entries()]).to.deep.equal([...trashed.documents.waiting.entries()]);
  });
});
