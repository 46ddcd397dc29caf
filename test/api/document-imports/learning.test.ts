import { expect } from 'chai';
import type { AnswerBody, Client } from '../../support/client.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';
import { COMPANY_VAT, useImports, type Import } from './support.ts';

interface Sheet {
  readonly counterparty: Readonly<Record<string, unknown>>;
  readonly number: string;
}
type Learning = Import & { readonly extracted: Sheet; readonly suggested_third_party_id: number | null };

describe('What was corrected on a document', () => {
  const imports = useImports();
  let last = 0;
  /** The next invoice of a sender. */
  const read = async (sender: object, client: Client = imports.client, path = imports.path): Promise<Learning> => {
    last += 1;
    const number = `L-${last}`;
    const content = buildUblInvoice({
      number,
      date: `2026-01-${String(last).padStart(2, '0')}`,
      buyer: { name: 'Notre société', vat: COMPANY_VAT },
      lines: [{ name: 'Papier', net: `${100 + last}.00` }],
      ...sender,
    });
    const answer = await client.upload('POST', path, [
      { field: 'files[]', name: `${number}.xml`, content, type: 'application/xml' },
    ]);
    expect(answer.status, answer.text).to.equal(201);
    return (answer.body.imports as Learning[])[0]!;
  };
  const correct = async (made: Learning, counterparty: object) => {
    const extracted = { ...made.extracted, counterparty: { ...made.extracted.counterparty, ...counterparty } };
    const answer = await imports.client.patch(`${imports.path}/${made.id}`, { extracted });
    expect(answer.status, answer.text).to.equal(200);
    return answer;
  };
  const undo = (operation: string | null) =>
    imports.client.expect(200).post(`${imports.file.path}/history/operations/${operation}/revert`);
  const supplier = (name: string, fields: object = {}): Promise<AnswerBody> =>
    imports.client.created(`${imports.file.path}/third-parties`, { type: 'supplier', name, country: 'BE', ...fields });

  it('is used for the next one of the sender, although it was not booked, and in no other company file', async () => {
    const sender = { seller: { name: 'Shop 24', vat: 'BE0428759497' } };
    const known = await supplier('Boulangerie du Parc');
    const first = await read(sender);
    expect(first.extracted.counterparty).to.include({ name: 'Shop 24' });
    await correct(first, { name: 'Boulangerie du Parc', email: 'parc@example.be' });
    const next = await read(sender);
    expect(next.extracted.counterparty).to.include({ name: 'Boulangerie du Parc', email: 'parc@example.be' });
    expect(next.suggested_third_party_id).to.equal(known.id);
    expect(next.extracted.number).to.not.equal(first.extracted.number);
    const other = await imports.service.newCompany(imports.client, { vat_number: 'BE0403199702' });
    const elsewhere = await read(sender, imports.client, `${other.path}/document-imports`);
    expect(elsewhere.extracted.counterparty).to.include({ name: 'Shop 24', email: null });
  });

  it('is forgotten by an undo, and when the import is deleted', async () => {
    const sender = { seller: { name: 'Reseller', vat: 'BE0403101811' } };
    const made = await read(sender);
    const answer = await correct(made, { name: 'Imprimerie' });
    expect((await read(sender)).extracted.counterparty).to.include({ name: 'Imprimerie' });
    await undo(answer.headers.get('x-operation-id'));
    expect((await read(sender)).extracted.counterparty).to.include({ name: 'Reseller' });
    await correct(made, { name: 'Imprimerie' });
    await imports.client.expect(204).delete(`${imports.path}/${made.id}`);
    expect((await read(sender)).extracted.counterparty).to.include({ name: 'Reseller' });
  });

  it('is forgotten with the third party, also one that came after the correction', async () => {
    const sender = { seller: { name: 'Kiosk', vat: 'BE0404616494' } };
    await correct(await read(sender), { name: 'Garage du Nord', vat_number: 'BE0405118916' });
    expect((await read(sender)).extracted.counterparty).to.include({ name: 'Garage du Nord' });
    const known = await supplier('Garage du Nord', { vat_number: 'BE0405118916' });
    const found = await read(sender);
    expect(found.suggested_third_party_id).to.equal(known.id);
    await imports.client.expect(204).delete(`${imports.file.path}/third-parties/${known.id}`);
    expect((await read(sender)).extracted.counterparty).to.include({ name: 'Kiosk', vat_number: 'BE0404616494' });
    await imports.client.expect(200).post(`${imports.file.path}/trash/third-parties/${known.id}/restore`, {});
    expect((await read(sender)).extracted.counterparty).to.include({ name: 'Garage du Nord' });
  });

  it('also tells the third party that was chosen at validation, until that is undone', async () => {
    const sender = { seller: { name: 'Holding', vat: 'BE0417497106' } };
    const chosen = await supplier('Succursale');
    const made = await read(sender);
    expect(made.suggested_third_party_id).to.equal(null);
    const validated = await imports.client.post(`${imports.path}/${made.id}/validate`, { third_party_id: chosen.id });
    expect(validated.status, validated.text).to.equal(201);
    const next = await read(sender);
    expect(next.suggested_third_party_id).to.equal(chosen.id);
    expect(next.suggestions).to.have.nested.property('third_party.reason.code', 'learnt');
    await undo(validated.headers.get('x-operation-id'));
    expect((await read(sender)).suggested_third_party_id).to.equal(null);
  });
});
