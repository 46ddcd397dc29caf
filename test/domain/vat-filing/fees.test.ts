import { expect } from 'chai';
import { companyFile, evolveUndoFacts, NO_UNDO_FACTS } from '../../../domain/company-file.ts';
import { normaliseBelgianNationalNumber } from '../../../domain/numbers/belgian-national-number.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { listSlipsWithoutCountryCode, writeBelcotaxFile } from '../../../domain/vat-filing/belcotax.ts';
import type { FeesEvent, SlipFields } from '../../../domain/vat-filing/fees-events.ts';
import { buildSlip, type Candidate } from '../../../domain/vat-filing/fees-listing.ts';
import { AS_IN_THE_BOOKS, decideSlip, type SetFeesSlip } from '../../../domain/vat-filing/fees-slips.ts';
import { feesUndo } from '../../../domain/vat-filing/fees-undo.ts';
import type { CompanyFile } from '../../../domain/company-file-state.ts';
import { findElement, listElements, findText } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { company, slip } from './support.ts';
import { decided as decideSample, openedFile, replay } from '../../support/company-file-samples.ts';
import { NO_EARLIER_EVENTS } from '../../../domain/history/earlier.ts';

const said: SlipFields = { nature: 'fees', amount: '500.00', amount_paid: '200.00', is_excluded: false };
const set = (more: Partial<SetFeesSlip> = {}): SetFeesSlip => ({
  type: 'SetFeesSlip',
  year: 2026,
  third_party_id: 5,
  slip: said,
  baseVersion: null,
  ...more,
});

function bookkeeping(): CompanyFile {
  const records = [{ id: 5, data: { type: 'supplier', name: 'Avocat' } }];
  const command = { type: 'CreateRecords', resource: 'third-parties', records } as const;
  return replay(decideSample(command, openedFile), openedFile);
}

describe('Slips 281.50', () => {
  const file = bookkeeping();
  const after = (events: readonly FeesEvent[], from = file): CompanyFile =>
    events.reduce((state, event) => companyFile.evolve(state, event), from);
  const decided = (command: SetFeesSlip, from = file): readonly FeesEvent[] => {
    const events = decideSlip(command, from);
    if (isRefusal(events)) throw new Error(JSON.stringify(events));
    return events;
  };

  it('say what a person says, once, and keep what was said before', () => {
    const first = decided(set());
    expect(first.map(({ data }) => [data.id, data.version, data.previous])).to.deep.equal([
      [52026, 1, AS_IN_THE_BOOKS],
    ]);
    const known = after(first);
    expect(decideSlip(set(), known)).to.deep.equal([]);
    const [second] = decided(set({ slip: { ...said, is_excluded: true } }), known);
    expect([second!.data.id, second!.data.version, second!.data.previous]).to.deep.equal([52026, 2, said]);
  });

  it('are refused for a third party that is not there, another version, and more paid than due', () => {
    expect(decideSlip(set({ third_party_id: 6 }), file)).to.deep.include({ code: 'not_found' });
    expect(decideSlip(set({ baseVersion: 3 }), file)).to.deep.include({ code: 'conflict' });
    expect(decideSlip(set({ slip: { ...said, amount_paid: '500.01' } }), file)).to.have.nested.property(
      'problems[0].code',
      'fees_paid_more',
    );
  });

  it('are taken back to what they were, unless they were changed again', () => {
    const events = decided(set());
    const rule = feesUndo.FeesSlipSet;
    if (!('revert' in rule)) throw new Error('a slip can be taken back');
    const undoing = (from: CompanyFile) => ({
      file: from,
      facts: NO_UNDO_FACTS,
      together: events,
      only: null,
      today: '2026-12-31',
      earlier: NO_EARLIER_EVENTS,
      postedAgain: new Map<number, number>(),
      takeIds: () => [],
      evolve: companyFile.evolve,
      evolveFacts: evolveUndoFacts,
    });
    const back = rule.revert(events[0]!.data, undoing(after(events)));
    expect(back).to.have.nested.property('[0].data.slip').that.deep.equals(AS_IN_THE_BOOKS);
    const again = after([...events, ...decided(set({ slip: { ...said, amount: null } }), after(events))]);
    expect(rule.revert(events[0]!.data, undoing(again))).to.have.nested.property(
      'blockers[0].code',
      'undo_fees_slip_set_again',
    );
  });

  const candidate = (more: Partial<Candidate> = {}): Candidate => {
    const { version: _version, is_edited: _edited, excluded: _excluded, ...beneficiary } = slip();
    return { ...beneficiary, said: null, ...more };
  };

  it('come from the books, and are left out up to 125 euros or by hand', () => {
    expect(buildSlip(candidate())).to.deep.include({ amount: '1500.00', amount_paid: '1000.00', excluded: null });
    expect(buildSlip(candidate({ amount: '125.00' })).excluded).to.equal('below_threshold');
    expect(buildSlip(candidate({ amount: '-10.00', amount_paid: '-10.00' }))).to.deep.include({ amount: '0.00' });
    const excluded = { ...AS_IN_THE_BOOKS, is_excluded: true, version: 1 };
    expect(buildSlip(candidate({ said: excluded })).excluded).to.equal('by_hand');
    // What a person puts in is taken as it is.
    expect(buildSlip(candidate({ said: { ...said, amount: '100.00', version: 2 } }))).to.deep.include({
      amount: '100.00',
      amount_paid: '200.00',
      nature: 'fees',
      excluded: null,
      version: 2,
      is_edited: true,
    });
  });
});

describe('The file of slips for Belcotax', () => {
  const settings = {
    'vat.sender_281_50.name': 'Fiduciaire Nord',
    'vat.sender_281_50.enterprise_number': '0403019261',
    'vat.sender_281_50.address': 'Quai de la Batte 1, 4000 Liège',
    'vat.sender_281_50.phone': '+32 4 222 33 44',
    'vat.sender_281_50.email': 'fiches@nord.example',
  };
  const written = (slips = [slip()], more = {}) => {
    const file = { year: 2026, slips, made_on: '2027-06-01' } as const;
    const { value: xml, problems } = writeBelcotaxFile(company({ settings, ...more }), file);
    return { xml, problems };
  };

  it('has the sender of the settings, a record a slip in cents, and totals that prove it whole', async () => {
    const person = slip({ enterprise_number: null, national_number: '85073003328', nature: 'commissions' });
    const { xml, problems } = written([slip(), person]);
    expect(problems).to.deep.equal([]);
    const sending = findElement(await readXml(Buffer.from(xml)), 'Verzending');
    const text = (path: string) => findText(sending, path);
    expect([
      text('v0014_naam'),
      text('v0016_postcode'),
      text('v0017_gemeente'),
      text('v0024_nationaalnr'),
    ]).to.deep.equal(['Fiduciaire Nord', '4000', 'Liège', '0403019261']);
    const slips = listElements(sending, 'Aangiften/Aangifte/Opgaven/Opgave32550/Fiche28150');
    const fields = [
      'f50_2060_commissies',
      'f50_2061_erelonenofvacatie',
      'f50_2065_werkelijkbetaaldb',
      'f50_2059_totaalcontrole',
    ];
    expect(slips.map((one) => fields.map((field) => findText(one, field)))).to.deep.equal([
      // 1,500 of fees, 1,500 in all, 1,000 paid.
      ['0', '150000', '100000', '400000'],
      ['150000', '0', '100000', '400000'],
    ]);
    expect(findText(slips[1], 'f2011_nationaalnr')).to.equal('85073003328');
    expect(slips.map((one) => findText(one, 'f50_2030_aardpersoon'))).to.deep.equal(['2', '1']);
    // 1 + 2, and two records of heads beside the slips.
    expect([
      text('Aangiften/Aangifte/r8010_aantalrecords'),
      text('Aangiften/Aangifte/r8011_controletotaal'),
    ]).to.deep.equal(['4', '3']);
    expect([text('r9011_totaalaantalrecords'), text('r9013_controletotaal')]).to.deep.equal(['6', '800000']);
  });

  it('is refused while something is missing that the administration asks for, by field', () => {
    const incomplete = slip({ city: null, enterprise_number: null });
    const { problems } = written([incomplete], { settings: {}, city: null });
    expect(problems.map(({ code, field }) => [code, field])).to.deep.equal([
      ['fees_sender_incomplete', 'vat.sender_281_50.phone'],
      ['fees_sender_incomplete', 'vat.sender_281_50.email'],
      ['filing_address', 'city'],
      ['fees_beneficiary_incomplete', 'slips.5.city'],
      ['fees_number_missing', 'slips.5.national_number'],
    ]);
    expect(written([]).problems.map(({ code }) => code)).to.deep.equal(['listing_empty']);
  });
});

describe('The slip of a beneficiary abroad', () => {
  const settings = { 'vat.sender_281_50.phone': '+32 4 222 33 44', 'vat.sender_281_50.email': 'fiches@nord.example' };
  const abroad = { enterprise_number: null, national_number: null, postal_code: '75001', city: 'Paris' };

  it('needs no Belgian number, and has no code of a country that the format is not known to have', async () => {
    const slips = [slip({ ...abroad, country: 'FR' }), slip({ ...abroad, country: 'JP' })];
    const file = { year: 2026, slips, made_on: '2027-06-01' } as const;
    const { value: xml, problems } = writeBelcotaxFile(company({ settings }), file);
    expect(problems).to.deep.equal([]);
    const written = listElements(
      findElement(await readXml(Buffer.from(xml)), 'Verzending'),
      'Aangiften/Aangifte/Opgaven/Opgave32550/Fiche28150',
    );
    const fields = ['f2016_postcodebelgisch', 'f2018_landwoonplaats', 'f2112_buitenlandspostnummer', 'f50_2110_kbonbr'];
    expect(written.map((one) => fields.map((field) => findText(one, field) ?? ''))).to.deep.equal([
      ['', '00111', '75001', ''],
      ['', '', '75001', ''],
    ]);
    expect(listSlipsWithoutCountryCode(slips)).to.deep.equal([slips[1]]);
  });
});

describe('A Belgian national register number', () => {
  it('is eleven digits whose check holds, in either century', () => {
    expect(normaliseBelgianNationalNumber('85.07.30-033.28')).to.equal('85073003328');
    expect(normaliseBelgianNationalNumber('17073003384')).to.equal('17073003384');
    for (const wrong of ['85073003329', '8507300332', 'x'.repeat(1_000_000)])
      expect(normaliseBelgianNationalNumber(wrong)).to.equal(null);
  });
});
