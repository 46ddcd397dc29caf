import { expect } from 'chai';
import { computeRubricAmounts, listRubricsOfAccount } from '../../../domain/country-packs/annual-accounts.ts';
import {
  getChartFor,
  findCountryPack,
  findNextBankAccountNumber,
  type AnnualAccountsModel,
  type BoxEffect,
  type BoxEffects,
  type ChartVariant,
  type CountryPack,
  type Labels,
  type PackAccount,
  type PackVatCode,
} from '../../../domain/country-packs/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';

const luxembourg = findCountryPack('LU') as CountryPack;
const chartOf = (variant: ChartVariant): ReadonlyMap<string, PackAccount> =>
  new Map(
    luxembourg.charts.find((chart) => chart.variant === variant)!.accounts.map((account) => [account.number, account]),
  );
const [capital, noCapital, association] = [chartOf('capital'), chartOf('no_capital'), chartOf('association')];
const everyChart = luxembourg.charts.flatMap(({ accounts }) => accounts);
const boxes = new Map(luxembourg.boxes.map((box) => [box.box, box]));

const account = (number: string): PackAccount => {
  const found = capital.get(number);
  if (found === undefined) throw new Error(`No account ${number}`);
  return found;
};

const vatCode = (code: string): PackVatCode => {
  const found = luxembourg.vatCodes.find((candidate) => candidate.code === code);
  if (found === undefined) throw new Error(`No VAT code ${code}`);
  return found;
};

const written = (effects: readonly BoxEffect[]): string =>
  effects.map(({ box, sign }) => `${sign === 1 ? '+' : '-'}${box}`).join(' ');

const summary = ({ base, due, deductible, nonDeductible }: BoxEffects): string =>
  [base, due, deductible, nonDeductible].map(written).join(' | ');

const expectComplete = (labels: Labels, of: string): void => {
  expect(labels, of).to.have.all.keys(...LANGUAGES);
  for (const language of LANGUAGES) expect(labels[language], `${of} in ${language}`).to.match(/^\S(.*\S)?$/u);
};

/** Everything in the pack that people read. */
const allLabels: readonly (readonly [of: string, labels: Labels])[] = [
  ...everyChart.map(({ number, labels }) => [number, labels] as const),
  ...luxembourg.boxes.map(({ box, labels }) => [box, labels] as const),
  ...luxembourg.vatCodes.map(({ code, labels }) => [code, labels] as const),
  ...luxembourg.vatRegimes.map(({ code, labels }) => [code, labels] as const),
  ...luxembourg.legalForms.map(({ code, labels }) => [code, labels] as const),
  ...luxembourg.journals.map(({ code, labels }) => [code, labels] as const),
  ...luxembourg.declarations.map(({ kind, labels }) => [kind, labels] as const),
  ...luxembourg.annualAccounts.flatMap(({ code, labels, rubrics }) => [
    [code, labels] as const,
    ...rubrics.map((rubric) => [rubric.code, rubric.labels] as const),
  ]),
];

describe('The Luxembourg charts', () => {
  it('hold the whole standard chart between them: 747 accounts of imputation, 279 that group, seven classes', () => {
    const numbers = new Map(everyChart.map((one) => [one.number, one]));
    // What the pack adds: the first bank, and the income of associations.
    for (const own of ['513101', '7081', '7082', '7083', '7088']) expect(numbers.delete(own), own).to.equal(true);
    expect(numbers.size).to.equal(747 + 279 + 7);
    const leaves = [...numbers.keys()].filter(
      (number) => ![...numbers.keys()].some((other) => other !== number && other.startsWith(number)),
    );
    expect(leaves).to.have.lengthOf(747);
    for (const number of [
      '10611',
      '106284',
      '138232',
      '212152',
      '315',
      '4322',
      '47168',
      '518',
      '62117',
      '779',
      '788',
    ]) {
      expect(leaves, number).to.include(number);
    }
    for (const number of ['40111', '47164', '47264', '703001', '1041', '66', '76']) {
      expect(numbers.has(number), number).to.equal(false);
    }
  });

  it('have the counts that their differences make', () => {
    expect(luxembourg.charts.map(({ variant, accounts }) => [variant, accounts.length])).to.deep.equal([
      ['capital', 972],
      ['no_capital', 1031],
      ['association', 966],
    ]);
  });

  it('differ in equity: capital, private accounts, funds', () => {
    const has = (number: string) => [capital, noCapital, association].map((chart) => chart.has(number));
    expect(has('101')).to.deep.equal([true, false, true]);
    expect(has('102')).to.deep.equal([true, false, false]);
    expect(has('104')).to.deep.equal([false, true, false]);
    expect(has('105')).to.deep.equal([true, true, false]);
    expect(has('10611')).to.deep.equal([false, true, false]);
    expect(has('111')).to.deep.equal([true, true, false]);
    expect(has('15')).to.deep.equal([true, true, false]);
    expect(has('7081')).to.deep.equal([false, false, true]);
    expect(association.get('708')!.isPostable).to.equal(false);
    expect(capital.get('708')!.isPostable).to.equal(true);
    expect(association.get('101')!.labels.en).to.equal('Initial assets and endowments');
    expect(capital.get('101')!.labels.en).to.equal('Subscribed capital');
  });

  it('have a heading above every account, one digit shorter or a class', () => {
    for (const { accounts } of luxembourg.charts) {
      const numbers = new Set(accounts.map(({ number }) => number));
      for (const number of numbers) {
        if (number.length === 1 || number === '513101') continue;
        expect(numbers.has(number.slice(0, -1)), `heading of ${number}`).to.equal(true);
      }
    }
  });

  it('give types that agree with the side of the balance sheet', () => {
    const types = Object.fromEntries(
      ['101', '102', '103', '142', '182', '1941', '231', '361', '4011', '4015', '4019', '421611', '4311', '44111'].map(
        (number) => [number, account(number).type],
      ),
    );
    expect(types).to.deep.equal({
      '101': 'equity',
      '102': 'asset',
      '103': 'asset',
      '142': 'equity',
      '182': 'liability',
      '1941': 'liability',
      '231': 'asset',
      '361': 'asset',
      '4011': 'asset',
      '4015': 'liability',
      '4019': 'asset',
      '421611': 'asset',
      '4311': 'liability',
      '44111': 'liability',
    });
    const others = ['44113', '44123', '461411', '4711', '481', '482', '484', '485', '513101', '5132', '5171', '5172'];
    expect(others.map((number) => account(number).type)).to.deep.equal([
      'asset',
      'asset',
      'liability',
      'liability',
      'asset',
      'liability',
      'asset',
      'liability',
      'asset',
      'liability',
      'asset',
      'liability',
    ]);
  });

  it('agree with the annual accounts on what is an asset and what is not', () => {
    const full = model('full', 'capital');
    for (const { number, type, isPostable } of capital.values()) {
      if (!isPostable || ['513101', '5171'].includes(number)) continue;
      const sheet = listRubricsOfAccount(full, number).filter(({ statement }) => statement !== 'income');
      expect(
        sheet.map(({ statement }) => statement),
        number,
      ).to.deep.equal([type === 'asset' ? 'assets' : 'liabilities']);
    }
  });

  it('know their control accounts', () => {
    const roles = Object.fromEntries(
      [...capital.values()].flatMap(({ number, controlRole }) => (controlRole === null ? [] : [[number, controlRole]])),
    );
    expect(roles).to.deep.equal({
      '142': 'result',
      '1412': 'carried_forward',
      '4011': 'customer',
      '421611': 'vat_deductible',
      '44111': 'supplier',
      '461411': 'vat_due',
      '513101': 'bank',
      '516': 'cash',
      '5171': 'transit',
    });
  });

  it('letter what is owed and settled, and neither value adjustments nor the VAT of a period', () => {
    for (const number of ['4011', '4014', '44111', '44112', '461412', '421612', '4621', '4714', '484', '5171'])
      expect(account(number).isLetterable, number).to.equal(true);
    for (const number of ['4019', '41119', '42189', '421611', '461411', '513101', '516', '601', '7061', '142', '481'])
      expect(account(number).isLetterable, number).to.equal(false);
  });

  it('number the banks from 513101 on', () => {
    expect(findNextBankAccountNumber(luxembourg, new Set())).to.equal('513101');
    expect(findNextBankAccountNumber(luxembourg, new Set(['513101']))).to.equal('513102');
    const all = new Set(Array.from({ length: 99 }, (_, index) => String(513101 + index)));
    expect(findNextBankAccountNumber(luxembourg, all)).to.equal(undefined);
  });
});

describe('What the Luxembourg pack says', () => {
  it('is said in four languages, each time', () => {
    for (const [of, labels] of allLabels) expectComplete(labels, of);
  });

  it('is written in normal case, with clean characters', () => {
    for (const [of, labels] of allLabels) {
      for (const language of LANGUAGES) {
        const label = labels[language];
        const said = `${of} in ${language}: ${label}`;
        // Letters, digits and the marks of a sentence; no curly quotes, no long dashes, nothing of a broken encoding.
        expect(label, said).to.match(/^[\p{Script=Latin}\d .,:;()/%'+-]+$/u);
        expect(label, said).not.to.match(/Ã|Â|â€|\uFFFD| {2}/u);
        expect(label, said).not.to.match(/\p{Lu}{6,}/u);
        // The lines of the annual accounts are lettered.
        if (!/^[a-z]+\) /.test(label)) expect(label[0], said).to.equal(label[0]!.toUpperCase());
      }
    }
  });

  it('has no mistake that the public lists of the chart are known for', () => {
    const known =
      /Dispositions|Résultats avancés|Remises accordées|\bEtat\b|Electricité|Kontigent|gegnüber|Geschäfst|umwandlugs|Brennsoff|Ttech|Spesenkonten|Greenhous |operationnal|merchandises\b/;
    for (const [of, labels] of allLabels) {
      for (const language of LANGUAGES) expect(labels[language], of).not.to.match(known);
    }
  });

  it('is not the French of one label in the place of another language', () => {
    const sameOnPurpose = new Set([
      'Documentation',
      'Concessions',
      'Sponsoring',
      'Machines',
      'Multirisques',
      'Provisions',
    ]);
    for (const { number, labels } of everyChart) {
      if (sameOnPurpose.has(labels.fr)) continue;
      for (const language of ['nl', 'de'] as const) {
        if (labels.fr.split(' ').length > 1) expect(labels[language], number).not.to.equal(labels.fr);
      }
    }
  });
});

describe('The Luxembourg legal forms', () => {
  it('are those of the register, each with its chart', () => {
    const charts = Object.fromEntries(luxembourg.legalForms.map(({ code, chart }) => [code, chart]));
    expect(charts).to.include({
      SARL: 'capital',
      SARLS: 'capital',
      SA: 'capital',
      SAS: 'capital',
      SCA: 'capital',
      SE: 'capital',
      SCOP: 'capital',
      SUCC: 'capital',
      SNC: 'no_capital',
      SCS: 'no_capital',
      SCSP: 'no_capital',
      SC: 'no_capital',
      GIE: 'no_capital',
      CPP: 'no_capital',
      ASBL: 'association',
      FOND: 'association',
    });
    for (const { code } of luxembourg.legalForms) expect(code).to.match(/^[A-Z]{2,8}$/);
    expect(luxembourg.legalForms.find(({ code }) => code === 'SARL')!.abbreviations!.de).to.equal('S.à r.l.');
    expect(luxembourg.legalForms.find(({ code }) => code === 'CPP')!.abbreviations).to.equal(null);
  });

  it('give a file its chart', () => {
    expect(getChartFor(luxembourg, 'CPP').variant).to.equal('no_capital');
    expect(getChartFor(luxembourg, 'ASBL').variant).to.equal('association');
    expect(getChartFor(luxembourg, null).variant).to.equal('capital');
  });
});

describe('The Luxembourg VAT return', () => {
  it('has the 163 fields of the form, all filed', () => {
    expect(boxes.size).to.equal(163);
    expect(luxembourg.boxes.every(({ isFiled }) => isFiled)).to.equal(true);
    for (const { box } of luxembourg.boxes) expect(box).to.match(/^\d{3}$/);
  });

  it('computes its totals as the form says', () => {
    const formulas = Object.fromEntries(
      luxembourg.boxes.flatMap(({ box, formula }) => (formula === null ? [] : [[box, written(formula.terms)]])),
    );
    expect(formulas).to.deep.equal({
      '012': '+454 +455 +456',
      '454': '+471 +472',
      '021': '+457 +014 +015 +016 +017 +481 +482 +226 +018 +423 +424 +019 +419',
      '022': '+012 -021',
      '037': '+701 +901 +703 +903 +705 +905 +031 +033 +416 +451',
      '046': '+702 +902 +704 +904 +706 +906 +040 +042 +417 +452',
      '051': '+711 +911 +713 +913 +715 +915 +049 +194 +719',
      '056': '+712 +912 +714 +914 +716 +916 +054',
      '065': '+721 +921 +723 +923 +725 +925 +059 +195 +729 +731 +931 +733 +933 +735 +935 +063 +196',
      '407': '+722 +922 +724 +924 +726 +926 +068 +732 +932 +734 +934 +736 +936 +073',
      '436': '+741 +941 +743 +943 +745 +945 +431',
      '462': '+742 +942 +744 +944 +746 +946 +432',
      '463': '+751 +951 +753 +953 +755 +955 +441 +445',
      '464': '+752 +952 +754 +954 +756 +956 +442',
      '765': '+761 +961',
      '766': '+762 +962',
      '409': '+436 +435 +463 +765',
      '410': '+462 +464 +766',
      '767': '+769 +763 +963',
      '768': '+770 +764 +964',
      '076': '+046 +056 +407 +410 +768 +227',
      '093': '+458 +459 +460 +090 +461 +092 +228',
      '097': '+094 +095 +096',
      '102': '+093 -097',
      '103': '+076',
      '104': '+102',
      '105': '+103 -104',
    });
    for (const { formula } of luxembourg.boxes) if (formula) expect(formula.atLeastZero).to.equal(false);
  });

  it('is due on the 15th, the listings on the 25th, the annual return before May', () => {
    expect(
      luxembourg.vatRegimes.map(({ code, periodicReturn }) => [code, periodicReturn?.period, periodicReturn?.dueDay]),
    ).to.deep.equal([
      ['monthly', 'month', 15],
      ['quarterly', 'quarter', 15],
      ['franchise', undefined, undefined],
      ['exempt', undefined, undefined],
      ['unit', 'month', 15],
      ['yearly', 'year', 29],
    ]);
    expect(
      luxembourg.declarations.map(({ kind, period, due }) => [kind, period, due.day, due.monthsAfter]),
    ).to.deep.equal([
      ['vat_return', 'month', 15, 1],
      ['vat_return', 'quarter', 15, 1],
      ['vat_return', 'year', 30, 4],
      ['vat_return', 'year', 29, 2],
      ['intracom_listing', 'month', 25, 1],
      ['intracom_listing', 'quarter', 25, 1],
      ['annual_accounts', 'fiscal_year', 31, 7],
    ]);
  });
});

describe('The Luxembourg VAT codes', () => {
  it('are 150, with rates in force alone', () => {
    expect(luxembourg.vatCodes).to.have.lengthOf(150);
    const rates = new Set(luxembourg.vatCodes.map(({ rate }) => rate));
    expect([...rates].sort()).to.deep.equal(['0.00', '14.00', '17.00', '3.00', '8.00']);
  });

  it('repeat their rate in their codes and names', () => {
    for (const { code, rate, labels } of luxembourg.vatCodes) {
      expect(code).to.match(/^[SP](-[A-Z0-9]+)+$/);
      const rateInCode = /-(\d+)(-D\d+|-ND)?$/.exec(code)?.[1];
      if (rateInCode === undefined) continue;
      expect(rate, code).to.equal(`${rateInCode}.00`);
      for (const language of LANGUAGES) expect(labels[language], code).to.match(new RegExp(`\\b${rateInCode} ?%`));
    }
  });

  it('take credit notes off the fields of the invoices', () => {
    for (const { code, boxes: effects } of luxembourg.vatCodes) {
      const opposite = summary(effects.invoice).replaceAll('+', '-');
      expect(summary(effects.creditNote), code).to.equal(opposite);
    }
  });

  it('show every sale once as turnover and once by rate or by the reason why it is not taxed', () => {
    const turnover = ['471', '472', '455', '456'];
    const byRate = boxes.get('037')!.formula!.terms.map(({ box }) => box);
    const exempt = boxes.get('021')!.formula!.terms.map(({ box }) => box);
    for (const { code, direction, rate, boxes: effects } of luxembourg.vatCodes) {
      // What goods had cost that are sold by their margin is no turnover.
      if (direction === 'purchase' || code === 'S-NA' || code === 'S-MG') continue;
      const [first, second, ...rest] = effects.invoice.base.map(({ box }) => box);
      expect(rest, code).to.deep.equal([]);
      expect(turnover, code).to.include(first);
      expect(rate === '0.00' && code !== 'S-0' ? exempt : byRate, code).to.include(second);
    }
  });

  it('declare the tax of a purchase where its regime does, and deduct it there', () => {
    const inputTax = {
      P: '458',
      ICG: '459',
      IMP: '460',
      IMPC: '460',
      ICS: '461',
      EXS: '461',
      CCS: '461',
      CCG: '461',
      MG: '458',
    };
    for (const { code, direction, rate, deductibleRate, boxes: effects, ...rest } of luxembourg.vatCodes) {
      if (direction === 'sale' || rate === '0.00') continue;
      const regime = /^P-[MSI]-([A-Z]+)-/.exec(code)?.[1] ?? 'P';
      const isOwed = !['P', 'IMPC', 'MG'].includes(regime) || code.startsWith('P-PRIV');
      expect(rest.dueAccount, code).to.equal(isOwed ? '461411' : null);
      expect(effects.invoice.base.length, code).to.equal(isOwed ? 1 : 0);
      expect(effects.invoice.due.length, code).to.equal(isOwed ? 1 : 0);
      if (code.endsWith('-ND') || code.startsWith('P-PRIV')) {
        expect(deductibleRate, code).to.equal('0.00');
        expect([effects.invoice.deductible, effects.invoice.nonDeductible], code).to.deep.equal([[], []]);
        continue;
      }
      const box = inputTax[regime as keyof typeof inputTax];
      expect(box, code).not.to.equal(undefined);
      const isDeducted = deductibleRate !== '0.00';
      expect(rest.deductibleAccount, code).to.equal(isDeducted ? '421611' : null);
      expect(written(effects.invoice.deductible), code).to.equal(isDeducted ? `+${box}` : '');
      expect(written(effects.invoice.nonDeductible), code).to.equal(
        `+${box} +${isDeducted ? '095' : regime === 'MG' ? '096' : '094'}`,
      );
    }
  });

  const cases: readonly [code: string, invoice: string, kind: string, deductibleRate: string][] = [
    ['S-17', '+472 +701 | +702 |  | ', 'standard', '100.00'],
    ['S-3', '+472 +031 | +040 |  | ', 'standard', '100.00'],
    ['S-0', '+472 +033 |  |  | ', 'standard', '100.00'],
    ['S-VAD-17', '+471 +701 | +702 |  | ', 'standard', '100.00'],
    ['S-PRIV-S-17', '+456 +701 | +702 |  | ', 'standard', '100.00'],
    ['S-CC', '+472 +419 |  |  | ', 'reverse_charge', '100.00'],
    ['S-IC-G', '+472 +457 |  |  | ', 'intracom', '100.00'],
    ['S-IC-T', '+472 +018 |  |  | ', 'intracom', '100.00'],
    ['S-IC-S', '+472 +423 |  |  | ', 'intracom', '100.00'],
    ['S-EX', '+472 +014 |  |  | ', 'export', '100.00'],
    ['S-ART44', '+472 +016 |  |  | ', 'exempt', '100.00'],
    ['S-NA', ' |  |  | ', 'outside_scope', '100.00'],
    ['P-M-17', ' |  | +458 | +458 +095', 'standard', '100.00'],
    ['P-S-8', ' |  | +458 | +458 +095', 'standard', '100.00'],
    ['P-S-17-D50', ' |  | +458 | +458 +095', 'standard', '50.00'],
    ['P-S-17-D0', ' |  |  | +458 +094', 'non_deductible', '0.00'],
    ['P-S-17-ND', ' |  |  | ', 'non_deductible', '0.00'],
    ['P-M-ICG-17', '+711 | +712 | +459 | +459 +095', 'intracom', '100.00'],
    ['P-I-ICG-3', '+049 | +054 | +459 | +459 +095', 'intracom', '100.00'],
    ['P-M-ICG-0', '+194 |  |  | ', 'intracom', '100.00'],
    ['P-M-IC-T', '+152 |  |  | ', 'intracom', '100.00'],
    ['P-S-ICS-17', '+741 | +742 | +461 | +461 +095', 'intracom', '100.00'],
    ['P-S-ICS-17-D0', '+741 | +742 |  | +461 +094', 'intracom', '0.00'],
    ['P-S-ICS-3', '+431 | +432 | +461 | +461 +095', 'intracom', '100.00'],
    ['P-S-ICS-0', '+435 |  |  | ', 'intracom', '100.00'],
    ['P-M-IMP-14', '+723 | +724 | +460 | +460 +095', 'import', '100.00'],
    ['P-S-IMP-3', '+059 | +068 | +460 | +460 +095', 'import', '100.00'],
    ['P-M-IMP-0', '+195 |  |  | ', 'import', '100.00'],
    ['P-M-IMPC-17', ' |  | +460 | +460 +095', 'import', '100.00'],
    ['P-PRIV-IMP-17', '+731 | +732 |  | ', 'import', '0.00'],
    ['P-S-EXS-8', '+755 | +756 | +461 | +461 +095', 'reverse_charge', '100.00'],
    ['P-S-EXS-0', '+445 |  |  | ', 'reverse_charge', '100.00'],
    ['P-S-CCS-17', '+761 | +762 | +461 | +461 +095', 'reverse_charge', '100.00'],
    ['P-M-CCG-17', '+769 | +770 | +461 | +461 +095', 'reverse_charge', '100.00'],
    ['P-M-CCG-8', '+763 | +764 | +461 | +461 +095', 'reverse_charge', '100.00'],
    ['P-S-EX', ' |  |  | ', 'exempt', '100.00'],
    ['P-NA', ' |  |  | ', 'outside_scope', '100.00'],
  ];
  for (const [code, invoice, kind, deductibleRate] of cases) {
    it(`${code}: base, tax due, tax deducted, tax not deducted`, () => {
      expect(vatCode(code)).to.include({ kind, deductibleRate });
      expect(summary(vatCode(code).boxes.invoice)).to.equal(invoice);
    });
  }

  it('tell goods, triangular sales and services apart for the listings', () => {
    const listed = luxembourg.vatCodes.filter(({ intraListing }) => intraListing !== null);
    expect(listed.map(({ code, intraListing }) => [code, intraListing])).to.deep.equal([
      ['S-IC-G', 'L'],
      ['S-IC-T', 'T'],
      ['S-IC-S', 'S'],
    ]);
  });
});

describe('The Luxembourg annual accounts', () => {
  it('have the fields of the eCDF forms', () => {
    expect(luxembourg.annualAccounts.map(({ code }) => code)).to.deep.equal([
      'ecdf-full-capital',
      'ecdf-abbreviated-capital',
      'ecdf-full-no-capital',
      'ecdf-abbreviated-no-capital',
      'ecdf-full-association',
      'ecdf-abbreviated-association',
    ]);
    for (const { rubrics } of luxembourg.annualAccounts) {
      // Odd: the even number behind each is the same line of the year before.
      for (const { code } of rubrics) expect(code).to.match(/^\d\d[13579]$/);
    }
    expect(model('full', 'capital').rubrics).to.have.lengthOf(138);
    expect(model('abbreviated', 'capital').rubrics).to.have.lengthOf(61);
  });

  it('show an invoice and a bill as the form does', () => {
    const balances = new Map([
      ['4011', '1404.00'],
      ['461411', '-204.00'],
      ['7061', '-1200.00'],
      ['44111', '-1123.20'],
      ['421611', '163.20'],
      ['6061', '960.00'],
    ]);
    const shown = computeRubricAmounts(model('full', 'capital'), balances);
    const filled = Object.fromEntries([...shown].filter(([, amount]) => amount !== '0.00'));
    expect(filled).to.deep.equal({
      '151': '1567.20',
      '163': '1567.20',
      '165': '1404.00',
      '167': '1404.00',
      '183': '163.20',
      '185': '163.20',
      '201': '1567.20',
      '301': '240.00',
      '321': '240.00',
      '435': '1327.20',
      '367': '1123.20',
      '369': '1123.20',
      '451': '204.00',
      '393': '204.00',
      '405': '1567.20',
      '701': '1200.00',
      '671': '-960.00',
      '601': '-960.00',
      '667': '240.00',
      '669': '240.00',
    });
    const abridged = computeRubricAmounts(model('abbreviated', 'capital'), balances);
    expect(['203', '453', '651', '669'].map((code) => abridged.get(code))).to.deep.equal([
      '1567.20',
      '1327.20',
      '240.00',
      '240.00',
    ]);
  });

  it('show an overdrawn bank as a debt, beside one with a balance', () => {
    const balances = new Map([
      ['513101', '500.00'],
      ['513102', '-200.00'],
      ['101', '-300.00'],
    ]);
    for (const [scheme, debt] of [
      ['full', '357'],
      ['abbreviated', '453'],
    ] as const) {
      const shown = computeRubricAmounts(model(scheme, 'capital'), balances);
      expect([shown.get('197'), shown.get(debt), shown.get('201'), shown.get('405')]).to.deep.equal([
        '500.00',
        '200.00',
        '500.00',
        '500.00',
      ]);
    }
  });

  it('say the same in both layouts', () => {
    for (const { number, isPostable } of capital.values()) {
      if (!isPostable) continue;
      const balances = new Map([[number, '-100.00']]);
      const [full, abridged] = (['full', 'abbreviated'] as const).map((scheme) =>
        computeRubricAmounts(model(scheme, 'capital'), balances),
      );
      for (const [code, amount] of abridged!) {
        if (full!.has(code)) expect(full!.get(code), `${number} in ${code}`).to.equal(amount);
      }
    }
  });

  const places: readonly [account: string, full: string, abridged: string][] = [
    ['4015', '399', '453'],
    ['4025', '401', '455'],
    ['44113', '185', '203'],
    ['44123', '187', '205'],
    ['4621', '395', '453'],
    ['5132', '357', '453'],
    ['503', '195', '189'],
    ['183', '335', '331'],
    ['13821', '433', '309'],
    ['315', '157', '153'],
  ];
  for (const [number, full, abridged] of places) {
    it(`put ${number} in ${full}, abridged in ${abridged}`, () => {
      expect(listRubricsOfAccount(model('full', 'capital'), number).map(({ code }) => code)).to.deep.equal([full]);
      expect(listRubricsOfAccount(model('abbreviated', 'capital'), number).map(({ code }) => code)).to.deep.equal([
        abridged,
      ]);
    });
  }
});

describe('The Luxembourg numbers of the pack', () => {
  it('take a number of the register or a matricule, and a VAT number', () => {
    const { enterpriseNumber, vatNumber } = luxembourg;
    expect(enterpriseNumber.normalise('RCS Luxembourg B 123.456')).to.equal('B123456');
    expect(enterpriseNumber.normalise('2024 2400 123')).to.equal('20242400123');
    expect(enterpriseNumber.normalise('LU15027442')).to.equal(null);
    expect(vatNumber.normalise(vatNumber.example)).to.equal('LU15027442');
    expect(vatNumber.normalise('B123456')).to.equal(null);
  });
});

function model(scheme: AnnualAccountsModel['scheme'], chart: AnnualAccountsModel['chart']): AnnualAccountsModel {
  return luxembourg.annualAccounts.find((one) => one.scheme === scheme && one.chart === chart)!;
}
