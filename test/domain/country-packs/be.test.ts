import { expect } from 'chai';
import {
  getChartFor,
  findCountryPack,
  findNextBankAccountNumber,
  type BoxEffect,
  type CountryPack,
  type Labels,
  type PackAccount,
  type PackVatCode,
} from '../../../domain/country-packs/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';

const belgium = findCountryPack('BE') as CountryPack;
const accounts = new Map(belgium.charts[0]!.accounts.map((account) => [account.number, account]));
const boxes = new Map(belgium.boxes.map((box) => [box.box, box]));

const account = (number: string): PackAccount => {
  const found = accounts.get(number);
  if (found === undefined) throw new Error(`No account ${number}`);
  return found;
};

const vatCode = (code: string): PackVatCode => {
  const found = belgium.vatCodes.find((candidate) => candidate.code === code);
  if (found === undefined) throw new Error(`No VAT code ${code}`);
  return found;
};

const written = (effects: readonly BoxEffect[]): string =>
  effects.map(({ box, sign }) => `${sign === 1 ? '+' : '-'}${box}`).join(' ');

const expectComplete = (labels: Labels, of: string): void => {
  expect(labels, of).to.have.all.keys(...LANGUAGES);
  for (const language of LANGUAGES) {
    expect(labels[language], `${of} in ${language}`).to.match(/^\S(.*\S)?$/u);
  }
};

const expectPostable = (number: string, of: string): void => {
  expect(accounts.has(number), `${of}: account ${number} exists`).to.equal(true);
  expect(account(number).isPostable, `${of}: account ${number} is postable`).to.equal(true);
};

describe('The Belgian chart', () => {
  it('has unique numbers of one to six digits, in order', () => {
    const numbers = belgium.charts[0]!.accounts.map(({ number }) => number);
    for (const number of numbers) expect(number).to.match(/^\d{1,6}$/);
    expect(accounts.size).to.equal(numbers.length);
    expect(numbers).to.deep.equal([...numbers].sort());
  });

  it('holds the minimum chart and the accounts of practice', () => {
    expect(belgium.charts[0]!.accounts.length).to.be.within(700, 780);
    // One of every class, and the ends of ranges that the decree names as a whole.
    for (const number of ['000', '09', '100', '19', '204', '2919', '379', '4128', '4528', '499', '5599', '577', '58']) {
      account(number);
    }
    for (const number of ['617', '618', '6302', '648', '669', '697', '707', '749', '759', '768', '794']) {
      account(number);
    }
    for (const number of ['604000', '610000', '613000', '700000', '705000', '499000']) {
      expectPostable(number, 'practice');
    }
  });

  it('leaves out the accounts of the former chart', () => {
    for (const number of ['1310', '203', '56', '560', '561', '6503'])
      expect(accounts.has(number), number).to.equal(false);
  });

  it('has a heading of its own class and group above every account', () => {
    for (const { number } of belgium.charts[0]!.accounts) {
      if (number.length === 1) continue;
      expect(accounts.has(number.slice(0, 1)), `class of ${number}`).to.equal(true);
      if (number.length > 2) expect(accounts.has(number.slice(0, 2)), `group of ${number}`).to.equal(true);
    }
  });

  it('posts to the accounts that have none below them, and to no others', () => {
    for (const { number, isPostable } of belgium.charts[0]!.accounts) {
      const hasAccountsBelow = belgium.charts[0]!.accounts.some(
        (other) => other.number !== number && other.number.startsWith(number),
      );
      expect(isPostable, number).to.equal(!hasAccountsBelow);
    }
  });

  it('names every account in the four languages', () => {
    for (const { number, labels } of belgium.charts[0]!.accounts) expectComplete(labels, number);
  });

  it('spells its French names with their accents', () => {
    const bare =
      /\b(constituee?s|reelles?|detenus?|marches à|reserves?|creances?|benefices?|echeant|écheant|etablissements?)\b/i;
    for (const { number, labels } of belgium.charts[0]!.accounts) expect(labels.fr, number).not.to.match(bare);
  });

  it('gives types that agree with the classes', () => {
    const typesOfClass: Record<string, readonly string[]> = {
      '0': ['off_balance'],
      '1': ['equity', 'liability'],
      '2': ['asset'],
      '3': ['asset'],
      '4': ['asset', 'liability'],
      '5': ['asset'],
      '6': ['expense'],
      '7': ['income'],
    };
    for (const { number, type } of belgium.charts[0]!.accounts)
      expect(typesOfClass[number.slice(0, 1)], number).to.include(type);
    const types = ['100000', '140000', '1730', '400000', '440000', '451000', '490000', '493000', '499000'].map(
      (number) => account(number).type,
    );
    expect(types).to.deep.equal([
      'equity',
      'equity',
      'liability',
      'asset',
      'liability',
      'liability',
      'asset',
      'liability',
      'asset',
    ]);
  });

  it('knows its control accounts, all postable', () => {
    const roles: Record<string, string[]> = {};
    for (const { number, controlRole, isPostable } of belgium.charts[0]!.accounts) {
      if (controlRole === null) continue;
      expect(isPostable, number).to.equal(true);
      (roles[controlRole] ??= []).push(number);
    }
    expect(roles).to.deep.equal({
      carried_forward: ['140000', '141000'],
      customer: ['400000'],
      vat_deductible: ['411000'],
      supplier: ['440000'],
      vat_due: ['451000', '451055', '451056', '451057'],
      bank: ['550000'],
      cash: ['570000'],
      transit: ['580000'],
      result: ['693', '793'],
    });
  });

  it('letters what is owed and settled, never a heading', () => {
    for (const { number, isLetterable, isPostable } of belgium.charts[0]!.accounts) {
      if (isLetterable) expect(isPostable, number).to.equal(true);
    }
    for (const number of ['400000', '404000', '440000', '444000', '451200', '455000', '580000', '499000']) {
      expect(account(number).isLetterable, number).to.equal(true);
    }
    for (const number of ['400', '409', '411000', '451000', '550000', '570000', '604000', '700000']) {
      expect(account(number).isLetterable, number).to.equal(false);
    }
  });

  it('numbers the banks of a file from 550000 on', () => {
    expect(findNextBankAccountNumber(belgium, new Set())).to.equal('550000');
    expect(findNextBankAccountNumber(belgium, new Set(['550000', '550002']))).to.equal('550001');
    const all = new Set(Array.from({ length: 100 }, (_, index) => String(550000 + index)));
    expect(findNextBankAccountNumber(belgium, all)).to.equal(undefined);
  });

  it('names existing, postable accounts for automatic entries', () => {
    const { vat, invoicesToReceive, reconciliationDifference, transfers, suspense } = belgium.autoEntryAccounts;
    const numbers = [vat, invoicesToReceive, reconciliationDifference, transfers].flatMap((part) =>
      Object.values(part),
    );
    expect(numbers).to.have.lengthOf(9);
    for (const number of [...numbers, suspense]) expectPostable(number, 'automatic entries');
    expect(account(reconciliationDifference.expense).type).to.equal('expense');
    expect(account(reconciliationDifference.income).type).to.equal('income');
  });
});

describe('The Belgian journals', () => {
  it('are the six that a new file starts with', () => {
    expect(belgium.journals.map(({ code, type, controlAccount }) => [code, type, controlAccount])).to.deep.equal([
      ['ACH', 'purchase', '440000'],
      ['NCA', 'purchase_credit', '440000'],
      ['VEN', 'sale', '400000'],
      ['NCV', 'sale_credit', '400000'],
      ['OD', 'miscellaneous', null],
      ['CAI', 'cash', '570000'],
    ]);
    for (const { code, labels, controlAccount } of belgium.journals) {
      expectComplete(labels, code);
      if (controlAccount !== null) expectPostable(controlAccount, code);
    }
  });
});

describe('The Belgian VAT return', () => {
  it('has the 29 boxes that are filed and the two subtotals', () => {
    const filed = belgium.boxes.filter(({ isFiled }) => isFiled).map(({ box }) => box);
    expect(filed).to.have.lengthOf(29);
    expect(boxes.size).to.equal(31);
    expect(belgium.boxes.filter(({ isFiled }) => !isFiled).map(({ box }) => box)).to.deep.equal(['XX', 'YY']);
    expect(boxes.has('91'), 'the December advance is no longer filed').to.equal(false);
    for (const { box, labels } of belgium.boxes) expectComplete(labels, box);
  });

  it('computes its totals from boxes that exist', () => {
    const formulas = belgium.boxes.flatMap(({ box, formula }) =>
      formula === null ? [] : [[box, written(formula.terms), formula.atLeastZero]],
    );
    expect(formulas).to.deep.equal([
      ['XX', '+54 +55 +56 +57 +61 +63', false],
      ['YY', '+59 +62 +64', false],
      ['71', '+XX -YY', true],
      ['72', '+YY -XX', true],
    ]);
    for (const { formula } of belgium.boxes) {
      for (const { box } of formula?.terms ?? []) expect(boxes.has(box), box).to.equal(true);
    }
  });

  it('is due on the 20th by month and on the 25th by quarter', () => {
    expect(belgium.vatRegimes.map(({ code, periodicReturn }) => [code, periodicReturn?.dueDay ?? null])).to.deep.equal([
      ['monthly', 20],
      ['quarterly', 25],
      ['franchise', null],
      ['exempt', null],
      ['unit', 20],
    ]);
    for (const { code, labels } of belgium.vatRegimes) expectComplete(labels, code);
  });
});

describe('The Belgian VAT codes', () => {
  const allEffects = ({ boxes: { invoice, creditNote } }: PackVatCode): readonly BoxEffect[] =>
    [invoice, creditNote].flatMap(({ base, due, deductible, nonDeductible }) => [
      ...base,
      ...due,
      ...deductible,
      ...nonDeductible,
    ]);

  it('cover every regime, nature and rate', () => {
    const regimes = ['', 'CC-', 'IC-', 'IMP-'];
    for (const nature of ['M', 'S', 'I']) {
      for (const regime of regimes) for (const rate of [0, 6, 12, 21]) vatCode(`P-${nature}-${regime}${rate}`);
      for (const rate of [6, 12, 21]) {
        vatCode(`P-${nature}-IMPC-${rate}`);
        vatCode(`P-${nature}-${rate}-D0`);
      }
      vatCode(`P-${nature}-EX`);
    }
    expect(belgium.vatCodes.filter(({ direction }) => direction === 'sale').map(({ code }) => code)).to.deep.equal(
      'S-21 S-12 S-6 S-6-R S-0 S-CC S-IC-S S-IC-G S-IC-T S-EX S-MG-21 S-MG-12 S-MG-6 S-MG S-ART44 S-FR S-NA'.split(' '),
    );
    expect(belgium.vatCodes).to.have.lengthOf(126);
    for (const share of [0, 35, 50, 75, 85])
      for (const goods of ['P-S-ICG-21', 'P-I-IC-21']) vatCode(`${goods}-D${share}`);
  });

  it('have rates with two decimals, which their codes and names repeat', () => {
    for (const { code, rate, deductibleRate, labels } of belgium.vatCodes) {
      expect(['0.00', '6.00', '12.00', '21.00'], code).to.include(rate);
      const share = /-D(\d+)$/.exec(code)?.[1] ?? '100';
      expect(['0', '35', '50', '75', '85', '100'], code).to.include(share);
      expect(deductibleRate, code).to.equal(`${share}.00`);
      const rateInCode = /-(\d+)(-D\d+)?$/.exec(code)?.[1];
      if (rateInCode === undefined) continue;
      expect(rate, code).to.equal(`${rateInCode}.00`);
      for (const language of LANGUAGES) expect(labels[language], code).to.match(new RegExp(`\\b${rateInCode} ?%`));
    }
  });

  it('touch boxes that exist and that are not computed', () => {
    for (const code of belgium.vatCodes) {
      const isDeclared = code.kind !== 'outside_scope';
      expect(written(code.boxes.invoice.base) !== '', code.code).to.equal(isDeclared);
      expect(written(code.boxes.creditNote.base) !== '', code.code).to.equal(isDeclared);
      for (const { box } of allEffects(code)) {
        expect(boxes.get(box)?.formula, `box ${box} of ${code.code}`).to.equal(null);
      }
    }
  });

  it('book their tax on postable VAT accounts, exactly where there is tax', () => {
    for (const found of belgium.vatCodes) {
      const { code, rate, direction, kind, deductibleRate, dueAccount, deductibleAccount, boxes: effects } = found;
      const isTaxed = rate !== '0.00';
      const isCharged = ['standard', 'non_deductible'].includes(kind) || code.includes('-IMPC-');
      const isOwed = isTaxed && (direction === 'sale' || !isCharged);
      const isDeducted = isTaxed && direction === 'purchase' && deductibleRate !== '0.00';
      expect(dueAccount !== null, `${code} owes`).to.equal(isOwed);
      expect(deductibleAccount !== null, `${code} deducts`).to.equal(isDeducted);
      expect(effects.invoice.due.length > 0, `${code} declares what it owes`).to.equal(isOwed);
      expect(effects.invoice.deductible.length > 0, `${code} declares what it deducts`).to.equal(isDeducted);
      if (dueAccount !== null) expect(account(dueAccount)).to.include({ isPostable: true, controlRole: 'vat_due' });
      if (deductibleAccount !== null) {
        expect(account(deductibleAccount)).to.include({ isPostable: true, controlRole: 'vat_deductible' });
      }
    }
  });

  it('keep credit notes on sales out of the boxes of the invoices', () => {
    for (const { code, direction, kind, boxes: effects } of belgium.vatCodes) {
      if (direction === 'purchase' || kind === 'outside_scope') continue;
      expect(written(effects.creditNote.base), code).to.equal(kind === 'intracom' ? '+48' : '+49');
    }
  });

  it('take credit notes on purchases off the box of their nature and show them in 84 or 85', () => {
    const boxOfNature = { goods: '81', services: '82', investment: '83' };
    for (const { code, direction, nature, kind, boxes: effects } of belgium.vatCodes) {
      if (direction === 'sale' || nature === null) continue;
      const box = boxOfNature[nature];
      expect(written(effects.invoice.base), code).to.match(new RegExp(`^\\+${box}`));
      expect(written(effects.creditNote.base), code).to.match(new RegExp(`^-${box} `));
      // The intermediary of a triangular sale acquires nothing in Belgium.
      const isAcquired = kind === 'intracom' && code !== 'P-M-IC-T';
      expect(written(effects.creditNote.base), code).to.match(isAcquired ? /\+84$/ : /\+85$/);
    }
  });

  const cases: readonly [code: string, invoice: string, creditNote: string, dueAccount: string | null][] = [
    ['S-21', '+03 | +54 |', '+49 | +64 |', '451000'],
    ['S-IC-G', '+46 | |', '+48 | |', null],
    ['P-M-21', '+81 | | +59', '-81 +85 | | +63', null],
    ['P-I-CC-6', '+83 +87 | +56 | +59', '-83 -87 +85 | +62 | +63', '451056'],
    ['P-M-IC-12', '+81 +86 | +55 | +59', '-81 -86 +84 | +62 | +63', '451055'],
    ['P-S-IC-21', '+82 +88 | +55 | +59', '-82 -88 +84 | +62 | +63', '451055'],
    ['P-I-IMP-21', '+83 +87 | +57 | +59', '-83 -87 +85 | +62 | +63', '451057'],
    ['P-S-EXS-21', '+82 +87 | +56 | +59', '-82 -87 +85 | +62 | +63', '451056'],
    ['S-ART44', '+00 | |', '+49 | |', null],
    ['S-FR', '+00 | |', '+49 | |', null],
    ['S-NA', '| |', '| |', null],
    ['P-NA', '| |', '| |', null],
    ['P-M-EX', '+81 | |', '-81 +85 | |', null],
    ['P-M-IC-T', '+81 | |', '-81 +85 | |', null],
    ['P-S-ICG-6', '+82 +86 | +55 | +59', '-82 -86 +84 | +62 | +63', '451055'],
    ['P-I-ICS-21', '+83 +88 | +55 | +59', '-83 -88 +84 | +62 | +63', '451055'],
    ['P-I-EXS-21', '+83 +87 | +56 | +59', '-83 -87 +85 | +62 | +63', '451056'],
    ['P-I-IMPC-12', '+83 | | +59', '-83 +85 | | +63', null],
    ['P-M-21-D0', '+81 | |', '-81 +85 | |', null],
    ['P-S-IC-21-D0', '+82 +88 | +55 |', '-82 -88 +84 | +62 |', '451055'],
    ['P-I-IC-21-D35', '+83 +86 | +55 | +59', '-83 -86 +84 | +62 | +63', '451055'],
  ];
  for (const [code, invoice, creditNote, dueAccount] of cases) {
    it(`${code}: base, tax due, tax deducted`, () => {
      const { boxes: effects, dueAccount: actual } = vatCode(code);
      const summary = ({ base, due, deductible }: typeof effects.invoice): string =>
        [base, due, deductible].map(written).join(' | ').replace(/ {2,}/g, ' ').trim();
      expect(summary(effects.invoice)).to.equal(invoice);
      expect(summary(effects.creditNote)).to.equal(creditNote);
      expect(actual).to.equal(dueAccount);
    });
  }

  it('add tax that is not deducted to the base of the purchase', () => {
    const cars = vatCode('P-S-21-D50');
    expect(cars).to.include({ rate: '21.00', deductibleRate: '50.00' });
    expect(written(cars.boxes.invoice.nonDeductible)).to.equal('+82');
    expect(written(cars.boxes.creditNote.nonDeductible)).to.equal('-82 +85');
    expect(written(vatCode('P-S-IC-21').boxes.creditNote.nonDeductible)).to.equal('-82');
    expect(written(vatCode('S-21').boxes.invoice.nonDeductible)).to.equal('');
    expect(vatCode('P-I-12-D0')).to.include({
      kind: 'non_deductible',
      deductibleRate: '0.00',
      deductibleAccount: null,
    });
    expect(written(vatCode('P-I-12-D0').boxes.invoice.nonDeductible)).to.equal('+83');
    expect(written(vatCode('P-I-12-D0').boxes.creditNote.nonDeductible)).to.equal('-83 +85');
    expect(vatCode('P-S-IC-21-D50')).to.include({ kind: 'intracom', deductibleRate: '50.00' });
    expect(written(vatCode('P-S-IC-21-D50').boxes.invoice.nonDeductible)).to.equal('+82');
    expect(written(vatCode('P-S-IC-21-D50').boxes.creditNote.nonDeductible)).to.equal('-82');
  });

  it('tell goods, triangular sales and services apart for the intra-Community listing', () => {
    const listed = belgium.vatCodes.filter(({ intraListing }) => intraListing !== null);
    expect(listed.map(({ code, intraListing }) => [code, intraListing])).to.have.deep.members([
      ['S-IC-G', 'L'],
      ['S-IC-T', 'T'],
      ['S-IC-S', 'S'],
    ]);
  });
});

describe('The Belgian numbers of the pack', () => {
  it('are kept bare and shown with separators', () => {
    const { enterpriseNumber, vatNumber } = belgium;
    expect(enterpriseNumber.normalise(enterpriseNumber.example)).to.equal('0477472701');
    expect(enterpriseNumber.format('0477472701')).to.equal(enterpriseNumber.example);
    expect(vatNumber.normalise(vatNumber.example)).to.equal('BE0477472701');
    expect(vatNumber.format('BE0477472701')).to.equal(vatNumber.example);
    expect(vatNumber.normalise('BE431150351')).to.equal(null);
  });
});

describe('The Belgian charts of other legal forms', () => {
  const numbersFor = (legalForm: string): ReadonlyMap<string, PackAccount> =>
    new Map(getChartFor(belgium, legalForm).accounts.map((found) => [found.number, found]));
  const resultsOf = (legalForm: string): readonly string[] =>
    [...numbersFor(legalForm).values()].flatMap(({ number, controlRole }) => (controlRole === 'result' ? number : []));

  it('have a contribution instead of capital and legal reserve', () => {
    for (const form of ['610', '706', '015', '011', '612', '000']) {
      const chart = numbersFor(form);
      for (const number of ['10', '100', '100000', '101', '130', '130000', '6920']) {
        expect(chart.has(number), `${number} of ${form}`).to.equal(false);
      }
      expect(chart.get('110000')).to.include({ isPostable: true, type: 'equity' });
      expect(chart.get('111000')?.labels.fr).to.equal('Apport indisponible');
      expect(chart.get('133000')?.isPostable).to.equal(true);
    }
  });

  it('have funds, gifts and subsidies instead of capital, dividends and operating subsidies', () => {
    for (const form of ['017', '125', '026', '029', '070', '411']) {
      const chart = numbersFor(form);
      for (const number of ['101', '11', '133000', '19', '471000', '740000', '693', '793']) {
        expect(chart.has(number), `${number} of ${form}`).to.equal(false);
      }
      expect(chart.get('100000')?.labels.nl).to.equal('Fondsen van de vereniging of stichting');
      for (const number of ['130', '139', '167', '413000', '4891', '6380', '643000', '730000', '733000', '691']) {
        expect(chart.get(number)?.isPostable, `${number} of ${form}`).to.equal(true);
      }
    }
  });

  it('carry their result forward through accounts of their own', () => {
    expect(resultsOf('014')).to.deep.equal(['693', '793']);
    expect(resultsOf('610')).to.deep.equal(['693', '793']);
    expect(resultsOf('017')).to.deep.equal(['692', '792']);
  });

  it('keep a capital where the law does', () => {
    for (const form of ['014', '027', '001', '013', '114']) {
      expect(numbersFor(form).get('100000')?.labels.en, form).to.equal('Issued capital');
    }
  });
});

describe('The Belgian legal forms', () => {
  const form = (code: string) => belgium.legalForms.find((candidate) => candidate.code === code)!;

  it('have the three digits of the register, in order', () => {
    const codes = belgium.legalForms.map(({ code }) => code);
    for (const code of codes) expect(code).to.match(/^\d{3}$/);
    expect(codes).to.deep.equal([...codes].sort());
  });

  it('are abbreviated as they stand behind a name', () => {
    expect(form('014').abbreviations).to.deep.equal({ fr: 'SA', nl: 'NV', en: 'SA/NV', de: 'AG' });
    expect(form('610').abbreviations).to.deep.equal({ fr: 'SRL', nl: 'BV', en: 'SRL/BV', de: 'GmbH' });
    expect(form('017').abbreviations).to.deep.equal({ fr: 'ASBL', nl: 'VZW', en: 'ASBL/VZW', de: 'VoG' });
    expect(form('027').abbreviations?.en).to.equal('SE');
    expect(form('000').abbreviations).to.equal(null);
  });
});

describe('The Belgian declarations', () => {
  it('are due when the law says', () => {
    const due = belgium.declarations.map(({ kind, period, regimes, due: { day, monthsAfter } }) =>
      [kind, period, `${day}/+${monthsAfter}`, regimes.join(' ')].join(' | '),
    );
    expect(due).to.deep.equal([
      'vat_return | month | 20/+1 | monthly unit',
      'vat_return | quarter | 25/+1 | quarterly',
      'intracom_listing | month | 20/+1 | monthly unit',
      'intracom_listing | quarter | 25/+1 | quarterly',
      'customer_listing | year | 31/+3 | monthly quarterly unit franchise',
      'fees | year | 29/+6 | ',
      'annual_accounts | fiscal_year | 31/+7 | ',
    ]);
  });
});
