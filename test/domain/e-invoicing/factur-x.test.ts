import { expect } from 'chai';
import {
  checkArchivedInvoice,
  checkEInvoice,
  detectFacturXProfile,
  writeCii,
  type ArchivedInvoice,
} from '../../../domain/e-invoicing/index.ts';
import { findProfileOfLevel } from '../../../domain/e-invoicing/factur-x/profiles.ts';
import { FACTUR_X_HINTS, FACTUR_X_MESSAGES, FACTUR_X_RULES } from '../../../domain/e-invoicing/factur-x/texts.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { INVOICE, parseTree } from '../../support/e-invoices.ts';
import { buildMetadata, toProfile, type FacturXPdf } from '../../support/factur-x-pdf.ts';

const GUIDELINES = {
  minimum: 'urn:factur-x.eu:1p0:minimum',
  basic_wl: 'urn:factur-x.eu:1p0:basicwl',
  basic: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  en16931: 'urn:cen.eu:en16931:2017',
  extended: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
} as const;

const LEVELS = {
  minimum: 'MINIMUM',
  basic_wl: 'BASIC WL',
  basic: 'BASIC',
  en16931: 'EN 16931',
  extended: 'EXTENDED',
} as const;

type Profile = keyof typeof GUIDELINES;

const writeIn = (profile: Profile): string => toProfile(writeCii(INVOICE), GUIDELINES[profile]);

/** Rules broken by a file with these parts; a file that is right in all others. */
async function listBroken(
  profile: Profile,
  options: Omit<FacturXPdf, 'xml'> & { xml?: string } = {},
): Promise<string[]> {
  const { fileName = 'factur-x.xml', level = LEVELS[profile], xml = writeIn(profile) } = options;
  const relationship =
    options.relationship === undefined
      ? profile in { minimum: 1, basic_wl: 1 }
        ? 'Data'
        : 'Alternative'
      : options.relationship;
  const archive: ArchivedInvoice = {
    fileName,
    relationship,
    metadata: level === null ? null : await parseTree(buildMetadata({ ...options, level })),
  };
  const broken = checkArchivedInvoice(archive, await parseTree(xml));
  return broken.map(({ id, severity }) => `${id} ${severity}`);
}

const withLines = (profile: Profile): string =>
  writeCii(INVOICE).replace(`<ram:ID>${GUIDELINES.en16931}</ram:ID>`, `<ram:ID>${GUIDELINES[profile]}</ram:ID>`);

/** Each rule about the file: what keeps it and what breaks it. */
const CASES: readonly (readonly [broken: string, profile: Profile, options: Parameters<typeof listBroken>[1]])[] = [
  ['FX-FILE-NAME fatal', 'en16931', { fileName: 'invoice.xml', namedFile: 'invoice.xml' }],
  ['FX-FILE-NAME warning', 'en16931', { fileName: 'zugferd-invoice.xml', namedFile: 'zugferd-invoice.xml' }],
  ['FX-FILE-NAME warning', 'en16931', { fileName: 'Factur-X.xml', namedFile: 'Factur-X.xml' }],
  ['FX-RELATIONSHIP-MISSING fatal', 'en16931', { relationship: null }],
  ['FX-RELATIONSHIP warning', 'minimum', { relationship: 'Alternative' }],
  ['FX-RELATIONSHIP warning', 'en16931', { relationship: 'Supplement' }],
  ['FX-PROFILE warning', 'en16931', { xml: writeCii(INVOICE).replace(GUIDELINES.en16931, 'urn:other') }],
  ['FX-LINES fatal', 'basic_wl', { xml: withLines('basic_wl') }],
  ['FX-XMP-MISSING fatal', 'en16931', { level: null }],
  ['FX-XMP-PROFILE fatal', 'en16931', { level: 'BASIC' }],
  ['FX-XMP-PROFILE fatal', 'en16931', { level: 'COMPLETE' }],
  ['FX-XMP-FILE-NAME fatal', 'en16931', { namedFile: 'other.xml' }],
  ['FX-XMP-TYPE warning', 'en16931', { documentType: 'ORDER' }],
  ['FX-PDFA fatal', 'en16931', { part: '1' }],
];

describe('an invoice in a PDF', () => {
  for (const profile of Object.keys(GUIDELINES) as Profile[])
    it(`is judged by its profile: ${LEVELS[profile]}`, async () => {
      const root = await parseTree(writeIn(profile));
      expect(detectFacturXProfile(root)).to.equal(profile);
      expect(findProfileOfLevel(LEVELS[profile].toLowerCase())).to.equal(profile);
      expect(checkEInvoice(root, { syntax: 'cii' })).to.deep.equal([]);
      expect(await listBroken(profile)).to.deep.equal([]);
    });

  it('without lines breaks what a profile with lines asks for', async () => {
    const wl = writeIn('basic_wl').replace(GUIDELINES.basic_wl, GUIDELINES.basic);
    const ids = checkEInvoice(await parseTree(wl), { syntax: 'cii' }).map(({ id }) => id);
    expect(ids).to.include.members(['BR-16', 'BR-CO-10']);
    const minimum = writeIn('minimum').replace(/<ram:GrandTotalAmount>[^<]*<\/ram:GrandTotalAmount>/, '');
    const own = checkEInvoice(await parseTree(minimum), { syntax: 'cii' }).map(({ id }) => id);
    expect(own).to.include('BR-14');
    const oddType = writeIn('minimum').replace('<ram:TypeCode>380<', '<ram:TypeCode>999<');
    const french = checkEInvoice(await parseTree(oddType), { syntax: 'cii', profile: 'fr' }).map(({ id }) => id);
    expect(french).to.include.members(['BR-CL-01', 'BR-FR-08']);
  });

  for (const [broken, profile, options] of CASES)
    it(`breaks ${broken} (${JSON.stringify(options).slice(0, 60)})`, async () => {
      expect(await listBroken(profile, options)).to.deep.equal([broken]);
    });

  it('is missing', () => {
    const none = checkArchivedInvoice({ fileName: null, relationship: null, metadata: null }, null);
    expect(none.map(({ id }) => id)).to.deep.equal(['FX-XML-MISSING']);
  });

  it('has metadata that were written as attributes', async () => {
    const metadata = await parseTree(
      `<rdf:RDF xmlns:rdf="r" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
      <rdf:Description fx:ConformanceLevel="EN 16931" fx:DocumentFileName="factur-x.xml" fx:DocumentType="INVOICE" pdfaid:part="3"/></rdf:RDF>`,
    );
    const archive = { fileName: 'factur-x.xml', relationship: 'unknown', metadata };
    expect(checkArchivedInvoice(archive, await parseTree(writeCii(INVOICE)))).to.deep.equal([]);
  });

  it('has a case of each rule, which is told in four languages', () => {
    const tried = new Set(['FX-XML-MISSING', ...CASES.map(([broken]) => broken.split(' ')[0])]);
    expect([...tried].toSorted()).to.deep.equal([...FACTUR_X_RULES].toSorted());
    for (const rule of FACTUR_X_RULES)
      for (const language of LANGUAGES)
        for (const text of [FACTUR_X_MESSAGES[rule][language], FACTUR_X_HINTS[rule][language]])
          expect(text, rule).to.match(/^\p{Lu}.*\.$/u);
  });
});
