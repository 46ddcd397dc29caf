import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Warning {
  readonly code: string;
  readonly message: string;
  readonly field: string;
  readonly third_party_id?: number;
  readonly line?: number;
}

describe('Third parties with one VAT number', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let path: string;
  let first: AnswerBody;
  const NUMBER = 'BE0477472701';

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    path = `${file.path}/third-parties`;
    first = (await firm.client.post(path, { type: 'supplier', name: 'Proximus', vat_number: NUMBER })).body;
  });
  const warnings = (body: AnswerBody) => (body.warnings ?? []) as Warning[];

  it('are created with a warning that names the other, however the number is written', async () => {
    expect(first).not.to.have.property('warnings');
    const body = await firm.client.created(path, {
      type: 'supplier',
      name: 'Belgacom',
      vat_number: 'BE 0477.472.701',
    });
    expect(warnings(body)).to.have.length(1);
    expect(warnings(body)[0]).to.include({ code: 'vat_number_shared', field: 'vat_number', third_party_id: first.id });
    expect(warnings(body)[0]!.message).to.contain(NUMBER).and.contain('Proximus');
    await firm.client.delete(`${path}/${body.id}`);
  });

  it('are told apart when one is a customer and the other a supplier', async () => {
    const { body } = await firm.client.post(path, { type: 'customer', name: 'Proximus', vat_number: NUMBER });
    expect(warnings(body).map(({ code }) => code)).to.deep.equal(['vat_number_of_other_type']);
    await firm.client.delete(`${path}/${body.id}`);
  });

  it('are warned about when the number is changed, and not when something else is', async () => {
    const { body: other } = await firm.client.post(path, { type: 'supplier', name: 'Autre' });
    const changed = await firm.client.patch(`${path}/${other.id}`, { vat_number: NUMBER });
    expect(warnings(changed.body).map(({ third_party_id }) => third_party_id)).to.deep.equal([first.id]);
    expect((await firm.client.patch(`${path}/${other.id}`, { city: 'Gent' })).body).not.to.have.property('warnings');
    expect((await firm.client.get(`${path}/${other.id}`)).body).not.to.have.property('warnings');
    await firm.client.delete(`${path}/${other.id}`);
  });

  it('are warned about in an import and in its preview, also among the lines of the file', async () => {
    const csv = `type;name;vat_number\nsupplier;Un;${NUMBER}\nsupplier;Deux;BE0403170701\nsupplier;Trois;BE0403170701\n`;
    const send = async (preview: boolean) => {
      const form = new FormData();
      form.set('file', new File([csv], 'a.csv', { type: 'text/csv' }));
      if (preview) form.set('preview', '1');
      const response = await fetch(`${service.url}${path}/import`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${firm.client.token}` },
        body: form,
      });
      const body = (await response.json()) as AnswerBody;
      expect(response.status, JSON.stringify(body)).to.equal(200);
      return warnings(body);
    };
    const planned = await send(true);
    expect(planned.map(({ line }) => line)).to.deep.equal([2, 3, 4]);
    expect(planned[0]).to.include({ code: 'vat_number_shared', third_party_id: first.id });
    expect(await send(false)).to.have.length(3);
  });
});
