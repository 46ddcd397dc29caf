import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { listDatapoints } from '../../../../domain/annual-filings/belgium/datapoints.ts';
import { findElement, findText, listElements, type XmlElement } from '../../../../domain/xml.ts';
import { readXml } from '../../../../outside/xml/read-xml.ts';
import { buildInputs, getForm, move, SETTINGS, type Given } from './support.ts';

/** A small company in its second year, with staff, a machine that it bought, and one that it sold. */
const GIVEN: Given = {
  balances: {
    ...{ '110000': '-20000.00', '140000': '-1000.00', '240000': '8000.00', '240009': '-2500.00' },
    ...{ '400000': '6050.00', '411000': '210.00', '440000': '-2420.00', '451000': '-1050.00', '550000': '17210.00' },
    ...{ '700000': '-30000.00', '604000': '9000.50', '612000': '5999.50', '620200': '9000.00', '630200': '1500.00' },
  },
  previous: {
    ...{ '110000': '-20000.00', '240000': '5000.00', '240009': '-2000.00', '550000': '18000.00' },
    ...{ '700000': '-4000.00', '612000': '3000.00' },
  },
  movements: [
    move('240000', '5000.00', '3000.00'),
    move('240009', '-2000.00', '-500.00'),
    move('630200', '0.00', '1500.00'),
  ],
  assetLines: [
    { entry_id: 1, account: '240000', debit: '4000.00', credit: '0.00' },
    { entry_id: 2, account: '240000', debit: '0.00', credit: '1000.00' },
    { entry_id: 2, account: '240009', debit: '1000.00', credit: '0.00' },
    { entry_id: 3, account: '240009', debit: '0.00', credit: '1500.00' },
  ],
  manual: {
    ...{ '1001': { amount: '1.00' }, '1003': { amount: '1.00' }, '1011': { amount: '1720.00' } },
    ...{ '1013': { amount: '1720.00' }, '1021': { amount: '9000.00' }, '1023': { amount: '9000.00' } },
    ...{ '1051': { amount: '1.00' }, '1053': { amount: '1.00' }, '1101': { amount: '1.00' } },
    ...{ '1103': { amount: '1.00' }, '1211': { amount: '1.00' }, '1213': { amount: '1.00' } },
    ...{ '12111': { amount: '1.00' }, '12113': { amount: '1.00' }, '1341': { amount: '1.00' } },
    ...{ '1343': { amount: '1.00' }, '5811': { amount: '1.00' }, '5812': { amount: '8.00' } },
    ...{ '5813': { amount: '250.00' }, '58131': { amount: '250.00' }, deed_date: { text: '2023-02-14' } },
  },
};

const write = (code: string, given: Given) => {
  const inputs = buildInputs(given);
  const form = getForm(code);
  const computed = form.compute(inputs);
  return { computed, ...form.file!.write(inputs, computed, { at: '2026-06-01T00:00:00Z', sequence: 1 }) };
};

const GOLDEN = new URL('golden/m87.xbrl', import.meta.url);

describe('The XBRL file of the Belgian annual accounts', () => {
  const { value, problems, computed } = write('m87', GIVEN);

  it('is as it was reviewed', () => {
    expect(computed.checks).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
    expect(value.name).to.equal('m87-0477472701-2025-12-31');
    expect(value.content).to.equal(readFileSync(GOLDEN, 'utf8'));
    expect(write('m81', GIVEN).value.name).to.equal('m81-0477472701-2025-12-31-draft');
  });

  describe('when it is read', () => {
    let contexts: ReadonlyMap<string, XmlElement>;
    let facts: readonly XmlElement[];
    let root: XmlElement;

    before(async () => {
      root = await readXml(Buffer.from(value.content));
      contexts = new Map(listElements(root, 'context').map((context) => [context.attributes['id']!, context]));
      facts = root.children.filter(({ attributes }) => attributes['contextRef'] !== undefined);
    });

    const listMembers = (context: XmlElement): string =>
      listElements(context, 'scenario/explicitMember')
        .map(({ text }) => text)
        .join(' ');

    it('has instant contexts at the closing date of one entity', () => {
      for (const context of contexts.values()) {
        expect(findText(context, 'period/instant')).to.equal('2025-12-31');
        expect(findText(context, 'entity/identifier')).to.equal('0477472701');
        expect(findElement(context, 'entity/identifier')!.attributes['scheme']).to.equal('http://www.fgov.be');
        expect(findElement(context, 'entity/segment')).to.equal(undefined);
      }
      expect(findElement(root, 'schemaRef')!.attributes['href']).to.equal(
        'http://www.nbb.be/be/fr/cbso/fws/26.0/mod/m87/m87-f.xsd',
      );
    });

    it('has no fact twice, and no context twice', () => {
      const keys = facts.map(({ namespace, name, attributes }) => `${namespace} ${name} ${attributes['contextRef']}`);
      expect(new Set(keys).size).to.equal(keys.length);
      const members = [...contexts.values()].map((context) => {
        const typed = listElements(context, 'scenario/typedMember').map(({ children }) => children[0]!.text);
        return `${listMembers(context)} ${typed.join(' ')}`;
      });
      expect(new Set(members).size).to.equal(members.length);
    });

    it('has the metric and the dimensions of the table for every amount', () => {
      const known = new Set(
        listDatapoints('m87').flatMap(({ metric, members, period, previous }) =>
          [period, previous].map((one) =>
            [metric, ...[...members, ...(one === null ? [] : [one])].toSorted()].join(' '),
          ),
        ),
      );
      const amounts = facts.filter(({ attributes }) => attributes['unitRef'] !== undefined);
      for (const { name, attributes } of amounts) {
        const members = listMembers(contexts.get(attributes['contextRef']!)!).split(' ').toSorted();
        expect(known).to.include([name, ...members].join(' '));
        expect(attributes['decimals']).to.equal('INF');
      }
      expect(amounts.length).to.be.greaterThan(60);
      expect(listElements(root, 'unit').map((unit) => findText(unit, 'measure'))).to.deep.equal([
        'iso4217:EUR',
        'pure',
      ]);
    });

    it('has both years side by side, and whole numbers where it counts', () => {
      const findFacts = (...wanted: readonly string[]) =>
        facts
          .filter(({ attributes }) => {
            const members = listMembers(contexts.get(attributes['contextRef']!)!).split(' ');
            return wanted.length === members.length && wanted.every((one) => members.includes(one));
          })
          .map(({ name, text }) => `${name} ${text}`);
      expect(findFacts('bas:m25', 'part:m1', 'prd:m1')).to.deep.equal(['am1 28970.00']);
      expect(findFacts('bas:m25', 'part:m1', 'prd:m2')).to.deep.equal(['am1 21000.00']);
      expect(findFacts('bas:m73', 'gdr:m1', 'hrs:m1', 'part:m8', 'prd:m1', 'wkr:m1', 'wrg:m1')).to.deep.equal([
        'int4 1720',
      ]);
      expect(findFacts('bas:m32', 'part:m2')).to.deep.equal(['list1 cct:m31']);
    });
  });

  it('publishes turnover beside the gross margin only if it is entered', () => {
    const turnover = '<xbrldi:explicitMember dimension="dim:bas">bas:m53</xbrldi:explicitMember>';
    expect(value.content).to.not.contain(turnover);
    const asked = write('m87', { ...GIVEN, manual: { ...GIVEN.manual, '70': { amount: '30000.00' } } });
    expect(asked.value.content).to.contain(turnover);
  });

  it('shows uncalled capital and advances as positive, and restructuring costs as negative', () => {
    const balances = {
      ...{ '100000': '-1000.00', '101000': '400.00', '19': '50.00', '649': '-20.00', '550000': '570.00' },
    };
    const { boxes, checks } = write('m01', { balances, company: { legal_form_code: '014' } }).computed;
    const amounts = Object.fromEntries(boxes.map(({ code, amount }) => [code, amount]));
    expect(amounts).to.include({ '100': '1000.00', '101': '400.00', '10': '600.00', '19': '50.00', '649': '-20.00' });
    expect(checks.filter(({ severity }) => severity === 'blocking')).to.deep.equal([]);
  });

  it('refuses signs that the taxonomy does not know, and half people', () => {
    const balances = { '400000': '-10.00', '550000': '10.00' };
    const { checks } = write('m87', { balances, manual: { '1051': { amount: '0.50' } } }).computed;
    const blocking = checks.filter(({ severity }) => severity === 'blocking');
    expect(blocking.map(({ code, left, right }) => [code, left, right])).to.deep.equal([
      ['sign_40', '-10.00', '0.00'],
      ['sign_40/41', '-10.00', '0.00'],
      ['whole_1051', '0.50', '1.00'],
    ]);
  });
});

describe('Identification of the company', () => {
  const listProblems = (company: object, manual: Given['manual'] = {}) =>
    write('m87', { ...GIVEN, company, manual }).problems.map(({ code, field }) => `${code} ${field}`);

  it('names everything that is missing', () => {
    const [director] = SETTINGS['annual_accounts.directors'];
    const settings = { 'annual_accounts.directors': [{ ...director, street: null }] };
    const nothing = { enterprise_number: null, street: null, postal_code: '', legal_form: null, legal_form_code: null };
    expect(listProblems({ ...nothing, settings })).to.deep.equal(
      [
        ...['street', 'postal_code', 'enterprise_number', 'legal_form', 'legal.rpm_district'],
        ...['annual_accounts.general_meeting_date', 'annual_accounts.valuation_rules'],
        'annual_accounts.directors.0.street',
      ].map((field) => `filing_detail_missing ${field}`),
    );
    expect(listProblems({ settings: { ...SETTINGS, 'annual_accounts.directors': [] } })).to.deep.equal([
      'filing_detail_missing annual_accounts.directors',
    ]);
    expect(listProblems({}, { deed_date: { text: 'May' } })).to.deep.equal([
      'filing_day_invalid manual.deed_date.text',
    ]);
  });

  it('states that nothing is corrected or in liquidation, unless a person says so', () => {
    const findStatements = (manual: NonNullable<Given['manual']>) =>
      [...write('m87', { ...GIVEN, manual }).value.content.matchAll(/<met:bln1[^>]*>(\w+)/g)].map(([, text]) => text);
    expect(findStatements({})).to.deep.equal(['true', 'false', 'false']);
    expect(findStatements({ is_correction: { text: 'true' }, previous_as_published: { text: 'false' } })).to.deep.equal(
      [...['false', 'true', 'false']],
    );
    expect(listProblems({}, { is_in_liquidation: { text: 'oui' } })).to.deep.equal([
      'filing_statement_invalid manual.is_in_liquidation.text',
    ]);
  });

  it('finds the court by its name or its division, in the language of the file', () => {
    const findCourt = (name: string, locale = 'fr') => {
      const settings = { ...SETTINGS, 'legal.rpm_district': name };
      const { value, problems } = write('m87', { ...GIVEN, company: { settings, locale: locale as 'fr' } });
      return /<cct-enum:list1[^>]*>([^<]+)/.exec(value.content)?.[1] ?? problems[0]?.code;
    };
    expect(findCourt('Bruxelles')).to.equal('cct:m31');
    expect(findCourt('Brussel', 'nl')).to.equal('cct:m32');
    expect(findCourt('Liège, division Namur')).to.equal('cct:m19');
    expect(findCourt('liege')).to.equal('cct:m15');
    expect(findCourt('Kortrijk')).to.equal('cct:m13');
    expect(findCourt('Paris')).to.equal('filing_court_unknown');
  });

  it('writes addresses abroad and legal forms without a member as texts', () => {
    const { content } = write('m87', {
      ...GIVEN,
      company: { country: 'FR', postal_code: '59000', city: 'Lille', legal_form: 'SRL', legal_form_code: '000' },
    }).value;
    for (const text of ['>cty:mFR<', '>59000<', '>Lille<', '>SRL<']) expect(content).to.contain(text);
    expect(content).to.contain('>Dupont &amp; Fils<').and.not.contain('>pcd:m5900');
  });
});
