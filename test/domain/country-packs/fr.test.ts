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

const france = findCountryPack('FR') as CountryPack;
const chartOf = (variant: ChartVariant): ReadonlyMap<string, PackAccount> =>
  new Map(
    france.charts.find((chart) => chart.variant === variant)!.accounts.map((account) => [account.number, account]),
  );
const companies = chartOf('capital');
const soleTraders = chartOf('no_capital');
const associations = chartOf('association');
const everyChart = france.charts.flatMap(({ accounts }) => accounts);
const boxes = new Map(france.boxes.map((box) => [box.box, box]));

const account = (number: string): PackAccount => {
  const found = companies.get(number);
  if (found === undefined) throw new Error(`No account ${number}`);
  return found;
};

const vatCode = (code: string): PackVatCode => {
  const found = france.vatCodes.find((candidate) => candidate.code === code);
  if (found === undefined) throw new Error(`No VAT code ${code}`);
  return found;
};

const model = (code: string): AnnualAccountsModel => {
  const found = france.annualAccounts.find((candidate) => candidate.code === code);
  if (found === undefined) throw new Error(`No model ${code}`);
  return found;
};

const written = (effects: readonly BoxEffect[]): string =>
  effects.map(({ box, sign }) => `${sign === 1 ? '+' : '-'}${box}`).join(' ');

const expectComplete = (labels: Labels, of: string): void => {
  expect(labels, of).to.have.all.keys(...LANGUAGES);
  for (const language of LANGUAGES) expect(labels[language], `${of} in ${language}`).to.match(/^\S(.*\S)?$/u);
};

const expectPostable = (number: string, of: string): void => {
  for (const { variant, accounts } of france.charts) {
    const found = accounts.find((candidate) => candidate.number === number);
    expect(found?.isPostable, `${of}: account ${number} of ${variant}`).to.equal(true);
  }
};

describe('The French chart', () => {
  it('has headings of one to five digits, and posts to six', () => {
    for (const { number, isPostable } of everyChart) {
      expect(number, number).to.match(isPostable ? /^\d{6}$/ : /^\d{1,5}$/);
    }
  });

  it('has every legal account of the plan comptable général of 2025', () => {
    expect(companies.size).to.equal(1412);
    expect(soleTraders.size).to.equal(1351);
    expect(associations.size).to.equal(1424);
    // Of each class the first, the last and what the reform of 2025 brought.
    for (const number of [
      '101',
      '1521',
      '1527',
      '16718',
      '188',
      '2081',
      '229',
      '28187',
      '29081',
      '31',
      '397',
      '40974',
    ]) {
      expect(companies.has(number) || companies.has(number.padEnd(6, '0')), number).to.equal(true);
    }
    for (const number of ['439', '44812', '4756', '4871', '4967', '524', '5908', '60262', '638', '649', '656', '657']) {
      expect(companies.has(number) || companies.has(number.padEnd(6, '0')), number).to.equal(true);
    }
    for (const number of ['6674', '6862', '699', '747', '756', '757', '7587', '7674', '7876', '8091', '891']) {
      expect(companies.has(number) || companies.has(number.padEnd(6, '0')), number).to.equal(true);
    }
    for (const number of ['101300', '164000', '213100', '281830', '421000', '606100', '607000', '622600', '706000']) {
      expect(account(number).isPostable, number).to.equal(true);
    }
  });

  it('leaves out what the reform abolished, and the examples of how to subdivide', () => {
    for (const prefix of [
      '138',
      '142',
      '153',
      '158',
      '443',
      '4686 ',
      '671',
      '675',
      '6812',
      '771',
      '775',
      '777',
      '79',
    ]) {
      const found = [...companies.keys()].filter((number) => number.startsWith(prefix));
      expect(found, prefix).to.deep.equal([]);
    }
    for (const number of ['311', '3311', '371', '6011', '6071', '7011']) {
      expect(companies.has(number.padEnd(6, '0')), number).to.equal(false);
    }
  });

  it('has a heading of its own class and group above every account, and three digits above what is posted to', () => {
    for (const { accounts } of france.charts) {
      const numbers = new Set(accounts.map(({ number }) => number));
      for (const { number } of accounts) {
        expect(numbers.has(number.slice(0, 1)), `class of ${number}`).to.equal(true);
        expect(numbers.has(number.slice(0, 2)), `group of ${number}`).to.equal(true);
        // 31, 36, 37, 38, 54, 58, … have no accounts of three digits.
        if (!/^\d\d0{4}$/.test(number)) expect(numbers.has(number.slice(0, 3)), number).to.equal(true);
      }
    }
  });

  it('breaks depreciation and write-downs down like what they belong to', () => {
    for (const [of, by] of [
      ['213', '2813'],
      ['215', '2815'],
      ['218', '2818'],
      ['213', '2913'],
      ['274', '2974'],
      ['322', '3922'],
    ] as const) {
      for (const number of companies.keys()) {
        if (!number.startsWith(of) || number === of || number.length === 6) continue;
        const mirrored = by + number.slice(of.length);
        expect(companies.has(mirrored) || companies.has(mirrored.padEnd(6, '0')), mirrored).to.equal(true);
      }
    }
    expect(account('281830').labels.fr).to.equal('Amortissements - Matériel de bureau et matériel informatique');
    expect(account('291820').labels.de).to.equal('Wertberichtigungen - Fuhrpark');
  });

  it('names every account in the four languages, in plain letters', () => {
    for (const { number, labels } of everyChart) {
      expectComplete(labels, number);
      for (const language of LANGUAGES) {
        const text = labels[language];
        expect(text, `${number} in ${language}`).to.match(/^[\p{Script=Latin}\d '’().,:%/-]+$/u);
        expect(text, `${number} in ${language} is garbled`).not.to.match(/Ã|Â|â€|�|\s{2,}|’/u);
        expect(text, `${number} in ${language} shouts`).not.to.match(/\b\p{Lu}{6,}\b/u);
        expect(text, `${number} in ${language}`).to.match(/^[\p{Lu}\d(]/u);
      }
      expect(new Set(LANGUAGES.map((language) => labels[language])).size, number).to.be.above(1);
    }
  });

  it('spells its French names with their accents', () => {
    const bare =
      /\b(etat|ecarts?|etudes|echantillons|electricite|creances?|benefices?|etablissements?|depreciations?|reglementees?|deductibles?|reserves?)\b/i;
    for (const { number, labels } of everyChart) expect(labels.fr, number).not.to.match(bare);
  });

  it('gives names to different accounts that differ', () => {
    for (const { variant, accounts } of france.charts) {
      for (const language of LANGUAGES) {
        const names = accounts.filter(({ isPostable }) => isPostable).map(({ labels }) => labels[language]);
        const repeated = names.filter((name, index) => names.indexOf(name) !== index);
        expect(repeated, `${variant} in ${language}`).to.deep.equal([]);
      }
    }
  });

  it('gives types that agree with the classes', () => {
    const typesOfClass: Record<string, readonly string[]> = {
      '1': ['equity', 'liability', 'asset'],
      '2': ['asset', 'liability'],
      '3': ['asset'],
      '4': ['asset', 'liability'],
      '5': ['asset', 'liability'],
      '6': ['expense'],
      '7': ['income'],
      '8': ['off_balance'],
    };
    for (const { number, type } of everyChart) expect(typesOfClass[number.slice(0, 1)], number).to.include(type);
    const types = [
      '101300',
      '145000',
      '151100',
      '164000',
      '169000',
      '279000',
      '401000',
      '409100',
      '411000',
      '419100',
    ].map((number) => account(number).type);
    expect(types).to.deep.equal([
      'equity',
      'equity',
      'liability',
      'liability',
      'asset',
      'liability',
      'liability',
      'asset',
      'asset',
      'liability',
    ]);
    for (const number of ['109000', '445660', '445620', '445670', '445640', '486000', '471000']) {
      expect(account(number).type, number).to.equal('asset');
    }
    for (const number of ['445510', '445711', '445200', '487000', '455100', '519100', '421000', '431000']) {
      expect(account(number).type, number).to.equal('liability');
    }
  });

  it('knows its control accounts, all postable', () => {
    const roles: Record<string, string[]> = {};
    for (const { number, controlRole, isPostable } of companies.values()) {
      if (controlRole === null) continue;
      expect(isPostable, number).to.equal(true);
      (roles[controlRole] ??= []).push(number);
    }
    expect(roles).to.deep.equal({
      carried_forward: ['110000', '119000'],
      result: ['120000', '129000'],
      supplier: ['401000'],
      customer: ['411000'],
      vat_due: [
        ...[
          '445200',
          '445210',
          '445300',
          '445310',
          '445710',
          '445711',
          '445712',
          '445713',
          '445714',
          '445715',
          '445716',
        ],
        ...['445718', '445741', '445742', '445743', '445744', '445745', '445746'],
      ],
      vat_deductible: [...['445620', '445622', '445623', '445624', '445640', '445660', '445662', '445663', '445664']],
      bank: ['512000'],
      cash: ['530000'],
      transit: ['580000'],
    });
  });

  it('letters what is owed and settled, never a heading', () => {
    for (const { number, isLetterable, isPostable } of everyChart) {
      if (isLetterable) expect(isPostable, number).to.equal(true);
    }
    for (const number of ['401000', '411000', '408100', '418100', '421000', '431000', '455100', '467000', '580000']) {
      expect(account(number).isLetterable, number).to.equal(true);
    }
    for (const number of ['401', '491000', '445660', '445711', '486000', '512000', '530000', '607000', '706000']) {
      expect(account(number).isLetterable, number).to.equal(false);
    }
  });

  it('numbers the banks of a file from 512000 on', () => {
    expect(findNextBankAccountNumber(france, new Set())).to.equal('512000');
    expect(findNextBankAccountNumber(france, new Set(['512000', '512002']))).to.equal('512001');
    const all = new Set(Array.from({ length: 100 }, (_, index) => String(512000 + index)));
    expect(findNextBankAccountNumber(france, all)).to.equal(undefined);
  });

  it('names existing, postable accounts for automatic entries', () => {
    const { vat, invoicesToReceive, reconciliationDifference, transfers, suspense } = france.autoEntryAccounts;
    const numbers = [vat, invoicesToReceive, reconciliationDifference, transfers].flatMap((part) =>
      Object.values(part),
    );
    expect([...numbers, suspense]).to.deep.equal([
      ...['445510', '445670', '445880', '445890', '408100', '418100', '658900', '758900', '580000', '471000'],
    ]);
    for (const number of [...numbers, suspense]) expectPostable(number, 'automatic entries');
    expect(account(reconciliationDifference.expense).type).to.equal('expense');
    expect(account(reconciliationDifference.income).type).to.equal('income');
  });
});

describe('The French charts of others than companies', () => {
  it('give a sole trader an account of the owner instead of partners', () => {
    expect(soleTraders.get('101000')!.labels.fr).to.equal('Capital individuel');
    for (const number of ['108000', '108100', '108900']) {
      expect(soleTraders.get(number)).to.include({ isPostable: true, type: 'equity' });
    }
    for (const number of ['104100', '106100', '109000', '455100', '457000', '277100']) {
      expect(companies.has(number), number).to.equal(true);
      expect(soleTraders.has(number), number).to.equal(false);
    }
  });

  it('give an association own funds, dedicated funds, gifts and membership fees', () => {
    const named = {
      '102': 'Fonds propres sans droit de reprise',
      '103': 'Fonds propres avec droit de reprise',
      '106800': "Réserves pour projet de l'entité",
      '120000': "Résultat de l'exercice - excédent",
      '194000': "Fonds dédiés sur subventions d'exploitation",
      '657100': 'Aides financières octroyées',
      '652000': 'Valeurs comptables des immobilisations incorporelles et corporelles cédées',
      '689400': "Reports en fonds dédiés sur subventions d'exploitation",
      '754110': 'Dons manuels',
      '756100': 'Cotisations sans contrepartie',
      '789400': "Utilisations de fonds dédiés sur subventions d'exploitation",
      '875000': 'Bénévolat',
    };
    for (const [number, name] of Object.entries(named)) expect(associations.get(number)?.labels.fr).to.equal(name);
    for (const number of ['101300', '104100', '109000', '457000', '754000', '644000']) {
      expect(associations.has(number), number).to.equal(false);
    }
    expect(associations.get('194000')!.type).to.equal('liability');
    expect(associations.get('461000')!.type).to.equal('asset');
    expect(associations.get('466000')!.type).to.equal('liability');
    expect(associations.get('864000')!.type).to.equal('off_balance');
  });
});

describe('The French legal forms', () => {
  it('have codes of four digits, in order', () => {
    const codes = france.legalForms.map(({ code }) => code);
    for (const code of codes) expect(code).to.match(/^\d{4}$/);
    expect(codes).to.deep.equal([...codes].sort());
    expect(codes.length).to.be.at.least(130);
    for (const { code, labels, abbreviations } of france.legalForms) {
      expectComplete(labels, code);
      if (abbreviations !== null) expectComplete(abbreviations, code);
    }
  });

  const forms: readonly [code: string, abbreviation: string | null, chart: ChartVariant][] = [
    ['1000', 'EI', 'no_capital'],
    ['5202', 'SNC', 'capital'],
    ['5458', 'SCOP SARL', 'capital'],
    ['5498', 'EURL', 'capital'],
    ['5499', 'SARL', 'capital'],
    ['5599', 'SA', 'capital'],
    ['5710', 'SAS', 'capital'],
    ['5720', 'SASU', 'capital'],
    ['5785', 'SELAS', 'capital'],
    ['6220', 'GIE', 'capital'],
    ['6540', 'SCI', 'capital'],
    ['9220', null, 'association'],
    ['9300', null, 'association'],
  ];
  for (const [code, abbreviation, chart] of forms) {
    it(`${code} is ${abbreviation ?? 'without abbreviation'} and keeps the chart ${chart}`, () => {
      const form = france.legalForms.find((candidate) => candidate.code === code)!;
      expect(form.abbreviations?.fr ?? null).to.equal(abbreviation);
      expect(getChartFor(france, code).variant).to.equal(chart);
    });
  }
});

describe('The French journals', () => {
  it('are the six that a new file starts with', () => {
    expect(france.journals.map(({ code, type, controlAccount }) => [code, type, controlAccount])).to.deep.equal([
      ['ACH', 'purchase', '401000'],
      ['NCA', 'purchase_credit', '401000'],
      ['VEN', 'sale', '411000'],
      ['NCV', 'sale_credit', '411000'],
      ['OD', 'miscellaneous', null],
      ['CAI', 'cash', '530000'],
    ]);
    // Named as in Belgium, except that a credit note is an "avoir" to a French accountant.
    const avoirs: Readonly<Record<string, string>> = { NCA: 'Avoirs sur achats', NCV: 'Avoirs sur ventes' };
    expect(france.journals.map(({ labels }) => labels)).to.deep.equal(
      findCountryPack('BE')!.journals.map(({ code, labels }) => ({ ...labels, fr: avoirs[code] ?? labels.fr })),
    );
  });
});

describe('The French VAT return', () => {
  it('has the lines of the CA3, those of gross tax with two columns', () => {
    const lines = france.boxes.map(({ box }) => box);
    expect(lines.filter((line) => !line.endsWith('-HT'))).to.deep.equal([
      ...['A1', 'A2', 'A3', 'A4', 'A5', 'B1', 'B2', 'B3', 'B4', 'B5'],
      ...['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9'],
      ...['08', '09', '9B', '10', '11', 'T1', 'T2', 'TC', 'T3', 'T4', 'T5', 'T6', 'T7', '13', 'P1', 'P2'],
      ...['I1', 'I2', 'I3', 'I4', 'I5', 'I6', '15', '5B', '16', '17', '18'],
      ...['19', '20', '21', '22', '2C', '23', '24', '2E'],
      ...['25', 'TD', '26', 'AA', '27', 'Y5', 'Y6', 'X5', '28', '29', 'Z5', 'AB', '32'],
    ]);
    const bases = lines.filter((line) => line.endsWith('-HT'));
    expect(bases).to.have.lengthOf(22);
    for (const base of bases) expect(boxes.get(base.slice(0, -3))?.frame, base).to.equal('B-I');
    for (const { box, labels } of france.boxes) expectComplete(labels, box);
  });

  it('computes its totals', () => {
    const formulas = france.boxes.flatMap(({ box, formula }) =>
      formula === null ? [] : [[box, written(formula.terms), formula.atLeastZero]],
    );
    expect(formulas).to.deep.equal([
      ['16', '+08 +09 +9B +10 +11 +T1 +T2 +TC +T3 +T4 +T5 +T6 +T7 +13 +P1 +P2 +I1 +I2 +I3 +I4 +I5 +I6 +15 +5B', false],
      ['23', '+19 +20 +21 +22 +2C', false],
      ['25', '+23 -16', true],
      ['TD', '+16 -23', true],
      ['27', '+25 -26 -AA', false],
      ['28', '+TD -X5', false],
      ['32', '+28 +29 +Z5 -AB', false],
    ]);
  });

  it('is due on the 24th, the yearly one in May', () => {
    expect(france.vatRegimes.map(({ code, periodicReturn }) => [code, periodicReturn])).to.deep.equal([
      ['monthly', { period: 'month', dueDay: 24 }],
      ['quarterly', { period: 'quarter', dueDay: 24 }],
      ['franchise', null],
      ['exempt', null],
      ['unit', { period: 'month', dueDay: 24 }],
      ['yearly', { period: 'year', dueDay: 3 }],
    ]);
  });

  it('comes with listings, slips and tax accounts', () => {
    expect(france.declarations.map(({ kind, period, due }) => [kind, period, due.day, due.monthsAfter])).to.deep.equal([
      ['vat_return', 'month', 24, 1],
      ['vat_return', 'quarter', 24, 1],
      ['vat_return', 'year', 3, 5],
      ['intracom_listing', 'month', 10, 1],
      ['fees', 'year', 3, 5],
      ['annual_accounts', 'fiscal_year', 31, 3],
    ]);
  });
});

describe('The French VAT codes', () => {
  it('are 119, each with its own code and names', () => {
    expect(france.vatCodes).to.have.lengthOf(119);
    expect(new Set(france.vatCodes.map(({ code }) => code)).size).to.equal(119);
    for (const language of LANGUAGES) {
      expect(new Set(france.vatCodes.map(({ labels }) => labels[language])).size, language).to.equal(119);
    }
    for (const { code } of france.vatCodes) expect(code).to.match(/^[SP][A-Z0-9.-]{1,19}$/);
  });

  it('end in their rate, which their names repeat in the way of each language', () => {
    for (const { code, rate, labels } of france.vatCodes) {
      if (rate === '0.00') continue;
      const inCode = /-(\d+(?:\.\d+)?)$/.exec(code)?.[1];
      expect(Number(inCode), code).to.equal(Number(rate));
      expect(labels.en, code).to.match(new RegExp(`\\b${inCode}%$`));
      for (const language of ['fr', 'nl', 'de'] as const) {
        expect(labels[language], code).to.match(new RegExp(`\\b${inCode!.replace('.', ',')} %$`));
      }
    }
  });

  it('cover every rate of the mainland, overseas and Corsica', () => {
    const ratesOf = (prefix: string) =>
      france.vatCodes.filter(({ code }) => new RegExp(`^${prefix}-[\\d.]+$`).test(code)).map(({ rate }) => rate);
    expect(ratesOf('S')).to.deep.equal(['20.00', '10.00', '5.50', '2.10']);
    expect(ratesOf('S-E')).to.deep.equal(['20.00', '10.00', '5.50', '2.10']);
    expect(ratesOf('S-DOM')).to.deep.equal(['8.50', '2.10', '1.75', '1.05']);
    expect(ratesOf('S-CO')).to.deep.equal(['13.00', '10.00', '2.10', '0.90']);
    expect(ratesOf('P-G')).to.have.members(['20.00', '10.00', '5.50', '2.10', '13.00', '8.50', '1.75', '1.05', '0.90']);
  });

  it('take credit notes off the lines of the invoices', () => {
    for (const { code, boxes: effects } of france.vatCodes) {
      for (const part of ['base', 'due', 'deductible', 'nonDeductible'] as const) {
        expect(written(effects.creditNote[part]), `${code} ${part}`).to.equal(
          written(effects.invoice[part]).replaceAll('+', '-'),
        );
      }
    }
  });

  it('make services due when they are paid, and let them wait on accounts of their own', () => {
    for (const { code, exigibility, nature, dueAccount, deductibleAccount } of france.vatCodes) {
      const waits = [dueAccount, deductibleAccount].some((number) => /^445(74|64)/.test(number ?? ''));
      expect(exigibility === 'payment', code).to.equal(waits);
      if (exigibility === 'payment') expect(nature, code).to.equal('services');
    }
    expect(vatCode('S-E-20')).to.include({ exigibility: 'payment', dueAccount: '445741' });
    expect(vatCode('S-20')).to.include({ exigibility: 'invoice', dueAccount: '445711' });
    expect(vatCode('P-S-20')).to.include({ exigibility: 'payment', deductibleAccount: '445640' });
    expect(vatCode('P-S-D-20')).to.include({ exigibility: 'invoice', deductibleAccount: '445660' });
  });

  const cases: readonly [code: string, invoice: string, dueAccount: string | null, deductibleAccount: string | null][] =
    [
      ['S-20', '+A1 +08-HT | +08 |', '445711', null],
      ['S-5.5', '+A1 +09-HT | +09 |', '445713', null],
      ['S-2.1', '+A1 +T6-HT | +T6 |', '445714', null],
      ['S-E-10', '+A1 +9B-HT | +9B |', '445742', null],
      ['S-DOM-8.5', '+A1 +10-HT | +10 |', '445715', null],
      ['S-DOM-2.1', '+A1 +11-HT | +11 |', '445715', null],
      ['S-CO-13', '+A1 +TC-HT | +TC |', '445716', null],
      ['S-CO-0.9', '+A1 +T5-HT | +T5 |', '445716', null],
      ['S-I-20', '+A2 +08-HT | +08 |', '445711', null],
      ['S-EXO', '+E2 | |', null, null],
      ['S-AL', '+E2 | |', null, null],
      ['S-IC-G', '+F2 | |', null, null],
      ['S-EX', '+E1 | |', null, null],
      ['S-OSS', '+E3 | |', null, null],
      ['S-NA', '| |', null, null],
      ['P-G-20', '| | +20', null, '445660'],
      ['P-I-20', '| | +19', null, '445620'],
      ['P-G-IC-20', '+B2 +08-HT | +08 +17 | +20', '445200', '445662'],
      ['P-I-IC-20', '+B2 +08-HT | +08 +17 | +19', '445200', '445622'],
      ['P-S-IC-20', '+A3 +08-HT | +08 | +20', '445210', '445662'],
      ['P-S-HUE-20', '+A3 +08-HT | +08 | +20', '445310', '445663'],
      ['P-S-IC-D0-20', '+A3 +08-HT | +08 |', '445210', null],
      ['P-I-IC-D0-20', '+B2 +08-HT | +08 +17 |', '445200', null],
      ['P-S-HUE-D0-20', '+A3 +08-HT | +08 |', '445310', null],
      ['P-G-NE-20', '+B4 +08-HT | +08 | +20', '445718', '445664'],
      ['P-S-AL-10', '+A2 +9B-HT | +9B | +20', '445718', '445664'],
      ['P-G-IMP-20', '+A4 +I1-HT | +I1 | +20 +24', '445300', '445663'],
      ['P-I-IMP-8.5', '+A4 +I3-HT | +I3 | +19 +24', '445300', '445623'],
      ['P-G-IMP-EXO', '+E4 | |', null, null],
      ['P-G-FR', '+F6 | |', null, null],
    ];
  for (const [code, invoice, dueAccount, deductibleAccount] of cases) {
    it(`${code}: base, tax due, tax deducted`, () => {
      const { boxes: effects, ...rest } = vatCode(code);
      const summary = ({ base, due, deductible }: BoxEffects): string =>
        [base, due, deductible].map(written).join(' | ').replace(/ {2,}/g, ' ').trim();
      expect(summary(effects.invoice)).to.equal(invoice);
      expect(rest).to.include({ dueAccount, deductibleAccount });
    });
  }

  it('deduct four fifths of the tax on fuel and nothing on passenger cars', () => {
    expect(vatCode('P-G-D80-20')).to.include({
      kind: 'standard',
      deductibleRate: '80.00',
      deductibleAccount: '445660',
    });
    expect(vatCode('P-I-D0-20')).to.include({
      kind: 'non_deductible',
      deductibleRate: '0.00',
      deductibleAccount: null,
    });
    expect(written(vatCode('P-I-D0-20').boxes.invoice.deductible)).to.equal('');
  });

  it('list goods, triangular sales and services to other Member States', () => {
    const listed = france.vatCodes.filter(({ intraListing }) => intraListing !== null);
    expect(listed.map(({ code, intraListing }) => [code, intraListing])).to.deep.equal([
      ['S-IC-G', 'L'],
      ['S-IC-T', 'T'],
      ['S-IC-S', 'S'],
    ]);
  });
});

describe('The French annual accounts', () => {
  const balances = new Map([
    ['101300', '-10000.00'],
    ['218300', '3000.00'],
    ['281830', '-1000.00'],
    ['411000', '1200.00'],
    ['491000', '-200.00'],
    ['401000', '-600.00'],
    ['455100', '-500.00'],
    ['512000', '9500.00'],
    ['512001', '-300.00'],
    ['445510', '-100.00'],
    ['706000', '-2000.00'],
    ['622600', '800.00'],
    ['681120', '200.00'],
  ]);

  it('show assets net of depreciation, and the depreciation besides', () => {
    const amounts = computeRubricAmounts(model('2050'), balances);
    expect(amounts.get('AT')).to.equal('2000.00');
    expect(amounts.get('AU')).to.equal('1000.00');
    expect(amounts.get('BX')).to.equal('1000.00');
    expect(amounts.get('BY')).to.equal('200.00');
    expect(amounts.get('BJ')).to.equal('2000.00');
    expect(amounts.get('1A')).to.equal('1200.00');
  });

  it('show the same result in both statements, and what is owed to banks among the debts', () => {
    const amounts = computeRubricAmounts(model('2050'), balances);
    const shown = ['CF', 'DU', 'DV', 'DX', 'DY', 'FL', 'FW', 'GA', 'GG', 'HN', 'DI', 'CO', 'EE'].map((code) => [
      code,
      amounts.get(code),
    ]);
    expect(Object.fromEntries(shown)).to.deep.equal({
      CF: '9500.00',
      DU: '300.00',
      DV: '500.00',
      DX: '600.00',
      DY: '100.00',
      FL: '2000.00',
      FW: '800.00',
      GA: '200.00',
      GG: '1000.00',
      HN: '1000.00',
      DI: '1000.00',
      CO: '12500.00',
      EE: '12500.00',
    });
    const simplified = computeRubricAmounts(model('2033'), balances);
    for (const [code, amount] of Object.entries({
      '028': '2000.00',
      '030': '1000.00',
      '068': '1000.00',
      '084': '9500.00',
      '110': '12500.00',
      '120': '10000.00',
      '136': '1000.00',
      '156': '300.00',
      '169': '100.00',
      '172': '100.00',
      '173': '500.00',
      '180': '12500.00',
      '218': '2000.00',
      '310': '1000.00',
    })) {
      expect(simplified.get(code), code).to.equal(amount);
    }
  });

  it('have the codes of the forms', () => {
    const codes = (of: string, statement: string) =>
      model(of)
        .rubrics.filter((rubric) => rubric.statement === statement && rubric.isMemo !== true)
        .map(({ code }) => code);
    expect(codes('2050', 'assets').slice(0, 4)).to.deep.equal(['AA', 'AB', 'CX', 'AF']);
    expect(codes('2050', 'assets').at(-1)).to.equal('CO');
    expect(codes('2050', 'liabilities')[0]).to.equal('DA');
    expect(codes('2050', 'liabilities').at(-1)).to.equal('EE');
    expect(codes('2050', 'income').at(-1)).to.equal('HN');
    expect(codes('2033', 'assets')[0]).to.equal('010');
    expect(codes('2033', 'income').at(-1)).to.equal('310');
  });

  it('put accounts where an accountant looks for them', () => {
    const places: readonly [account: string, full: string, simplified: string][] = [
      ['205000', 'AF', '014'],
      ['207000', 'AH', '010'],
      ['275000', 'BH', '040'],
      ['370000', 'BT', '060'],
      ['409100', 'BV', '064'],
      ['445660', 'BZ', '072'],
      ['486000', 'CH', '092'],
      ['104100', 'DB', '132'],
      ['106100', 'DD', '126'],
      ['131000', 'DJ', '137'],
      ['164000', 'DU', '156'],
      ['404100', 'DZ', '166'],
      ['421000', 'DY', '172'],
      ['457000', 'EA', '175'],
      ['487000', 'EB', '174'],
      ['607000', 'FS', '234'],
      ['603700', 'FT', '236'],
      ['613200', 'FW', '242'],
      ['641100', 'FY', '250'],
      ['645100', 'FZ', '252'],
      ['657000', 'GE', '262'],
      ['661160', 'GR', '294'],
      ['678000', 'HE', '300'],
      ['695100', 'HK', '306'],
      ['707000', 'FC', '210'],
      ['757000', 'FQ', '230'],
      ['762100', 'GK', '280'],
      ['764000', 'GL', '280'],
      ['768000', 'GL', '280'],
    ];
    for (const [number, full, simplified] of places) {
      for (const [of, requested] of [
        ['2050', full],
        ['2033', simplified],
      ] as const) {
        const found = listRubricsOfAccount(model(of), number)
          .filter(({ statement, isMemo }) => isMemo !== true && (statement === 'income' || !/^[67]/.test(number)))
          .map(({ code }) => code);
        expect(found, `${number} in ${of}`).to.deep.equal([requested]);
      }
    }
    const ofAssociations = model('ANC-2018-06');
    for (const [number, requested] of [
      ['756100', 'R11'],
      ['754110', 'R17'],
      ['657100', 'R34'],
      ['689400', 'R40'],
    ] as const) {
      const found = listRubricsOfAccount(ofAssociations, number).filter(({ statement }) => statement === 'income');
      expect(found.map(({ code }) => code)).to.deep.equal([requested]);
    }
  });
});

describe('The French numbers of the pack', () => {
  it('are kept bare and shown with spaces', () => {
    const { enterpriseNumber, vatNumber } = france;
    expect(enterpriseNumber.normalise(enterpriseNumber.example)).to.equal('732829320');
    expect(enterpriseNumber.normalise('732 829 320 00074')).to.equal('732829320');
    expect(enterpriseNumber.format('732829320')).to.equal(enterpriseNumber.example);
    expect(vatNumber.normalise(vatNumber.example)).to.equal('FR44732829320');
    expect(vatNumber.format('FR44732829320')).to.equal(vatNumber.example);
    expect(vatNumber.normalise('FR45732829320')).to.equal(null);
  });
});
