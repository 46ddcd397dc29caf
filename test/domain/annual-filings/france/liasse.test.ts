import { expect } from 'chai';
import { france } from '../../../../domain/annual-filings/france/index.ts';
import { findThresholds } from '../../../../domain/annual-filings/france/regime.ts';
import type { FilingForm, FilingInputs } from '../../../../domain/annual-filings/form.ts';
import { ZERO } from '../../../../domain/money.ts';
import { buildBooks, buildInputs, buildMovements, enter, parseBalances } from './books.ts';

/** A trading company in its second year: figures worked out by hand. */
const OPENING = parseBalances(`
  101000 -40000  106100 -1000  110000 -5000  120000 -8000  164000 -30000  205000 3000  280500 -1000
  213100 50000  281310 -10000  218200 20000  281820 -5000  231000 6000  290500 -500  261000 4000  296100 -1000
  151100 -2000  145000 -300  370000 9000  397000 -700  411000 15000  491000 -1500  401000 -12000  512000 11000`);
const CLOSING = parseBalances(`
  101000 -40000  106100 -1800  110000 -9200  164000 -24000  205000 3000  280500 -2000
  213100 56000  281310 -12500  218200 30000.40  281820 -7000  290500 -500  261000 4000  296100 -1500
  151100 -800  145000 -500  370000 10500  397000 -400  411000 21000.30  416000 2400  491000 -2500  401000 -16000.60
  404100 -12000  421000 -2200  431000 -1500  444000 -1800  445510 -3100  445660 900  455100 -4000  457000 -3000
  486000 600  487000 -1000  512000 20000.90
  707000 -200000  757000 -5000  781500 -1200  781730 -300
  607000 109499  603700 -1500  611000 4000  613200 12000  622600 5000  626000 1000  635110 800  635140 600  633100 400
  641100 38000  645100 16000  657000 3000  658200 300  661160 1200  681110 1000  681120 7500  681740 1000  686620 500
  687250 200  695100 4900`);
const movements = buildMovements(OPENING, CLOSING).map((one) => {
  // A building in progress is finished, and a car is sold with its depreciation.
  if (one.number === '218200') return { ...one, debit: '15000.40', credit: '5000.00' };
  if (one.number === '281820') return { ...one, debit: '3000.00', credit: '5000.00' };
  if (one.number === '106100') return { ...one, debit: ZERO, credit: '800.00' };
  return one;
});
const assetLines = [
  { entry_id: 1, account: '231000', debit: ZERO, credit: '6000.00' },
  { entry_id: 1, account: '213100', debit: '6000.00', credit: ZERO },
  { entry_id: 2, account: '218200', debit: ZERO, credit: '5000.00' },
];
const openItems = [
  { account: '411000', due_on: '2026-02-01', amount: '20000.30' },
  { account: '411000', due_on: '2027-06-30', amount: '1000.00' },
  { account: '401000', due_on: '2026-01-31', amount: '-16000.60' },
  { account: '404100', due_on: '2027-01-31', amount: '-2000.00' },
];

const readInputs = (more: Partial<FilingInputs> = {}, endsOn = '2025-12-31'): FilingInputs =>
  buildInputs(buildBooks(CLOSING, movements), {
    endsOn,
    previous: buildBooks(OPENING, []),
    assetLines,
    openItems,
    ...more,
  });

const getForm = (code: string, endsOn = '2025-12-31'): FilingForm =>
  france.listForms({ legal_form_code: '5710' }, endsOn).find((form) => form.code === code)!;

function compute(form: FilingForm, inputs: FilingInputs) {
  const computed = form.compute(inputs);
  const amounts = new Map(computed.boxes.map(({ code, amount }) => [code, amount?.replace('.00', '') ?? null]));
  const pick = (text: string): string =>
    text
      .trim()
      .split(/\s+/)
      .map((code) => `${code} ${amounts.get(code)}`)
      .join('  ');
  return { ...computed, pick };
}

/** Box codes with the amounts that they must have. */
const expectBoxes = ({ pick }: ReturnType<typeof compute>, expected: string): void => {
  const words = expected.trim().split(/\s+/);
  const codes = words.filter((_, place) => place % 2 === 0).join(' ');
  expect(pick(codes)).to.equal(
    words
      .map((word, place) => (place % 2 === 0 ? word : `${word} `))
      .join(' ')
      .trim(),
  );
};

describe('The French tax return, normal regime', () => {
  const computed = compute(getForm('2050'), readInputs());

  it('has gross, depreciation and net of every asset', () => {
    expectBoxes(computed, `AF 3000 AG 2500 AF.net 500 AP 56000 AQ 12500 AP.net 43500 AT 30000 AU 7000 AT.net 23000`);
    expectBoxes(
      computed,
      `CU 4000 CV 1500 CU.net 2500 BJ 93000 BK 23500 BJ.net 69500 BT 10500 BU 400 BX 23400 BY 2500`,
    );
    expectBoxes(computed, `BZ 900 CF 20001 CH 600 CJ 55401 CK 2900 CO 148401 1A 26400 CO.net 122001`);
  });

  it('gives the rounding difference to the largest line of the liabilities', () => {
    // The lines of the assets round to 122 001, those of the liabilities to 122 002 with a capital of 40 000.
    expectBoxes(computed, `DA 39999 DD 1800 DH 9200 DI 1101 DK 500 DL 52600 DP 800 DR 800 DU 24000 DV 4000 DX 16001`);
    expectBoxes(computed, `DY 8600 DZ 12000 EA 3000 EB 1000 EC 68601 EE 122001`);
    expect(computed.checks).to.deep.equal([]);
  });

  it('has the income statement, with sales abroad by their VAT codes', () => {
    expectBoxes(computed, `FA 200000 FB 0 FC 200000 FL 200000 FP 1500 FQ 5000 FR 206500 FS 109499 FT -1500 FW 22000`);
    expectBoxes(computed, `FX 1800 FY 38000 FZ 16000 GA 8500 GC 1000 GE 3300 GF 198599 GG 7901 GQ 500 GR 1200`);
    expectBoxes(computed, `GW 6201 HG 200 HH 200 HK 4900 HL 206500 HM 205399 HN 1101`);
    const salesAbroad = parseBalances('707000 -30000');
    const entered = compute(getForm('2050'), readInputs({ salesAbroad }));
    expectBoxes(entered, `FA 170000 FB 30000 FC 200000 FJ 170000 FK 30000 FL 200000`);
  });

  it('follows assets from the start to the end of the year, transfers apart from disposals', () => {
    expectBoxes(
      computed,
      `KD 3000 KF 0 LW 3000 KJ 50000 KL 6000 IQ 0 MA 0 MB 56000 KY 20000 LA 15000 MP 5000 MQ 30000`,
    );
    expectBoxes(computed, `LH 6000 LJ 0 MY 6000 MZ 0 NA 0 8U 4000 0Y 4000 0G 83000 0J 21000 I4 6000 0K 5000 0L 93000`);
    expectBoxes(computed, `PE 1000 PF 1000 PH 2000 PM 10000 PN 2500 PQ 12500 QH 5000 QI 5000 QJ 3000 QK 7000`);
    expectBoxes(computed, `0N 16000 0P 8500 0Q 3000 0R 21500`);
  });

  it('follows provisions and impairment', () => {
    expectBoxes(computed, `3X 300 TM 200 TN 0 TO 500 4A 2000 4B 0 4C 1200 4D 800 6A 500 6D 500 9U 1000 9V 500 9X 1500`);
    expectBoxes(computed, `6N 700 6P 0 6R 300 6S 400 6T 1500 6U 1000 6V 0 6W 2500 7C 6000 UB 1700 UC 1500 UD 6200`);
    expectBoxes(computed, `UE 1000 UF 1500 UG 500 UH 0 UJ 200 UK 0`);
  });

  it('splits receivables and debts by the due dates of the open items', () => {
    expectBoxes(computed, `VA 2400 UX 21000 VB 900 VS 600 VT 24900 VU 23900 VV 1000 CR 1000`);
    // One supplier is paid after more than a year; nobody said when the loan is due.
    expectBoxes(
      computed,
      `VH 24000 8B 16001 8C 2200 8D 1500 8E 1800 VW 3100 8J 12000 VI 4000 8K 3000 8L 1000 VY 68601`,
    );
    expectBoxes(computed, `EG 42601 VZ 42601`);
    expect([...computed.missing]).to.deep.equal([['2051', ['EG']]]);
    const told = compute(getForm('2050'), readInputs({ manual: enter({ EG: '48601.00' }) }));
    expectBoxes(told, `EG 48601 VZ 48601`);
    expect([...told.missing]).to.deep.equal([]);
  });

  it('computes the taxable result from the books and from what a person entered', () => {
    expectBoxes(computed, `WA 1101 WG 600 WJ 300 I7 4900 WR 6901 WS 0 XH 0 XI 6901 XJ 0 XN 6901 XO 0`);
    const manual = enter({ WD: '250.00', WU: '500.00', XL: '1000.00', K4: '3000.00', I7: '4000.00' });
    const entered = compute(getForm('2050'), readInputs({ manual }));
    expectBoxes(entered, `I7 4000 WR 6251 XH 500 XI 5751 XL 1000 XN 4751 K4 3000 K5 1000 K6 2000 YJ 0 YK 2000`);
  });

  it('tells how the last result was appropriated, and details charges', () => {
    expectBoxes(computed, `0C 5000 0D 8000 0E 0 0F 13000 ZB 800 ZD 0 ZE 3000 ZG 9200 ZH 13000`);
    expectBoxes(computed, `YT 4000 XQ 12000 YU 0 SS 5000 ST 1000 ZJ 22000 YW 800 9Z 1000 YX 1800`);
  });

  it('has the boxes of the edition of 2026 in later years, without those that are unsure', () => {
    const form = getForm('2050', '2026-12-31');
    const later = compute(form, readInputs({}, '2026-12-31'));
    expectBoxes(later, `F1 5000 FQ 0 FR 206500 G1 3000 GE 300 GF 198599 CS 4000 CT 1500 CU 0 HH 200 HN 1101 EE 122001`);
    const codes = new Set(form.boxes.map(({ code }) => code));
    expect(['AX', 'AY', 'HA', 'HB', 'HG', 'G2', 'G3'].filter((code) => codes.has(code))).to.deep.equal([]);
    expect(form.leftOut.map(({ code }) => code)).to.include.members(['G2', 'G3', '2059-A', 'EDI-TDFC']);
    expect(later.checks).to.deep.equal([]);
  });

  it('shows the previous year where it is known', () => {
    const boxes = new Map(computed.boxes.map((box) => [box.code, box.previous]));
    expect(['BJ', 'BK', 'BJ.net', 'EE', 'KL', 'VV'].map((code) => boxes.get(code))).to.deep.equal([
      ...['83000.00', '17500.00', '65500.00', '98300.00', null, null],
    ]);
  });

  it('begins with the rounded values that the previous year ended with', () => {
    const before = parseBalances('213100 10.45  214100 10.40  101000 -20.85');
    const after = parseBalances('213100 15.75  214100 10.40  101000 -20.85  512000 -5.30');
    const current = buildBooks(after, buildMovements(before, after));
    const { boxes } = getForm('2050').compute(buildInputs(current, { previous: buildBooks(before, []) }));
    const find = (code: string) => boxes.find((box) => box.code === code)!;
    // 20.85 is 21, so that the larger line was 11; now it is 16, and 5 of the 5.30 are left.
    expect([find('MB').previous, find('KJ').amount, find('KL').amount, find('MB').amount]).to.deep.equal([
      ...['11.00', '11.00', '5.00', '16.00'],
    ]);
  });

  it('breaks a check if an amount is entered that does not fit, or an account has no box', () => {
    const wrong = compute(getForm('2050'), readInputs({ manual: enter({ BX: '1.00' }) }));
    expect(wrong.checks.map(({ code }) => code)).to.include('2050-2051');
    const [balance] = wrong.checks.filter(({ code }) => code === '2050-2051');
    expect(balance).to.deep.include({ severity: 'blocking', equation: 'CO - 1A = EE', left: '98602.00' });
    const unknown = new Map([...CLOSING, ['195000', '5.00'], ['196000', '-5.00']]);
    const lost = compute(getForm('2050'), readInputs({ current: buildBooks(unknown, movements) }));
    expect(lost.checks.map(({ code, equation }) => [code, equation])).to.deep.include([
      'accounts',
      '195000, 196000 = 0',
    ]);
  });
});

describe('The register of French fixed assets', () => {
  const amounts = {
    ...{ opening_gross: '50000.00', additions: '6000.00', revaluations: ZERO, disposals: ZERO, transfers: ZERO },
    ...{ opening_depreciation: ZERO, depreciation: ZERO, impairment: ZERO, released: ZERO },
    ...{ transferred_depreciation: ZERO, cost: '56000.00', revalued: ZERO, depreciated: ZERO, impaired: ZERO },
  };
  const building = { id: 1, code: 'A', label: 'Atelier', account_id: 1, depreciation_account_id: 2, ...amounts };

  it('is compared with the ledger by account, which is only a warning', () => {
    const assets = [{ ...building, account: '213100', depreciation_account: '281310' }];
    const { checks } = compute(getForm('2050'), readInputs({ assets }));
    // The building agrees; the patent and the car are not in the register.
    expect(checks.map(({ code, severity, left, right }) => [code, severity, left, right])).to.deep.equal([
      ['register-205000', 'warning', '3000.00', '0.00'],
      ['register-218200', 'warning', '30000.40', '0.00'],
    ]);
  });
});

describe('The French tax return, simplified regime', () => {
  const computed = compute(getForm('2033'), readInputs());

  it('has the balance sheet and the income statement', () => {
    expectBoxes(computed, `014 3000 016 2500 028 86000 030 19500 040 4000 042 1500 044 93000 048 23500 044.net 69500`);
    expectBoxes(computed, `068 23400 070 2500 072 900 084 20001 092 600 110 148401 112 26400 110.net 122001`);
    expectBoxes(
      computed,
      `120 39999 126 1800 134 9200 136 1101 140 500 142 52600 154 800 156 24000 166 28001 172 8600`,
    );
    expectBoxes(computed, `173 4000 175 3000 174 1000 176 68601 180 122001 210 200000 230 6500 232 206500 310 1101`);
    expectBoxes(computed, `169 3100 182 21000 184 5000 195 26000 197 1000`);
    expect(computed.checks).to.deep.equal([]);
  });

  it('follows assets and provisions, with transfers as a decrease', () => {
    expectBoxes(
      computed,
      `430 50000 432 6000 434 0 436 56000 460 20000 462 15000 464 5000 466 30000 470 6000 474 6000`,
    );
    expectBoxes(computed, `476 0 490 83000 492 21000 494 11000 496 93000 570 16000 572 8500 574 3000 576 21500`);
    expectBoxes(computed, `606 500 626 800 636 2000 646 400 656 2500 680 6000 682 1700 684 1500 686 6200`);
  });

  it('computes the taxable result', () => {
    expectBoxes(computed, `312 1101 314 0 324 4900 330 300 352 6301 354 0 370 6301 372 0`);
    const manual = enter({ '350': '10000.00', '982': '400.00' });
    expectBoxes(compute(getForm('2033'), readInputs({ manual })), `352 0 354 3699 372 3699 860 3699 870 4099`);
  });
});

describe('The form of the French tax return', () => {
  const choose = (text: string, settings: object = {}): string => {
    const inputs = buildInputs(buildBooks(parseBalances(text), []));
    return france.chooseForm({ ...inputs, company: { ...inputs.company, settings: { ...settings } } });
  };

  it('follows from the turnover, unless the settings name it', () => {
    expect(choose('707000 -840000')).to.equal('2033');
    expect(choose('707000 -840000.01')).to.equal('2050');
    expect(choose('706000 -254000')).to.equal('2033');
    expect(choose('706000 -254001')).to.equal('2050');
    expect(choose('707000 -600000  706000 -250000')).to.equal('2050');
    expect(choose('707000 -100', { 'annual_accounts.scheme': 'full' })).to.equal('2050');
    expect(choose('707000 -900000', { 'annual_accounts.scheme': 'abbreviated' })).to.equal('2033');
  });

  it('has thresholds with their years and their source', () => {
    expect(findThresholds('2024-12-31')).to.include({ goods: '840000.00', services: '254000.00' });
    expect(findThresholds('2030-12-31').source).to.match(/302 septies A/);
  });

  it('is another one for associations', () => {
    const codes = france.listForms({ legal_form_code: '9220' }, '2025-12-31').map(({ code }) => code);
    expect(codes).to.deep.equal(['ANC-2018-06']);
    const ofSoleTrader = france.listForms({ legal_form_code: '1000' }, '2025-12-31');
    expect(ofSoleTrader.map(({ code }) => code)).to.deep.equal(['2050', '2033']);
  });

  it('has words in French where only French is authentic, and translated sections and columns', () => {
    const { boxes, sections } = getForm('2050');
    const find = (code: string) => boxes.find((box) => box.code === code)!.labels;
    expect(find('KG')).to.include({ en: 'Terrains (start of the year)', fr: "Terrains (début de l'exercice)" });
    expect(find('AN')).to.include({ en: 'Land (gross)', fr: 'Terrains (brut)' });
    expect(find('AO').en).to.equal('Land (depreciation and impairment)');
    expect(sections.find(({ code }) => code === '2054')!.labels.de).to.equal('2054: Anlagevermögen');
  });
});

describe('The hand-over of the French tax return', () => {
  const { file, compute: computeForm } = getForm('2050');
  const write = (inputs: FilingInputs) => file!.write(inputs, computeForm(inputs), { at: '', sequence: 1 });

  it('has every filled box by its code, and tells who knows the amount', () => {
    const { value, problems } = write(readInputs({ manual: enter({ WD: '250.00' }) }));
    expect(problems).to.deep.equal([]);
    expect(value.name).to.equal('732829320-2050-2025-12-31-hand-over');
    const content = JSON.parse(value.content) as {
      forms: { form: string; boxes: { code: string }[] }[];
      left_out: string[];
    };
    expect(content).to.include({ kind: 'liasse-hand-over', edition: '2025', form: '2050', unit: 'euro' });
    expect(content).to.deep.nested.include({ 'company.siren': '732829320', 'company.street': '4 Rue de Lille' });
    expect(content.left_out).to.include('EDI-TDFC');
    const boxes = new Map(content.forms.flatMap(({ boxes: of }) => of).map((box) => [box.code, box]));
    expect(boxes.get('AP')).to.deep.equal({
      ...{ code: 'AP', label: 'Constructions', column: 'gross', amount: '56000', net: '43500', previous_net: '40000' },
      source: 'ledger',
    });
    expect(['WJ', 'WD', 'WR'].map((code) => boxes.get(code))).to.deep.equal([
      { code: 'WJ', label: 'Amendes et pénalités', column: 'addition', amount: '300', previous: '0', source: 'ledger' },
      ...[
        { code: 'WD', label: 'Avantages personnels non déductibles', column: 'addition', amount: '250', previous: '0' },
      ].map((box) => ({ ...box, source: 'manual' })),
      { code: 'WR', label: 'Total I', amount: '7151', previous: '0', source: 'total' },
    ]);
    expect([...boxes.keys()].filter((code) => code.includes('.') || code.startsWith('_'))).to.deep.equal([]);
  });

  it('names the settings that are missing', () => {
    const inputs = readInputs();
    const company = { ...inputs.company, enterprise_number: null, city: null };
    expect(write({ ...inputs, company }).problems.map(({ field }) => field)).to.deep.equal([
      ...['enterprise_number', 'city'],
    ]);
  });
});
