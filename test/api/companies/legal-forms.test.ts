import { expect } from 'chai';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';

describe('Legal forms of company files', () => {
  const service = useService();
  let firm: TestFirm;
  const open = (fields: Record<string, unknown>) =>
    firm.client.post('/v1/companies', {
      name: 'Ensemble',
      country_pack: 'BE',
      fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
      ...fields,
    });
  const numbersOf = async (body: AnswerBody) => {
    const path = `/v1/companies/${body.public_token}/accounts`;
    return (await firm.client.get<AnswerBody[]>(path)).body.map(({ number }) => number);
  };

  before(async () => {
    firm = await service.newFirm();
  });

  it('decide the chart, and are named in the language of the file', async () => {
    const association = await expectStatus(open({ legal_form_code: '017', locale: 'nl' }), 201);
    expect(association).to.include({ legal_form_code: '017', legal_form: 'VZW' });
    expect(await numbersOf(association))
      .to.include.members(['730000', '692'])
      .and.not.include('101');

    const private_ = await open({ legal_form_code: '610', locale: 'de', legal_form: null });
    expect(private_.body).to.include({ legal_form_code: '610', legal_form: 'GmbH' });
    expect(await numbersOf(private_.body))
      .to.include.members(['110000', '111000'])
      .and.not.include('100000');

    const public_ = await open({ legal_form_code: '014', legal_form: 'S.A.' });
    expect(public_.body).to.include({ legal_form_code: '014', legal_form: 'S.A.' });
    expect(await numbersOf(public_.body)).to.include.members(['100000', '101', '130000']);
  });

  it('that the register does not know are refused by their field', async () => {
    for (const legal_form_code of ['61', 'SRL', '0610', 'toString']) {
      const answer = await open({ legal_form_code });
      expect(answer.status, legal_form_code).to.equal(422);
      expect(answer.body.errors, legal_form_code).to.have.all.keys('legal_form_code');
    }
  });

  it('are those of the country of the file', async () => {
    for (const pack of countryPacks) {
      const [form] = pack.legalForms;
      const other = countryPacks
        .filter((candidate) => candidate !== pack)
        .flatMap(({ legalForms }) => legalForms)
        .find(({ code }) => !pack.legalForms.some((known) => known.code === code));
      await expectStatus(open({ country_pack: pack.code, legal_form_code: form!.code }), 201);
      if (!other) continue;
      const refused = await open({ country_pack: pack.code, legal_form_code: other.code });
      expect(refused.status, `${other.code} in ${pack.code}`).to.equal(422);
    }
  });
});
