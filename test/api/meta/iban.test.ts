import { expect } from 'chai';
import fc from 'fast-check';
import { catalogue } from '../../../api/i18n/catalogue.ts';
import { checkIban } from '../../../api/meta/reference/iban.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import type { Client } from '../../support/client.ts';
import { useService } from '../../support/service.ts';

interface IbanAnswer {
  readonly iban: string;
  readonly valid: boolean;
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly [member: string]: unknown;
}

/** An IBAN with the check digits that fit, whatever the rest is. */
function withCheckDigits(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((sign) => String(parseInt(sign, 36))).join('');
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
}

describe('IBAN check', () => {
  const service = useService();
  let client: Client;
  before(async () => {
    client = (await service.newUser({ locale: 'en' })).client;
  });
  const check = async (written: string) => {
    const { status, body } = await client.get<IbanAnswer>(`/v1/reference/iban/${encodeURIComponent(written)}`);
    expect(status, written).to.equal(200);
    return body;
  };

  it('takes a Belgian account apart', async () => {
    expect(await check('BE68539007547034')).to.deep.equal({
      iban: 'BE68539007547034',
      valid: true,
      formatted: 'BE68 5390 0754 7034',
      country: 'BE',
      check_digits: '68',
      bank_code: '539',
      branch_code: null,
      account_number: '0075470',
      national_check_digits: '34',
      is_sepa: true,
      bank: null,
      problem: null,
    });
  });

  it('takes a French account apart', async () => {
    expect(await check('FR1420041010050500013M02606')).to.deep.equal({
      iban: 'FR1420041010050500013M02606',
      valid: true,
      formatted: 'FR14 2004 1010 0505 0001 3M02 606',
      country: 'FR',
      check_digits: '14',
      bank_code: '20041',
      branch_code: '01005',
      account_number: '0500013M026',
      national_check_digits: '06',
      is_sepa: true,
      bank: { name: 'La Banque Postale', bic: 'PSSTFRPP' },
      problem: null,
    });
  });

  it('takes a Luxembourg account apart', async () => {
    expect(await check('LU280019400644750000')).to.deep.equal({
      iban: 'LU280019400644750000',
      valid: true,
      formatted: 'LU28 0019 4006 4475 0000',
      country: 'LU',
      check_digits: '28',
      bank_code: '001',
      branch_code: null,
      account_number: '9400644750000',
      national_check_digits: null,
      is_sepa: true,
      bank: { name: 'Spuerkeess', bic: 'BCEELULL' },
      problem: null,
    });
  });

  it('names the bank of a Belgian account', async () => {
    // 001 0000000 with its national check digits: the remainder by 97, or 97.
    const number = '0010000000';
    const national = String(Number(BigInt(number) % 97n) || 97).padStart(2, '0');
    const answer = await check(withCheckDigits('BE', `${number}${national}`));
    expect(answer.valid).to.equal(true);
    expect(answer.bank).to.deep.equal({ name: 'BNP Paribas Fortis', bic: 'GEBABEBB' });
  });

  it('knows accounts elsewhere, without their bank', async () => {
    expect(await check('NL91ABNA0417164300')).to.include({ valid: true, country: 'NL', bank_code: 'ABNA', bank: null });
    expect(await check('SA0380000000608010167519')).to.include({ valid: true, country: 'SA', is_sepa: false });
  });

  it('reads spaces, dashes and small letters', async () => {
    for (const written of ['be68 5390 0754 7034', 'BE68-5390-0754-7034', '  BE68539007547034 ']) {
      expect(await check(written)).to.include({ valid: true, iban: 'BE68539007547034' });
    }
  });

  const wrong: readonly (readonly [written: string, problem: string])[] = [
    ['BE68539007547035', 'iban_check_digits_wrong'],
    ['BE69539007547034', 'iban_check_digits_wrong'],
    ['BE6853900754703', 'iban_length_wrong'],
    ['BE685390075470344', 'iban_length_wrong'],
    ['BE6853900754703A', 'iban_format_wrong'],
    ['XX68539007547034', 'iban_country_unknown'],
    // The check digits of the IBAN fit, those of the country do not.
    [withCheckDigits('BE', '539007547035'), 'iban_national_check_wrong'],
    [withCheckDigits('FR', '20041010050500013M02607'), 'iban_national_check_wrong'],
    ['539007547034', 'iban_unreadable'],
    ['garbage', 'iban_unreadable'],
    ['BE68_5390_0754_7034', 'iban_unreadable'],
    [' ', 'iban_unreadable'],
    ['BE', 'iban_unreadable'],
    [`BE68${'5'.repeat(40)}`, 'iban_unreadable'],
    ['é'.repeat(300), 'iban_unreadable'],
  ];
  for (const [written, problem] of wrong) {
    it(`answers ${problem} to ${written.slice(0, 30)}`, async () => {
      const answer = await check(written);
      expect(answer.valid).to.equal(false);
      expect(answer.problem!.code).to.equal(problem);
      expect(answer.problem!.message).to.not.equal('').and.not.match(/[{}]/);
      expect(answer.bank).to.equal(null);
      expect(answer.iban.length).to.be.at.most(34);
    });
  }

  it('says what is wrong in the language asked for', async () => {
    for (const lang of LANGUAGES) {
      const { body, headers } = await client.get<IbanAnswer>(`/v1/reference/iban/BE68539007547035?lang=${lang}`);
      expect(body.problem!.message).to.equal(catalogue.iban_check_digits_wrong[lang]);
      expect(headers.get('content-language')).to.equal(lang);
    }
    const { body } = await client.get<IbanAnswer>('/v1/reference/iban/BE6853900754703?lang=fr');
    expect(body.problem!.message).to.equal('Un IBAN commençant par BE compte 16 caractères ; celui-ci en compte 15.');
    await client.refused(422).get('/v1/reference/iban/BE68539007547034?lang=it');
  });

  it('is kept by nobody', async () => {
    const { headers } = await client.get('/v1/reference/iban/BE68539007547034');
    expect(headers.get('cache-control')).to.equal('private, no-store');
    expect(headers.get('etag')).to.equal(null);
  });

  it('needs an account number', async () => {
    await client.refused(404).get('/v1/reference/iban/');
  });

  it('notices every wrong digit and every two that changed places', () => {
    const iban = 'BE68539007547034';
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 15 }), fc.integer({ min: 0, max: 9 }), (position, digit) => {
        const changed = iban.slice(0, position) + String(digit) + iban.slice(position + 1);
        expect(checkIban(changed, 'en').valid).to.equal(changed === iban);
      }),
    );
    for (let position = 2; position < 15; position += 1) {
      const [first, second] = [iban[position]!, iban[position + 1]!];
      const changed = iban.slice(0, position) + second + first + iban.slice(position + 2);
      expect(checkIban(changed, 'en').valid, changed).to.equal(changed === iban);
    }
  });

  it('is not thrown off by any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (written) => {
        expect(checkIban(written, 'fr').valid).to.equal(false);
      }),
    );
  });
});
