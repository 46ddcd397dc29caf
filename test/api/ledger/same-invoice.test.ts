import { expect } from 'chai';
import { expectStatus, expectRefusal, type AnswerBody } from '../../support/client.ts';
import { useLedger } from './support.ts';

describe('The same invoice posted twice', () => {
  const ledger = useLedger();
  const body = (fields: Record<string, unknown> = {}) => ({
    journal_id: ledger.file.journal('ACH'),
    third_party_id: ledger.supplier.id,
    entry_date: '2026-03-15',
    reference: 'F-77',
    lines: [{ account: '604000', amount: '100.00', vat_code: 'P-M-21' }],
    ...fields,
  });
  const post = (fields?: Record<string, unknown>, path = 'invoice', headers = {}) =>
    ledger.firm.client.post(`${ledger.file.path}/entries/${path}`, body(fields), headers);
  const posted = (fields?: Record<string, unknown>, path?: string): Promise<AnswerBody> =>
    expectStatus(post(fields, path), 201);
  const warned = (entry: AnswerBody) =>
    ((entry.warnings ?? []) as { code: string; entry_id: number }[]).map(({ entry_id }) => entry_id);
  const OTHER_LINES = [{ account: '604000', amount: '55.00', vat_code: 'P-M-21' }];

  it('is posted with a warning that names the other entry, in the language of the caller', async () => {
    const first = await posted({ reference: 'W-1' });
    expect(first).not.to.have.property('warnings');
    const { body: second } = await post({ reference: 'w-1' }, 'invoice', { 'Accept-Language': 'fr' });
    expect(second.warnings).to.have.length(1);
    const [warning] = second.warnings as Record<string, unknown>[];
    expect(warning).to.include({ code: 'invoice_already_posted', field: 'reference', entry_id: first.id });
    expect(warning!.message).to.match(/ACH-2026-\d{5}/);
    const { body: shown } = await ledger.firm.client.get(`${ledger.file.path}/entries/${second.id}`);
    expect(shown).not.to.have.property('warnings');
  });

  it('is known by its third party, its reference, and its date or its amount', async () => {
    const first = await posted({ reference: 'K-1' });
    expect(warned(await posted({ reference: 'K-1', entry_date: '2026-03-20' })), 'amount').to.deep.equal([first.id]);
    expect(warned(await posted({ reference: 'K-1', lines: OTHER_LINES })), 'date').to.include(first.id);
    expect(warned(await posted({ reference: 'K-1', lines: OTHER_LINES, entry_date: '2026-04-01' }))).not.to.include(
      first.id,
    );
    expect(warned(await posted({ reference: 'K-2' })), 'another reference').to.deep.equal([]);
    expect(warned(await posted({ reference: null })), 'none').to.deep.equal([]);
    const other = await ledger.firm.client.post(`${ledger.file.path}/third-parties`, { type: 'supplier', name: 'B' });
    expect(warned(await posted({ reference: 'K-1', third_party_id: other.body.id }))).to.deep.equal([]);
  });

  it('is none once the first is reversed, nor is the credit note of it', async () => {
    const first = await posted({ reference: 'R-1' });
    expect(warned(await posted({ reference: 'R-1' }, 'credit-note'))).to.deep.equal([]);
    await ledger.firm.client.created(`${ledger.file.path}/entries/${first.id}/reverse`, {});
    await expectStatus(post({ reference: 'R-1', strict: true }), 201);
  });

  it('is refused when strict, and nothing is appended', async () => {
    const first = await posted({ reference: 'S-1', strict: true });
    const head = await ledger.service.core.log.readHead();
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const { status, body: refused } = await post({ reference: 'S-1', strict: true }, 'invoice', {
        'Accept-Language': language,
      });
      expect(status).to.equal(422);
      expect(refused).to.include({ code: 'invoice_already_posted', entry_id: first.id });
      expect(Object.keys(refused.errors)).to.deep.equal(['reference']);
    }
    expect(await ledger.service.core.log.readHead()).to.equal(head);
  });

  it('is seen for a supplier that another was merged into', async () => {
    const { client } = ledger.firm;
    const path = `${ledger.file.path}/third-parties`;
    const old = (await client.post(path, { type: 'supplier', name: 'Old' })).body;
    const first = await posted({ reference: 'M-1', third_party_id: old.id });
    await client.expect(200).post(`${path}/${old.id}/merge`, { into: ledger.supplier.id });
    expect(warned(await posted({ reference: 'M-1' }))).to.deep.equal([first.id]);
  });

  it('is warned about in a preview and in a batch, and refused by a strict one', async () => {
    const first = await posted({ reference: 'B-1' });
    const preview = await ledger.firm.client.post(`${ledger.file.path}/entries/preview`, {
      kind: 'invoice',
      ...body({ reference: 'B-1' }),
    });
    expect(warned(preview.body)).to.deep.equal([first.id]);
    const batch = (fields: Record<string, unknown>, ...references: string[]) =>
      ledger.firm.client.post<{ data: AnswerBody[] } & AnswerBody>(`${ledger.file.path}/entries/batch`, {
        entries: references.map((reference) => ({ kind: 'invoice', ...body({ reference }) })),
        ...fields,
      });
    const { body: both } = await batch({}, 'B-1', 'B-2');
    expect(both.data.map(warned)).to.deep.equal([[first.id], []]);
    await expectRefusal(batch({ strict: true }, 'B-3', 'B-3'), 422, ['entries.1.reference']);
    await expectStatus(batch({ strict: true }, 'B-2'), 422);
    await expectStatus(batch({ strict: true }, 'B-4', 'B-5'), 201);
  });
});
