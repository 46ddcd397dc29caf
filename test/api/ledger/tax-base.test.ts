import { expect } from 'chai';
import type { AnswerBody, List } from '../../support/client.ts';
import { linesOf, useLedger } from './support.ts';

interface Vat {
  readonly base: string;
  readonly due: string;
  readonly deductible: string;
  readonly boxes: readonly { readonly box: string; readonly amount: string }[];
}

const vatOf = (body: AnswerBody): readonly Vat[] => body.vat as Vat[];
const boxesOf = (body: AnswerBody): readonly (readonly [string, string])[] =>
  (body.boxes as Vat['boxes']).map(({ box, amount }) => [box, amount]);

describe('A tax base of its own', () => {
  const ledger = useLedger();
  const at = (path: string) => `${ledger.file.path}/entries${path}`;
  const purchase = (line: Record<string, unknown>, fields: Record<string, unknown> = {}) => ({
    journal_id: ledger.file.journal('ACH'),
    third_party_id: ledger.supplier.id,
    entry_date: '2026-03-15',
    lines: [line],
    ...fields,
  });
  const discounted = () => purchase({ account: '604000', amount: '1000.00', tax_base: '980.00', vat_code: 'P-M-21' });
  const customs = () => purchase({ amount: '0.00', tax_base: '5000.00', vat_code: 'P-M-IMPC-21' });
  const free = () =>
    ledger.entry({
      lines: [
        { account: '411000', debit: '1050.00', vat_code: 'P-M-IMPC-21', tax_base: '5000.00' },
        { account: '550000', credit: '1050.00' },
        { account: '604000', vat_code: 'P-M-IC-0', tax_base: '12.00' },
      ],
    });
  const expected = [
    {
      kind: 'invoice',
      body: discounted,
      boxes: [
        ['81', '980.00'],
        ['59', '205.80'],
      ],
      total: '1205.80',
    },
    {
      kind: 'invoice',
      body: customs,
      boxes: [
        ['81', '5000.00'],
        ['59', '1050.00'],
      ],
      total: '1050.00',
    },
    {
      kind: 'free',
      body: free,
      boxes: [
        ['81', '5012.00'],
        ['86', '12.00'],
        ['59', '1050.00'],
      ],
      total: '1050.00',
    },
  ] as const;

  it('is shown by a preview as posting then gives it, and as a later GET shows it', async () => {
    const { client } = ledger.firm;
    for (const { kind, body, boxes, total } of expected) {
      const preview = await client.expect(200).post(at('/preview'), { kind, ...body() });
      expect(boxesOf(preview)).to.deep.equal(boxes);
      const posted = await client.created(at(kind === 'free' ? '' : '/invoice'), body());
      expect(posted.total_debit).to.equal(total);
      expect(vatOf(posted)).to.deep.equal(vatOf(preview));
      expect((await client.get(at(`/${posted.id}`))).body).to.deep.equal(posted);
    }
  });

  it('goes into a batch, and comes back out by a reversal', async () => {
    const { client } = ledger.firm;
    const batch = await client.post<List>(at('/batch'), {
      entries: expected.map(({ kind, body }) => ({ kind, ...body() })),
    });
    expect(batch.status, batch.text).to.equal(201);
    for (const entry of batch.body.data) {
      const reversed = await client.created(at(`/${entry.id}/reverse`), {});
      const reversal = reversed.reversal as AnswerBody;
      expect(vatOf(reversal).map(({ base }) => base)).to.deep.equal(vatOf(entry).map(({ base }) => `-${base}`));
      expect(linesOf(reversal).map(({ debit, credit }) => [credit, debit])).to.deep.equal(
        linesOf(entry).map(({ debit, credit }) => [debit, credit]),
      );
    }
  });

  it('is refused without a code, or with another sign than the amount', async () => {
    const answer = await ledger.post({
      lines: [
        { account: '604000', debit: '1.00', tax_base: '1.00' },
        { account: '550000', credit: '1.00' },
      ],
    });
    expect([answer.status, answer.body.errors]).to.deep.equal([
      422,
      { 'lines.0.tax_base': ['A tax base needs a VAT code.'] },
    ]);
    const body = purchase({ account: '604000', amount: '10.00', tax_base: '-1.00', vat_code: 'P-M-21' });
    await ledger.firm.client.refused(422, ['lines.0.tax_base']).post(at('/invoice'), body);
  });
});
