import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findSplits, type SplitTotal, type WaitingBatch } from '../../../domain/bank/batch-details.ts';
import { isNotification, readNotifications } from '../../../domain/bank/camt/read-notifications.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';

const batch = (id: number, fields: Partial<WaitingBatch> = {}): WaitingBatch => ({
  id,
  coda_file_id: 5,
  journal_id: 7,
  entry_date: '2026-03-02',
  amount: '250.00',
  references: ['R'],
  parts: [id * 10, id * 10 + 1],
  is_live: true,
  ...fields,
});
const total = (id: number, fields: Partial<SplitTotal> = {}): SplitTotal => ({
  id,
  version: 1,
  coda_file_id: 6,
  journal_id: 7,
  entry_date: '2026-03-02',
  amount: '250.00',
  bank_reference: 'R',
  is_live: true,
  ...fields,
});
const pairsOf = (batches: readonly WaitingBatch[], totals: readonly SplitTotal[]) =>
  findSplits(batches, totals).map(({ batch_id, transaction_id }) => [batch_id, transaction_id]);

describe('The transaction of a batch', () => {
  it('has its reference, account and amount', () => {
    expect(pairsOf([batch(1)], [total(2, { bank_reference: 'X' }), total(3)])).to.deep.equal([[1, 3]]);
    expect(pairsOf([batch(1)], [total(2, { entry_date: '2026-03-05' })])).to.deep.equal([[1, 2]]);
    for (const other of [{ journal_id: 8 }, { amount: '-250.00' }, { bank_reference: 'X' }])
      expect(pairsOf([batch(1)], [total(2, other)])).to.deep.equal([]);
  });

  it('is found by its day where a reference is missing, unless there are two', () => {
    const nameless = total(2, { bank_reference: null });
    expect(pairsOf([batch(1)], [nameless])).to.deep.equal([[1, 2]]);
    expect(pairsOf([batch(1, { references: [] })], [total(2)])).to.deep.equal([[1, 2]]);
    expect(pairsOf([batch(1)], [total(2, { bank_reference: null, entry_date: '2026-03-03' })])).to.deep.equal([]);
    expect(pairsOf([batch(1)], [nameless, total(3, { bank_reference: null })])).to.deep.equal([]);
    expect(pairsOf([batch(1), batch(2)], [nameless])).to.deep.equal([]);
  });

  it('is split once, and gets a new version', () => {
    const splits = findSplits([batch(1), batch(2)], [total(3, { version: 4 })]);
    expect(splits).to.deep.equal([{ batch_id: 1, transaction_id: 3, version: 5, parts: [10, 11] }]);
  });
});

describe('CAMT.054', () => {
  it('gives its batches with account, references and parts', async () => {
    const bytes = readFileSync(new URL('../../fixtures/bank/batch.camt054.xml', import.meta.url));
    const root = await readXml(bytes);
    expect(isNotification(root)).to.equal(true);
    const found = runAllSteps(readNotifications(root, bytes));
    if (isRefusal(found)) throw new Error(JSON.stringify(found));
    const [one] = found.batches;
    expect(one).to.deep.include({ amount: '250.00', entry_date: '2026-03-02', references: ['BATCH-77'] });
    expect(one!.account.iban).to.equal('LU280019400644750000');
    expect(one!.parts.map(({ amount, counterpart_name, total: of }) => [amount, counterpart_name, of])).to.deep.equal([
      ['100.00', 'FIRST CLIENT', '250.00'],
      ['150.00', 'SECOND CLIENT', '250.00'],
    ]);
  });
});
