import { expect } from 'chai';
import { expectStatus, expectRefusal, type AnswerBody } from '../../support/client.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { YEAR } from './members.ts';

describe('Company files that may not be opened', () => {
  const service = useService();
  let firm: TestFirm;
  const open = (fields: Record<string, unknown>, headers?: Record<string, string>) =>
    firm.client.post('/v1/companies', fields, headers);
  const errorsOf = async (fields: Record<string, unknown>) => {
    const before = await service.core.log.readHead();
    const body = await expectStatus(open({ name: 'X', fiscal_year: YEAR, ...fields }), 422);
    expect(await service.core.log.readHead(), 'nothing is appended').to.equal(before);
    return Object.keys(body.errors).sort();
  };

  before(async () => {
    firm = await service.newFirm();
  });

  it('finds a code of its own for each file without one, and refuses one that is taken', async () => {
    const first = await open({ name: 'Dépôt & Cie', fiscal_year: YEAR });
    const second = await open({ name: 'Depot Cie', fiscal_year: YEAR });
    expect([first.body.code, second.body.code]).to.deep.equal(['DEPOTCIE', 'DEPOTCIE-2']);
    expect(await errorsOf({ code: 'DEPOTCIE' })).to.deep.equal(['code']);
    const other = await service.newFirm();
    await other.client.created('/v1/companies', { name: 'X', code: 'DEPOTCIE', fiscal_year: YEAR });
  });

  it('takes a code that happens to be a word of the language it is written in', async () => {
    for (const code of ['constructor', 'toString', '__proto__']) {
      const { status, body } = await open({ name: 'Words', code, fiscal_year: YEAR });
      expect([status, body.code], code).to.deep.equal([201, code]);
      expect(await errorsOf({ code })).to.deep.equal(['code']);
    }
  });

  it('gives two files that are opened at the same moment different codes', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => open({ name: 'Twins', fiscal_year: YEAR })));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.code))).to.have.property('size', 5);
    const requested = await Promise.all(
      Array.from({ length: 3 }, () => open({ name: 'Rivals', code: 'RIVAL', fiscal_year: YEAR })),
    );
    expect(requested.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
  });

  describe('refuses', () => {
    it('an empty body, by its required fields', async () => {
      await expectRefusal(open({}), 422, ['name']);
    });

    it('everything that is wrong, all at once, by dotted path', async () => {
      expect(
        await errorsOf({
          firm: 'short',
          country_pack: 'DE',
          code: 'has space',
          name: 'x'.repeat(201),
          vat_regime: 'weekly',
          locale: 'es',
          country: 'BEL',
          latitude: 91,
          longitude: 'west',
          logo_url: 'not a url',
          nace_codes: [{ classification: 'MAIN' }, { code: '1', classification: 'FIRST' }],
          fiscal_year: { code: 'x'.repeat(11), starts_on: '2026-02-30' },
          banks: [{ code: 'TOOLONG', label: 'A', iban: 'BE00 0000 0000 0000' }, { iban: 'x' }, 'bank'],
        }),
      ).to.deep.equal(
        [
          'firm',
          'country_pack',
          'code',
          'name',
          'vat_regime',
          'locale',
          'country',
          'latitude',
          'longitude',
          'logo_url',
          'nace_codes.0.code',
          'nace_codes.1.classification',
          'fiscal_year.code',
          'fiscal_year.starts_on',
          'fiscal_year.ends_on',
          'banks.0.code',
          'banks.0.iban',
          'banks.1.code',
          'banks.1.label',
          'banks.1.iban',
          'banks.2',
        ].sort(),
      );
    });

    const cases: readonly (readonly [what: string, fields: Record<string, unknown>, errors: readonly string[]])[] = [
      [
        'an enterprise number whose check digits are wrong',
        { enterprise_number: '0477.472.702' },
        ['enterprise_number'],
      ],
      ['a VAT number whose check digits are wrong', { vat_number: 'BE0477472702' }, ['vat_number']],
      ['both of them at once', { enterprise_number: '123', vat_number: 'FR123' }, ['enterprise_number', 'vat_number']],
      [
        'a fiscal year that ends before it starts',
        { fiscal_year: { starts_on: '2026-12-31', ends_on: '2026-01-01' } },
        ['fiscal_year.ends_on'],
      ],
      [
        'a fiscal year of 25 months',
        { fiscal_year: { starts_on: '2026-01-01', ends_on: '2028-01-31' } },
        ['fiscal_year.ends_on'],
      ],
      ['a fiscal year that is no object', { fiscal_year: '2026' }, ['fiscal_year']],
      [
        'a bank code given twice',
        {
          banks: [
            { code: 'ING', label: 'One' },
            { code: 'ING', label: 'Two' },
          ],
        },
        ['banks.1.code'],
      ],
      ['a bank code that a journal has already', { banks: [{ code: 'OD', label: 'One' }] }, ['banks.0.code']],
      ['a code with a dot', { code: 'A.B' }, ['code']],
      ['a code of 21 characters', { code: 'A'.repeat(21) }, ['code']],
      ['a firm that does not exist', { firm: 'AAAAAAAAAAAA' }, ['firm']],
      ['a blank name', { name: '   ' }, ['name']],
      ['a country that does not exist', { country: 'ZZ' }, ['country']],
    ];
    for (const [what, fields, errors] of cases) {
      it(`${what}, by its field`, async () => expect(await errorsOf(fields)).to.deep.equal(errors));
    }
  });

  describe('in the right firm', () => {
    it('takes the only firm that the caller manages, though a member of others', async () => {
      const second = await service.newFirm();
      const user = await service.newMember(firm, 'reviewer');
      await service.join(second, user.id, 'manager');
      const { status, body } = await user.client.post('/v1/companies', { name: 'X', fiscal_year: YEAR });
      expect([status, body.firm_id]).to.deep.equal([201, second.id]);
    });

    it('asks which firm when the caller manages two', async () => {
      const second = await service.newFirm();
      const user = await service.newMember(firm, 'manager');
      await service.join(second, user.id, 'admin');
      await user.client.refused(422, ['firm']).post('/v1/companies', { name: 'X', fiscal_year: YEAR });
      const named = await user.client.post('/v1/companies', { name: 'X', firm: second.token, fiscal_year: YEAR });
      expect([named.status, named.body.firm_id]).to.deep.equal([201, second.id]);
    });

    it('opens a file that stands alone for a user without a firm, who then sees it alone', async () => {
      const [user, other] = [await service.newUser(), await service.newUser()];
      const body = await user.client.created('/v1/companies', { name: 'Alone', fiscal_year: YEAR });
      expect(body).to.include({ firm_id: null, firm: null });
      const path = `/v1/companies/${String(body.public_token)}`;
      await user.client.ok(path);
      expect((await user.client.get<AnswerBody[]>('/v1/companies')).body.map(({ id }) => id)).to.deep.equal([body.id]);
      await other.client.refused(404).get(path);
      await firm.client.refused(404).get(path);
    });

    it('does not let encoders and reviewers open files, nor strangers in a firm that they name', async () => {
      for (const role of ['encoder', 'reviewer'] as const) {
        const user = await service.newMember(firm, role);
        expect((await user.client.post('/v1/companies', { name: 'X', fiscal_year: YEAR })).status, role).to.equal(403);
        expect(
          (await user.client.post('/v1/companies', { name: 'X', firm: firm.token, fiscal_year: YEAR })).status,
          role,
        ).to.equal(403);
      }
      const stranger = await service.newFirm();
      const foreign = await stranger.client.post('/v1/companies', { name: 'X', firm: firm.token, fiscal_year: YEAR });
      const unknown = await stranger.client.post('/v1/companies', {
        name: 'X',
        firm: 'AAAAAAAAAAAA',
        fiscal_year: YEAR,
      });
      expect(foreign.status).to.equal(422);
      expect(foreign.text).to.equal(unknown.text);
    });
  });
});
