import { expect } from 'chai';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('A file kept in another currency', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { country_pack: 'LU', country: 'LU', currency: 'USD' });
  });

  it('has the currency that was requested at creation', async () => {
    expect(file.body).to.include({ country_pack: 'LU', currency: 'USD' });
    const { body } = await firm.client.get(file.path);
    expect(body).to.include({ currency: 'USD' });
  });

  it('cannot be opened where the country wants its own currency, nor in a currency that does not exist', async () => {
    for (const country_pack of ['BE', 'FR']) {
      const { status, body } = await firm.client.post('/v1/companies', { name: 'X', country_pack, currency: 'USD' });
      expect(status, country_pack).to.equal(422);
      expect(body.error_codes, country_pack).to.deep.equal({ currency: ['currency_not_of_country'] });
    }
    const unknown = await firm.client.post('/v1/companies', { name: 'X', country_pack: 'LU', currency: 'XYZ' });
    expect(unknown.status).to.equal(422);
    expect(unknown.body.error_codes).to.have.all.keys('currency');
  });

  it('may name its own currency where the country has no other', async () => {
    const { status, body } = await firm.client.post('/v1/companies', { name: 'Sablon', currency: 'EUR' });
    expect(status).to.equal(201);
    expect(body).to.include({ country_pack: 'BE', currency: 'EUR' });
  });

  it('keeps its currency: it may be sent back, but not changed', async () => {
    const other = await firm.client.patch(file.path, { currency: 'EUR', name: 'Other name' });
    expect(other.status).to.equal(422);
    expect(other.body.error_codes).to.deep.equal({ currency: ['not_editable'] });
    const same = await firm.client.patch(file.path, { currency: 'USD', name: 'Same currency' });
    expect(same.status).to.equal(200);
    expect(same.body).to.include({ currency: 'USD', name: 'Same currency' });
  });
});
