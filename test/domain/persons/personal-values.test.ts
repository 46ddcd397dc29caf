import { expect } from 'chai';
import { eventCatalogue } from '../../../domain/event-catalogue.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { isNaturalPerson } from '../../../domain/persons/is-natural.ts';
import { mentionsName } from '../../../domain/persons/mentioned-names.ts';
import {
  findPersonalValues,
  type KnownPersons,
  type KnownThirdParty,
} from '../../../domain/persons/personal-values.ts';

const STREAM = 'company-7';
const ANNE = 1;
const PROXIMUS = 2;
const THIRD_PARTIES: Readonly<Record<number, KnownThirdParty>> = {
  [ANNE]: { name: 'Anne Dupont' },
  [PROXIMUS]: { name: 'Proximus NV', vat_number: 'BE0202239951' },
};
const known: KnownPersons = {
  stream: STREAM,
  listThirdParties: (id) => (THIRD_PARTIES[id] ? [THIRD_PARTIES[id]] : []),
  findThirdPartyOfDocument: (id) => (id === 50 ? ANNE : null),
  listThirdPartyIds: () => [ANNE, PROXIMUS],
};

/** The key of each sealed place. */
function given(type: string, data: JsonRecord): Record<string, unknown> {
  const values = findPersonalValues(eventCatalogue[type]!.personal ?? [], data, known);
  return Object.fromEntries(values.map(({ place, key }) => [place, key]));
}
const books = (id: number): string => `${STREAM}/third-party-${id}/books`;
const contact = (id: number): string => `${STREAM}/third-party-${id}/contact`;

describe('A natural person', () => {
  it('has no number of an enterprise, unless someone says otherwise', () => {
    expect(isNaturalPerson({})).to.equal(true);
    expect(isNaturalPerson({ vat_number: 'BE0202239951' })).to.equal(false);
    expect(isNaturalPerson({ enterprise_number: '0202239951' })).to.equal(false);
    expect(isNaturalPerson({ is_natural_person: true, vat_number: 'BE0202239951' })).to.equal(true);
    expect(isNaturalPerson({ is_natural_person: false })).to.equal(false);
  });

  it('is mentioned by any word of the name, whatever its case and accents', () => {
    for (const label of ['Loyer DUPONT', 'dupont anne', 'Facture Anné'])
      expect(mentionsName(label, ['Anne Dupont'])).to.equal(true);
    for (const label of ['Loyer', 'Dupontel', '']) expect(mentionsName(label, ['Anne Dupont']), label).to.equal(false);
    expect(mentionsName('Pour Li Bo', ['Li Bo']), 'short words count together').to.equal(true);
    expect(mentionsName('Lindo', ['Li Bo'])).to.equal(false);
  });
});

describe('Personal values of events', () => {
  it('are the fields of a natural person, under the keys of books and contact', () => {
    const data = { type: 'customer', code: 'C1', name: 'Anne Dupont', city: 'Liège', notes: 'calls', phone: null };
    const event = {
      resource: 'third-parties',
      records: [
        { id: ANNE, data },
        { id: PROXIMUS, data },
      ],
    };
    expect(given('RecordsCreated', event)).to.deep.equal({
      'records.0.data.name': books(ANNE),
      'records.0.data.city': books(ANNE),
      'records.0.data.notes': contact(ANNE),
    });
    expect(given('RecordsCreated', { ...event, resource: 'accounts' })).to.deep.equal({});
  });

  it('are the earlier values of a change too', () => {
    const changed = { changes: { name: 'Anne' }, previous: { name: 'A.' } };
    const event = { resource: 'third-parties', id: ANNE, version: 2, ...changed };
    expect(given('RecordUpdated', event)).to.deep.equal({ 'changes.name': books(ANNE), 'previous.name': books(ANNE) });
  });

  it('include a national number whoever it belongs to', () => {
    const changed = { changes: { national_number: '…' }, previous: {} };
    const event = { resource: 'third-parties', id: PROXIMUS, version: 2, ...changed };
    expect(given('RecordUpdated', event)).to.deep.equal({ 'changes.national_number': books(PROXIMUS) });
  });

  it('include labels that contain the name of a person of the entry', () => {
    const line = { account_id: 1, third_party_id: null, label: null };
    const entry = {
      origin: 'invoice',
      label: 'Dupont, janvier',
      third_party_id: ANNE,
      lines: [
        { ...line, third_party_id: ANNE },
        { ...line, label: 'Pour Anne' },
        { ...line, label: 'TVA' },
      ],
    };
    expect(given('EntryPosted', entry)).to.deep.equal({ label: books(ANNE), 'lines.1.label': books(ANNE) });
    expect(given('EntryPosted', { ...entry, third_party_id: PROXIMUS, lines: [line] })).to.deep.equal({});
  });

  it('include the label of a bank entry, even if its payer is no third party', () => {
    const entry = { origin: 'bank_transaction', label: 'Luc Peeters - merci', third_party_id: null, lines: [] };
    expect(given('EntryPosted', entry)).to.deep.equal({ label: { outsider: 'LUC PEETERS' } });
    expect(given('EntryPosted', { ...entry, third_party_id: ANNE })).to.deep.equal({ label: books(ANNE) });
    expect(given('EntryPosted', { ...entry, third_party_id: PROXIMUS })).to.deep.equal({});
  });

  it('include an amended label that mentions anyone', () => {
    const event = { id: 1, version: 2, changes: { label: 'Loyer Dupont' }, previous: { label: 'Loyer' } };
    expect(given('EntryAmended', event)).to.deep.equal({ 'changes.label': books(ANNE) });
  });

  it('are those of a sheet, under a key of its own until its third party is known', () => {
    const sheet = (counterparty: JsonRecord) => ({
      counterparty: { name: 'Luc Peeters', vat_number: null, enterprise_number: null, city: 'Gent', ...counterparty },
      lines: [{ description: 'Werk van Peeters' }, { description: 'Materiaal' }],
    });
    const event = (third_party_id: number | null, counterparty: JsonRecord = {}) => ({
      id: 9,
      sheet: sheet(counterparty),
      warnings: [{ code: 'name', params: { name: 'Luc Peeters' } }],
      suggestions: { third_party_id },
    });
    const key = `${STREAM}/import-9`;
    expect(given('DocumentAnalysed', event(null))).to.deep.equal({
      'sheet.counterparty.name': key,
      'sheet.counterparty.city': key,
      'sheet.lines.0.description': key,
      'warnings.0.params': key,
    });
    expect(given('DocumentAnalysed', event(ANNE))['sheet.counterparty.name']).to.equal(books(ANNE));
    expect(given('DocumentAnalysed', event(PROXIMUS))).to.deep.equal({});
    expect(given('DocumentAnalysed', event(null, { vat_number: 'BE0202239951' }))).to.deep.equal({});
    const corrected = { ...event(null), previous: { ...event(null), id: undefined } };
    expect(given('ImportSheetCorrected', corrected)['previous.sheet.counterparty.name']).to.equal(key);
  });

  it('are the other sides of bank transactions, by account or name', () => {
    const transactions = [
      { id: 1, counterpart_name: 'Luc Peeters', counterpart_iban: 'BE68539007547034', communication: 'van Peeters' },
      { id: 2, counterpart_name: 'luc  peeters' },
      { id: 3, communication: 'Kosten' },
    ];
    const [account, name] = [{ outsider: 'BE68539007547034' }, { outsider: 'LUC PEETERS' }];
    expect(given('BankTransactionsImported', { transactions })).to.deep.equal({
      'transactions.0.counterpart_name': account,
      'transactions.0.counterpart_iban': account,
      'transactions.0.communication': account,
      'transactions.1.counterpart_name': name,
    });
  });

  it('are mails to a natural person, or to no third party', () => {
    const mail = { id: 3, to: ['anne@example.com'], cc: [], subject: 'Facture', body: 'Bonjour' };
    const own = `${STREAM}/mail-3`;
    expect(given('MailsQueued', { mails: [{ ...mail, third_party_id: ANNE }] })).to.deep.equal({
      'mails.0.to': books(ANNE),
      'mails.0.subject': books(ANNE),
      'mails.0.body': books(ANNE),
    });
    expect(given('MailsQueued', { mails: [mail] })['mails.0.to']).to.equal(own);
    expect(given('MailsQueued', { mails: [{ ...mail, third_party_id: PROXIMUS }] })).to.deep.equal({});
    const settled = { mails: [{ id: 3, refused: ['anne@example.com'] }] };
    expect(given('MailsSettled', settled)).to.deep.equal({ 'mails.0.refused': own });
  });

  it('are those of documents, whose third party the file knows', () => {
    const lines = [{ description: 'Cours à Anne' }, { description: 'Cours' }];
    const content = { notes: 'Merci', delivery_address: 'Rue 1', lines };
    expect(given('DocumentRecorded', { ...content, third_party_id: ANNE })).to.deep.equal({
      notes: books(ANNE),
      delivery_address: books(ANNE),
      'lines.0.description': books(ANNE),
    });
    expect(given('DocumentChanged', { id: 50, changes: content, previous: { notes: 'Bonjour' } })).to.include({
      'changes.notes': books(ANNE),
      'previous.notes': books(ANNE),
    });
    expect(given('DocumentChanged', { id: 51, changes: content, previous: {} })).to.deep.equal({});
  });

  it('are payments, conflicts and users', () => {
    const payment = { third_party_id: ANNE, name: 'Anne Dupont', iban: 'BE…', bic: null, address: { city: 'Liège' } };
    expect(given('SepaFileCreated', { payments: [payment, { ...payment, third_party_id: PROXIMUS }] })).to.deep.equal({
      'payments.0.name': books(ANNE),
      'payments.0.iban': books(ANNE),
      'payments.0.address.city': books(ANNE),
    });
    const conflict = { data: `${STREAM}/conflict-4` };
    expect(given('SyncConflictResolved', { id: 4, data: { name: 'Anne' } })).to.deep.equal(conflict);
    const user = { id: 7, name: 'Eve', email: 'eve@example.com' };
    expect(given('UserRegistered', user)).to.deep.equal({ name: STREAM, email: STREAM });
  });
});

describe('Declarations of personal fields', () => {
  it('name fields that exist in the schema of their event', () => {
    const problems: string[] = [];
    for (const [type, { schema, personal = [] }] of Object.entries(eventCatalogue))
      for (const fields of personal)
        for (const path of [...(fields.books ?? []), ...(fields.contact ?? []), ...(fields.mentions ?? [])]) {
          const whole = `${fields.at ?? ''}.${path}`.replaceAll('[]', '.[]').split('.');
          const segments = whole.filter((one) => one !== '');
          if (!exists(schema, segments)) problems.push(`${type}: ${segments.join('.')}`);
        }
    expect(problems).to.deep.equal([]);
  });
});

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

function exists(schema: Schema, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  if (first === '[]') return schema.items !== undefined && exists(schema.items, rest);
  // Fields of records are declared elsewhere.
  if (schema.properties === undefined) return schema.type === 'object';
  return schema.properties[first] !== undefined && exists(schema.properties[first], rest);
}
