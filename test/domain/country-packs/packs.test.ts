import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import { accounts as accountResource } from '../../../domain/accounts/account.ts';
import {
  getChartFor,
  findCountryPack,
  countryPacks,
  findNextBankAccountNumber,
  type BoxEffect,
  type BoxEffects,
  type CountryCode,
  type CountryPack,
  type Labels,
  type PackAccount,
} from '../../../domain/country-packs/index.ts';
import { journals as journalResource } from '../../../domain/journals/journal.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import type { Resource } from '../../../domain/records/resource.ts';
import { vatCodes as vatCodeResource } from '../../../domain/vat-codes/vat-code.ts';
import { amountsOf, filledBoxes } from './filled-boxes.ts';

/** Boxes of the return that hold all tax due and all tax deducted. */
const TOTALS: Readonly<Record<CountryCode, readonly [due: string, deducted: string]>> = {
  BE: ['XX', 'YY'],
  FR: ['16', '23'],
  LU: ['076', '102'],
};

const expectComplete = (labels: Labels, of: string): void => {
  expect(labels, of).to.have.all.keys(...LANGUAGES);
  for (const language of LANGUAGES) expect(labels[language], `${of} in ${language}`).to.match(/^\S(.*\S)?$/u);
};

const expectUnique = (values: readonly string[], of: string): void => {
  const repeated = values.filter((value, index) => values.indexOf(value) !== index);
  expect(repeated, of).to.deep.equal([]);
};

const allEffects = ({ base, due, deductible, nonDeductible }: BoxEffects): readonly BoxEffect[] => [
  ...base,
  ...due,
  ...deductible,
  ...nonDeductible,
];

describe('Country packs', () => {
  it('are found by their code', () => {
    expectUnique(
      countryPacks.map(({ code }) => code),
      'codes of packs',
    );
    for (const pack of countryPacks) expect(findCountryPack(pack.code)).to.equal(pack);
    expect(findCountryPack('be')).to.equal(undefined);
    expect(findCountryPack('toString')).to.equal(undefined);
  });

  it('give a file the chart of its legal form, and the first one when it has none', () => {
    for (const pack of countryPacks) {
      for (const { code, chart } of pack.legalForms) expect(getChartFor(pack, code).variant, code).to.equal(chart);
      expect(getChartFor(pack, null)).to.equal(pack.charts[0]);
      expect(getChartFor(pack, 'unheard-of')).to.equal(pack.charts[0]);
    }
  });
});

for (const pack of countryPacks) {
  describe(`Country pack ${pack.code}: charts`, () => {
    it('are one a variant, each of five hundred accounts or more', () => {
      expectUnique(
        pack.charts.map(({ variant }) => variant),
        'variants',
      );
      for (const { variant, accounts } of pack.charts) expect(accounts.length, variant).to.be.at.least(500);
    });

    for (const { variant, accounts, closing } of pack.charts) {
      const numbers = accounts.map(({ number }) => number);

      it(`${variant}: numbers are digits, unique and in order`, () => {
        for (const number of numbers) expect(number).to.match(/^\d{1,20}$/);
        expectUnique(numbers, 'numbers');
        expect(numbers).to.deep.equal([...numbers].sort());
      });

      it(`${variant}: a heading is what others are numbered under, and nothing is posted to it`, () => {
        for (const [index, { number, isPostable, isLetterable, controlRole }] of accounts.entries()) {
          const isHeading = numbers[index + 1]?.startsWith(number) ?? false;
          expect(isPostable, number).to.equal(!isHeading);
          if (isPostable) continue;
          expect(isLetterable, `${number} is letterable`).to.equal(false);
          expect(controlRole, `${number} has a role`).to.equal(null);
        }
      });

      it(`${variant}: accounts under one parent have names that tell them apart`, () => {
        const numbers = new Set(accounts.map(({ number }) => number));
        const parentOf = (number: string): string => {
          for (let length = number.length - 1; length > 0; length--)
            if (numbers.has(number.slice(0, length))) return number.slice(0, length);
          return '';
        };
        for (const language of LANGUAGES) {
          const seen = new Map<string, string>();
          for (const { number, labels } of accounts) {
            const name = `${parentOf(number)}: ${labels[language].toLowerCase()}`;
            expect(seen.get(name), `${number} in ${language}, ${name}`).to.equal(undefined);
            seen.set(name, number);
          }
        }
      });

      it(`${variant}: names are complete and short enough for an account`, () => {
        for (const { number, labels } of accounts) expectComplete(labels, number);
        expectFits(
          accountResource,
          accounts.map(({ number, type, controlRole, labels }) => ({
            number,
            type,
            control_role: controlRole,
            ...labelsOf(labels),
          })),
        );
      });

      it(`${variant}: every role that the service needs is taken`, () => {
        const roles = accounts.flatMap(({ controlRole }) => controlRole ?? []);
        expect(roles).to.include.members([
          'customer',
          'supplier',
          'vat_due',
          'vat_deductible',
          'bank',
          'cash',
          'transit',
          'result',
          'carried_forward',
        ]);
      });

      it(`${variant}: holds every account that journals, VAT codes, banks and automatic entries post to`, () => {
        const named = new Map(accounts.map((account) => [account.number, account]));
        for (const [number, of] of accountsReferredTo(pack)) {
          expect(named.get(number)?.isPostable, `${of}: account ${number}`).to.equal(true);
        }
        expect(named.get(pack.bankAccounts.first)).to.include({ isPostable: true, controlRole: 'bank' });
      });

      it(`${variant}: holds the accounts that take the result, and suspense accounts`, () => {
        const named = new Map(accounts.map((account) => [account.number, account]));
        const { profit, loss, appropriation } = closing;
        const role = appropriation ? 'carried_forward' : 'result';
        for (const number of [profit, loss])
          expect(named.get(number), number).to.include({ isPostable: true, type: 'equity', controlRole: role });
        if (appropriation) {
          const own = { isPostable: true, controlRole: 'result' };
          expect(named.get(appropriation.profit)).to.include({ ...own, type: 'expense' });
          expect(named.get(appropriation.loss)).to.include({ ...own, type: 'income' });
          for (const number of [appropriation.profit, appropriation.loss])
            expect(appropriation.all.some((beginning) => number.startsWith(beginning))).to.equal(true);
        }
        for (const beginning of pack.suspenseAccounts)
          expect(accounts.some(({ number, isPostable }) => isPostable && number.startsWith(beginning))).to.equal(true);
        expect(
          pack.suspenseAccounts.some((beginning) => pack.autoEntryAccounts.suspense.startsWith(beginning)),
        ).to.equal(true);
      });
    }

    it('number the banks from the first account of the range', () => {
      const { first, last } = pack.bankAccounts;
      expect(first.length).to.equal(last.length);
      expect(Number(last)).to.be.above(Number(first));
      expect(findNextBankAccountNumber(pack, new Set())).to.equal(first);
      for (const { variant, accounts } of pack.charts) {
        const inRange = accounts.filter(
          ({ number }) =>
            number.length === first.length && Number(number) > Number(first) && Number(number) <= Number(last),
        );
        expect(inRange, `accounts of ${variant} where further banks go`).to.deep.equal([]);
        for (const { number } of accounts)
          expect(number !== first && first.startsWith(number) && isPostable(accounts, number), number).to.equal(false);
      }
    });
  });

  describe(`Country pack ${pack.code}: legal forms`, () => {
    it('have a code, names and a chart', () => {
      expect(pack.legalForms).not.to.have.lengthOf(0);
      expectUnique(
        pack.legalForms.map(({ code }) => code),
        'codes',
      );
      const variants = pack.charts.map(({ variant }) => variant);
      for (const { code, labels, abbreviations, chart } of pack.legalForms) {
        expectComplete(labels, code);
        if (abbreviations !== null) expectComplete(abbreviations, code);
        expect(variants, `chart of ${code}`).to.include(chart);
      }
    });
  });

  describe(`Country pack ${pack.code}: VAT`, () => {
    const boxes = new Map(pack.boxes.map((box) => [box.box, box]));

    it('has boxes with names, and totals of boxes that lead back to none of them', () => {
      expect(boxes.size).to.equal(pack.boxes.length);
      for (const { box, labels, formula } of pack.boxes) {
        expectComplete(labels, box);
        if (formula === null) continue;
        expect(formula.terms, box).not.to.have.lengthOf(0);
        expect(reachableFrom(pack, box).has(box), `${box} leads back to itself`).to.equal(false);
      }
    });

    it('has codes with names, rates and places of their own', () => {
      expectUnique(
        pack.vatCodes.map(({ code }) => code),
        'codes',
      );
      for (const { code, labels, rate, deductibleRate, direction, nature } of pack.vatCodes) {
        expectComplete(labels, code);
        for (const percentage of [rate, deductibleRate]) {
          expect(percentage, code).to.match(/^\d{1,3}\.\d{2}$/);
          expect(Number(percentage), code).to.be.at.most(100);
        }
        if (direction === 'sale') expect(deductibleRate, code).to.equal('100.00');
        expect([null, 'goods', 'services', 'investment'], code).to.include(nature);
      }
      for (const language of LANGUAGES) {
        expectUnique(
          pack.vatCodes.map(({ labels }) => labels[language]),
          `names in ${language}`,
        );
      }
      expectFits(
        vatCodeResource,
        pack.vatCodes.map(({ code, direction, kind, nature, exigibility, intraListing, labels }) => ({
          code,
          direction,
          kind,
          nature,
          exigibility,
          intra_listing: intraListing,
          ...labelsOf(labels),
        })),
      );
    });

    it('has codes that fill boxes which exist and are not computed, each box once an amount', () => {
      for (const { code, boxes: effects } of pack.vatCodes) {
        for (const note of [effects.invoice, effects.creditNote]) {
          for (const { box } of allEffects(note))
            expect(boxes.get(box)?.formula, `box ${box} of ${code}`).to.equal(null);
          for (const part of Object.values(note) as BoxEffect[][]) {
            expectUnique(
              part.map(({ box }) => box),
              `boxes of ${code}`,
            );
          }
        }
      }
    });

    it('books tax on VAT accounts where there is tax, and declares it there', () => {
      const byNumber = new Map(pack.charts[0]!.accounts.map((account) => [account.number, account]));
      for (const {
        code,
        rate,
        direction,
        deductibleRate,
        dueAccount,
        deductibleAccount,
        boxes: effects,
      } of pack.vatCodes) {
        if (direction === 'sale') expect(deductibleAccount, code).to.equal(null);
        if (rate === '0.00') expect([dueAccount, deductibleAccount], code).to.deep.equal([null, null]);
        if (deductibleRate === '0.00') expect(deductibleAccount, code).to.equal(null);
        for (const note of [effects.invoice, effects.creditNote]) {
          expect(note.due.length > 0, `${code} declares what it owes`).to.equal(dueAccount !== null);
          expect(note.deductible.length > 0, `${code} declares what it deducts`).to.equal(deductibleAccount !== null);
        }
        if (dueAccount !== null) expect(byNumber.get(dueAccount)?.controlRole, code).to.equal('vat_due');
        if (deductibleAccount !== null)
          expect(byNumber.get(deductibleAccount)?.controlRole, code).to.equal('vat_deductible');
      }
    });

    it('ends in the balance of the VAT accounts: an invoice and its credit note cancel each other', () => {
      for (const code of pack.vatCodes) {
        const { due, deductible } = amountsOf(code, new Decimal(1000));
        for (const [note, sign] of [
          ['invoice', 1],
          ['creditNote', -1],
        ] as const) {
          const boxes = filledBoxes(pack, code, note, new Decimal(1000));
          const [dueBox, deductedBox] = TOTALS[pack.code];
          expect(boxes(dueBox).minus(boxes(deductedBox)).toFixed(2), `${code.code}, ${note}`).to.equal(
            due.minus(deductible).times(sign).plus(0).toFixed(2),
          );
        }
      }
    });

    it('lists sales to other Member States, and them alone', () => {
      for (const { code, direction, kind, intraListing } of pack.vatCodes) {
        if (intraListing === null) continue;
        expect({ direction, kind }, code).to.deep.equal({ direction: 'sale', kind: 'intracom' });
      }
      expect(pack.vatCodes.flatMap(({ intraListing }) => intraListing ?? [])).to.include.members(['L', 'S', 'T']);
    });

    it('has regimes with names', () => {
      expectUnique(
        pack.vatRegimes.map(({ code }) => code),
        'codes',
      );
      for (const { code, labels } of pack.vatRegimes) expectComplete(labels, code);
    });
  });

  describe(`Country pack ${pack.code}: journals`, () => {
    it('are one of each kind that a new file needs, with the codes of the product', () => {
      expect(pack.journals.map(({ code }) => code)).to.include.members(['ACH', 'NCA', 'VEN', 'NCV', 'OD', 'CAI']);
      expectUnique(
        pack.journals.map(({ code }) => code),
        'codes',
      );
      for (const { code, labels } of pack.journals) expectComplete(labels, code);
      expectFits(
        journalResource,
        pack.journals.map(({ code, type, labels }) => ({ code, type, ...labelsOf(labels) })),
      );
    });
  });

  describe(`Country pack ${pack.code}: declarations`, () => {
    it('have names, regimes that exist and days that can come', () => {
      const regimes = pack.vatRegimes.map(({ code }) => code);
      expect(pack.declarations).not.to.have.lengthOf(0);
      for (const { kind, labels, regimes: filedBy, due, period } of pack.declarations) {
        expectComplete(labels, kind);
        for (const regime of filedBy) expect(regimes, kind).to.include(regime);
        expect(due.day, kind).to.be.within(1, 31);
        expect(due.monthsAfter, kind).to.be.within(1, 12);
        expect(period === 'fiscal_year', `${kind} follows the fiscal year`).to.equal(kind === 'annual_accounts');
      }
    });

    it('agree with the regimes on when the VAT return is due', () => {
      for (const { code, periodicReturn } of pack.vatRegimes) {
        // An annual return may come on top of the others.
        const returns = pack.declarations.filter(
          ({ kind, regimes, period }) =>
            kind === 'vat_return' && regimes.includes(code) && (period !== 'year' || code === 'yearly'),
        );
        expect(
          returns.map(({ period, due }) => ({ period, dueDay: due.day })),
          code,
        ).to.deep.equal(periodicReturn === null ? [] : [periodicReturn]);
        if (code !== 'yearly') for (const { due } of returns) expect(due.monthsAfter).to.equal(1);
      }
    });
  });

  describe(`Country pack ${pack.code}: annual accounts`, () => {
    it('have a full model for every chart, and one model a scheme', () => {
      expectUnique(
        pack.annualAccounts.map(({ code }) => code),
        'codes',
      );
      expectUnique(
        pack.annualAccounts.map(({ chart, scheme }) => `${scheme} for ${chart}`),
        'models',
      );
      for (const { variant } of pack.charts) {
        expect(
          pack.annualAccounts.some(({ chart, scheme }) => chart === variant && scheme === 'full'),
          variant,
        ).to.equal(true);
      }
      for (const { code, labels } of pack.annualAccounts) expectComplete(labels, code);
    });
  });

  describe(`Country pack ${pack.code}: numbers`, () => {
    it('are kept bare and shown as people write them', () => {
      for (const format of [pack.enterpriseNumber, pack.vatNumber]) {
        const kept = format.normalise(format.example);
        expect(kept, format.example).to.match(/^[A-Z0-9]+$/);
        expect(format.format(kept!)).to.equal(format.example);
        expect(format.normalise(kept!)).to.equal(kept);
        for (const wrong of ['', 'x', `${kept}1`, '0'.repeat(1_000_000)]) {
          expect(format.normalise(wrong), wrong.slice(0, 20)).to.equal(null);
        }
      }
    });
  });
}

function labelsOf(labels: Labels): Record<string, string> {
  return Object.fromEntries(LANGUAGES.map((language) => [`label in ${language}`, labels[language]]));
}

const isPostable = (accounts: readonly PackAccount[], number: string): boolean =>
  accounts.find((account) => account.number === number)?.isPostable === true;

/** A pack fills records that clients may then edit: what it gives must be what a client could give. */
function expectFits(resource: Resource, rows: readonly Record<string, string | null>[]): void {
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const field = resource.fields[name.startsWith('label in') ? 'label' : name];
      expect(field, `${resource.name} has a field ${name}`).not.to.equal(undefined);
      if (value === null) expect(field!.required, name).not.to.equal(true);
      else if (field!.kind === 'text') expect(value.length, `${name} ${value}`).to.be.at.most(field!.max);
      else if (field!.kind === 'choice') expect(field!.values, name).to.include(value);
    }
  }
}

function accountsReferredTo(pack: CountryPack): readonly (readonly [number: string, of: string])[] {
  const { suspense, bankCharges, ...parts } = pack.autoEntryAccounts;
  return [
    ...pack.journals.flatMap(({ code, controlAccount }) =>
      controlAccount === null ? [] : [[controlAccount, `journal ${code}`] as const],
    ),
    ...pack.vatCodes.flatMap(({ code, dueAccount, deductibleAccount }) =>
      [dueAccount, deductibleAccount].flatMap((number) => (number === null ? [] : [[number, code] as const])),
    ),
    ...Object.values(parts).flatMap((numbers) =>
      Object.values<string>(numbers).map((number) => [number, 'automatic entries'] as const),
    ),
    [suspense, 'suspense'],
    [bankCharges, 'bank charges'],
    [pack.bankAccounts.first, 'first bank'],
  ];
}

function reachableFrom(pack: CountryPack, box: string, seen = new Set<string>()): Set<string> {
  for (const { box: next } of pack.boxes.find((candidate) => candidate.box === box)?.formula?.terms ?? []) {
    expect(
      pack.boxes.some((candidate) => candidate.box === next),
      `box ${next}, which ${box} adds up`,
    ).to.equal(true);
    if (seen.has(next)) continue;
    seen.add(next);
    reachableFrom(pack, next, seen);
  }
  return seen;
}
