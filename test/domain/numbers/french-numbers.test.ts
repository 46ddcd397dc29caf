import { expect } from 'chai';
import fc from 'fast-check';
import {
  formatFrenchVatNumber,
  formatSiren,
  formatSiret,
  buildFrenchVatNumber,
  isFrenchVatNumber,
  isSiren,
  isSiret,
  normaliseFrenchEnterpriseNumber,
  normaliseFrenchVatNumber,
  normaliseSiren,
  normaliseSiret,
} from '../../../domain/numbers/french-numbers.ts';
import { readCpuTime } from '../../support/cpu.ts';

/** Checks that hold for a number whose check digit is counted in. */
const wrongDigits = (number: string): string[] =>
  [...number].flatMap((digit, position) =>
    Array.from({ length: 10 }, (_, other) => String(other))
      .filter((other) => other !== digit)
      .map((other) => number.slice(0, position) + other + number.slice(position + 1)),
  );

describe('SIREN', () => {
  for (const number of ['732829320', '303265045', '334175221', '356000000', '552081317', '123456782']) {
    it(`accepts ${number}`, () => {
      expect(isSiren(number)).to.equal(true);
      expect(normaliseSiren(number)).to.equal(number);
    });
  }

  for (const text of ['732 829 320', '732.829.320', '732-829-320', ' 732\u00a0829\u00a0320 ']) {
    it(`reads '${text}'`, () => expect(normaliseSiren(text)).to.equal('732829320'));
  }

  const refused = ['', 'x', '732829321', '73282932', '7328293200', '73282932O', '000000000', '٧٣٢٨٢٩٣٢٠'];
  for (const text of [...refused, 'FR44732829320', '73282932000074']) {
    it(`refuses '${text}'`, () => expect(normaliseSiren(text)).to.equal(null));
  }

  it('refuses every single wrong digit', () => {
    for (const wrong of wrongDigits('732829320')) expect(isSiren(wrong), wrong).to.equal(false);
  });

  it('is shown in groups of three', () => expect(formatSiren('732829320')).to.equal('732 829 320'));
});

describe('SIRET', () => {
  it('is a SIREN and five digits, with a check over all fourteen', () => {
    expect(normaliseSiret('732 829 320 00074')).to.equal('73282932000074');
    expect(formatSiret('73282932000074')).to.equal('732 829 320 00074');
    for (const wrong of wrongDigits('73282932000074')) expect(isSiret(wrong), wrong).to.equal(false);
    for (const text of ['', '732829320', '7328293200007', '732829320000744']) {
      expect(normaliseSiret(text), text).to.equal(null);
    }
  });

  it('of La Poste has digits that add up to a multiple of five, but for its head office', () => {
    expect(isSiret('35600000000048'), 'head office').to.equal(true);
    for (const number of ['35600000049837', '35600000000006', '35600000000015']) {
      expect(isSiret(number), number).to.equal(true);
    }
    for (const number of ['35600000049838', '35600000000005']) expect(isSiret(number), number).to.equal(false);
  });

  it('stands for its company where the number of the company is asked for', () => {
    expect(normaliseFrenchEnterpriseNumber('732 829 320 00074')).to.equal('732829320');
    expect(normaliseFrenchEnterpriseNumber('732829320')).to.equal('732829320');
    expect(normaliseFrenchEnterpriseNumber('732 829 320 00075')).to.equal(null);
    expect(normaliseFrenchEnterpriseNumber('FR44732829320')).to.equal(null);
  });
});

describe('French VAT number', () => {
  for (const text of ['FR44732829320', 'fr 44 732 829 320', 'FR 44.732.829.320', '44732829320', 'FR-44-732829320']) {
    it(`reads '${text}'`, () => expect(normaliseFrenchVatNumber(text)).to.equal('FR44732829320'));
  }

  for (const number of ['FR40303265045', 'FR23334175221', 'FRK7399859412', 'FR4Z123456782']) {
    it(`accepts ${number}`, () => {
      expect(normaliseFrenchVatNumber(number)).to.equal(number);
      expect(normaliseFrenchVatNumber(number.slice(2).toLowerCase())).to.equal(number);
    });
  }

  it('of Monaco has a key and no SIREN', () => {
    const number = buildFrenchVatNumber('000012345');
    expect(normaliseFrenchVatNumber(number)).to.equal(number);
    expect(normaliseFrenchVatNumber(number.replace('12345', '12346'))).to.equal(null);
  });

  const refused = [
    '',
    'FR',
    '84323140391',
    'FR45732829320',
    'FR44732829321',
    'FRIO334175221',
    'FRK8399859412',
    'FR4Y123456782',
    'BE44732829320',
    'FRFR44732829320',
    'FR4473282932',
    'FR447328293200',
    '732829320',
  ];
  for (const text of refused) {
    it(`refuses '${text}'`, () => expect(normaliseFrenchVatNumber(text)).to.equal(null));
  }

  it('is made from the SIREN', () => {
    expect(buildFrenchVatNumber('732829320')).to.equal('FR44732829320');
    expect(formatFrenchVatNumber('FR44732829320')).to.equal('FR 44 732 829 320');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (body) => {
        const siren = Array.from({ length: 10 }, (_, check) => `${String(body).padStart(8, '0')}${check}`).find(
          isSiren,
        )!;
        const vatNumber = buildFrenchVatNumber(siren);
        expect(normaliseFrenchVatNumber(formatFrenchVatNumber(vatNumber))).to.equal(vatNumber);
        for (const wrong of wrongDigits(vatNumber.slice(2, 4)))
          expect(isFrenchVatNumber(wrong + siren), wrong + siren).to.equal(false);
      }),
    );
  });

  it('and the others refuse a megabyte of anything at once', () => {
    for (const part of ['0', ' ', '.', 'FR', '-', '35600000000048', '\u00a0']) {
      const text = part.repeat(Math.ceil(1_000_000 / part.length));
      const started = readCpuTime();
      for (const read of [normaliseSiren, normaliseSiret, normaliseFrenchEnterpriseNumber, normaliseFrenchVatNumber]) {
        expect(read(text)).to.equal(null);
      }
      for (const is of [isSiren, isSiret, isFrenchVatNumber]) expect(is(text)).to.equal(false);
      expect(readCpuTime() - started, part).to.be.below(200);
    }
  });
});
