import { expect } from 'chai';
import { applyCorrection, findSheetProblems } from '../../../domain/document-imports/correction.ts';
import { buildCounterpartyKey, normaliseName } from '../../../domain/document-imports/counterparty.ts';
import { buildDocumentLines } from '../../../domain/document-imports/document-lines.ts';
import {
  findDuplicate,
  NOTHING_SIMILAR,
  hasSimilar,
  type SimilarImport,
} from '../../../domain/document-imports/duplicates.ts';
import { decideDocumentImport, type ImportStatus, type KnownImport } from '../../../domain/document-imports/imports.ts';
import type { Suggestions } from '../../../domain/document-imports/import-events.ts';
import { recalculateSheet } from '../../../domain/document-imports/recalculation.ts';
import type { ExtractedSheet } from '../../../domain/document-imports/sheet.ts';
import { matchThirdParty } from '../../../domain/document-imports/suggestions.ts';
import { determineRegime } from '../../../domain/document-imports/vat-suggestion.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { openedFile } from '../../support/company-file-samples.ts';

const nobody = {
  name: null,
  vat_number: null,
  enterprise_number: null,
  address: null,
  postal_code: null,
  city: null,
  country: null,
  email: null,
  phone: null,
  iban: null,
  bic: null,
};
const line = (fields: Partial<ExtractedSheet['lines'][number]>) => ({
  description: 'a',
  quantity: null,
  unit_price: null,
  vat_rate: '21',
  vat_category: null,
  amount_net: null,
  amount_vat: null,
  amount_gross: null,
  ...fields,
});
const sheet = (fields: Partial<ExtractedSheet> = {}): ExtractedSheet => ({
  document_type: 'invoice',
  direction: 'purchase',
  counterparty: { ...nobody, name: 'ACME S.A.', vat_number: 'BE0477472701' },
  number: 'F-1',
  date: '2026-01-15',
  due_date: null,
  structured_communication: null,
  currency: 'EUR',
  lines: [line({ amount_net: '100.00' })],
  totals: { net: '100.00', vat: '21.00', gross: '121.00', prepaid: null, vat_breakdown: [] },
  payment: { iban: null, bic: null, paid: false },
  nature: null,
  confidence: '1.00',
  language: null,
  ...fields,
});
const suggestions: Suggestions = {
  direction: 'purchase',
  third_party_id: null,
  third_party_reason: null,
  journal_id: null,
  lines: [],
};
const read = { sheet: sheet(), warnings: [], suggestions };
const known = (status: ImportStatus, fields: Partial<KnownImport> = {}): KnownImport => ({
  id: 7,
  version: 3,
  kind: 'pdf',
  status,
  is_trashed: false,
  ...fields,
});

describe('A document import', () => {
  const decide = (command: Parameters<typeof decideDocumentImport>[0]) => decideDocumentImport(command, openedFile);
  const codeOf = (decision: ReturnType<typeof decide>) =>
    isRefusal(decision) ? [decision.problems[0]!.code, decision.problems[0]!.field] : decision.map(({ type }) => type);

  it('is analysed once, while it waits or after a failure', () => {
    const failed = { failed: 'file_unreadable' };
    for (const status of ['queued', 'error'] as const)
      expect(decide({ type: 'RecordAnalysis', facts: known(status), outcome: failed })).to.deep.equal([
        { type: 'DocumentAnalysisFailed', data: { id: 7, version: 4, code: 'file_unreadable' } },
      ]);
    for (const facts of [known('ready'), known('validated'), known('expanded'), known('queued', { is_trashed: true })])
      expect(decide({ type: 'RecordAnalysis', facts, outcome: failed })).to.deep.equal([]);
  });

  it('is corrected where there is a sheet, in the version that was read', () => {
    const correct = (status: ImportStatus, baseVersion: number | null = null) =>
      codeOf(decide({ type: 'CorrectSheet', facts: { ...known(status), read }, corrected: read, baseVersion }));
    for (const status of ['ready', 'needs_review', 'duplicate'] as const)
      expect(correct(status, 3)).to.deep.equal(['ImportSheetCorrected']);
    expect(correct('ready', 2)[0]).to.equal('conflict');
    expect(correct('queued')).to.deep.equal(['import_not_analysed', 'status']);
    expect(correct('error')).to.deep.equal(['import_not_analysed', 'status']);
    expect(correct('validated')).to.deep.equal(['import_validated', 'status']);
    expect(correct('expanded')).to.deep.equal(['import_is_archive', 'status']);
  });

  it('goes to the recycle bin unless it is validated, and comes back from it', () => {
    const move = (type: 'TrashImport' | 'RestoreImport', facts: KnownImport) =>
      codeOf(decide({ type, facts, baseVersion: null }));
    expect(move('TrashImport', known('queued'))).to.deep.equal(['ImportTrashed']);
    expect(move('TrashImport', known('validated'))).to.deep.equal(['import_validated', 'status']);
    expect(move('RestoreImport', known('ready', { is_trashed: true }))).to.deep.equal(['ImportRestored']);
    expect(move('RestoreImport', known('ready'))[0]).to.equal('not_found');
  });
});

describe('A corrected sheet', () => {
  it('is added up anew, and keeps the rounding of the document', () => {
    const lines = [line({ quantity: '3', unit_price: '33.333' }), line({ amount_net: '10.00', vat_rate: '6' })];
    const { totals, lines: completed } = recalculateSheet(sheet({ lines }));
    expect(totals).to.include({ net: '110.00', vat: '21.60', gross: '131.60' });
    expect(completed[0]).to.include({ amount_net: '100.00', amount_vat: '21.00', amount_gross: '121.00' });
    const stated = [{ rate: '21.00', category: null, base: '100.00', amount: '21.02' }];
    const rounded = recalculateSheet(
      sheet({ lines: [line({ amount_net: '100.00' })], totals: { ...sheet().totals, vat_breakdown: stated } }),
    );
    expect(rounded.totals).to.include({ vat: '21.02', gross: '121.02' });
  });

  it('tells what it lacks, and forgets what was put right', () => {
    const empty = sheet({
      counterparty: nobody,
      number: null,
      date: null,
      direction: null,
      lines: [],
      totals: { net: null, vat: null, gross: null, prepaid: null, vat_breakdown: [] },
    });
    expect(findSheetProblems(empty)).to.have.members([
      'counterparty_missing',
      'direction_unclear',
      'number_missing',
      'date_missing',
      'totals_missing',
    ]);
    const before = { sheet: empty, warnings: [{ code: 'date_missing' }, { code: 'similar_document' }] };
    expect(applyCorrection(sheet(), before).warnings).to.deep.equal([{ code: 'similar_document' }]);
  });

  it('without lines becomes a line for each rate of its VAT', () => {
    const vat_breakdown = [
      { rate: '21', category: 'S', base: '10.00', amount: '2.10' },
      { rate: '6', category: 'S', base: '5.00', amount: '0.30' },
    ];
    const lines = buildDocumentLines(
      sheet({ lines: [], totals: { net: '15.00', vat: '2.40', gross: '17.40', prepaid: null, vat_breakdown } }),
    );
    expect(lines.map(({ amount_net, vat_rate }) => [amount_net, vat_rate])).to.deep.equal([
      ['10.00', '21'],
      ['5.00', '6'],
    ]);
  });
});

describe('A duplicate', () => {
  const other = (fields: Partial<SimilarImport> = {}): SimilarImport => ({
    id: 3,
    sha256: 'b',
    counterparty_key: buildCounterpartyKey(sheet().counterparty),
    third_party_id: null,
    document_type: 'invoice',
    number: 'F-1',
    document_date: '2026-01-15',
    amount_gross: '121.00',
    imported_document_id: 88,
    ...fields,
  });
  const examined = { id: 9, sha256: 'a', sheet: sheet(), thirdPartyId: 31 };
  const found = (one: SimilarImport) =>
    findDuplicate(examined, { ...NOTHING_SIMILAR, imports: [one] })?.importId ?? null;

  it('is the same file, or the same number and date of the same counterparty', () => {
    expect(found(other({ sha256: 'a', number: null, counterparty_key: null }))).to.equal(3);
    expect(found(other({ number: ' f-1 ' }))).to.equal(3);
    expect(found(other({ counterparty_key: null, third_party_id: 31 }))).to.equal(3);
    for (const fields of [
      { number: 'F-2' },
      { document_date: '2026-01-16' },
      { counterparty_key: 'vat X' },
      { document_type: 'credit_note' },
      { id: 9 },
    ])
      expect(found(other(fields)), JSON.stringify(fields)).to.equal(null);
  });

  it('may be a document or an entry, and is only pointed out where amount and day are near', () => {
    const record = {
      id: 5,
      third_party_id: 31,
      document_type: 'invoice',
      number: 'F-1',
      document_date: '2026-01-15',
      amount_gross: '121.00',
    } as const;
    expect(findDuplicate(examined, { ...NOTHING_SIMILAR, documents: [record] })).to.deep.equal({
      importId: null,
      documentId: 5,
      entryId: null,
    });
    expect(findDuplicate(examined, { ...NOTHING_SIMILAR, entries: [record] })).to.deep.equal({
      importId: null,
      documentId: null,
      entryId: 5,
    });
    const near = (fields: object) =>
      hasSimilar(examined, { ...NOTHING_SIMILAR, imports: [other({ number: 'F-2', ...fields })] });
    expect(near({ document_date: '2026-01-25' })).to.equal(true);
    expect(near({ document_date: '2026-01-26' })).to.equal(false);
    expect(near({ amount_gross: '121.01' })).to.equal(false);
  });
});

describe('A suggestion', () => {
  const candidate = (id: number, fields: object = {}) => ({
    id,
    type: 'supplier',
    name: `T${id}`,
    vat_number: null,
    enterprise_number: null,
    ibans: [],
    country: null,
    is_active: true,
    ...fields,
  });

  it('finds the third party by what is surest, and leaves two of one name alone', () => {
    const match = (...candidates: ReturnType<typeof candidate>[]) => matchThirdParty(sheet(), 'purchase', candidates);
    expect(normaliseName('ACME Belgium S.A.')).to.equal(normaliseName('acme  belgium'));
    expect(match(candidate(1, { name: 'Acme' }), candidate(2, { vat_number: 'BE 0477.472.701' }))).to.deep.equal({
      id: 2,
      reason: 'same_vat_number',
    });
    expect(match(candidate(1, { name: 'Acme' }))).to.deep.equal({ id: 1, reason: 'same_name' });
    expect(match(candidate(1, { name: 'Acme' }), candidate(2, { name: 'ACME NV' }))).to.equal(null);
    expect(
      match(candidate(1, { name: 'Acme', type: 'customer' }), candidate(2, { name: 'Acme', is_active: false })),
    ).to.equal(null);
  });

  it('knows who owes the tax by category and country', () => {
    const regime = (category: string | null, rate: string | null, country: string | null) =>
      determineRegime({ direction: 'purchase', category, rate, country, nature: 'services' }, 'BE');
    expect(regime('S', '21', 'BE')).to.equal('standard');
    expect(regime('AE', '0', 'BE')).to.equal('domestic_reverse');
    expect(regime('AE', '0', 'FR')).to.equal('intracom');
    expect(regime('AE', '0', 'US')).to.equal('abroad');
    expect(regime('K', '0', 'DE')).to.equal('intracom');
    expect(regime('O', null, 'BE')).to.equal('outside');
    expect(regime(null, '0', 'DE')).to.equal('intracom');
    expect(regime(null, '0', null)).to.equal('zero');
  });
});
