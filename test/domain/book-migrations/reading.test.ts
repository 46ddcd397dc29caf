import { expect } from 'chai';
import { buildCalendar, parseYearEnd, buildYearsEndingOn } from '../../../domain/book-migrations/calendar.ts';
import { detectColumns, findMissingColumns } from '../../../domain/book-migrations/columns.ts';
import { detectDelimiter, splitRecord, isUnfinished } from '../../../domain/book-migrations/delimited.ts';
import { readMasterData } from '../../../domain/book-migrations/master-data.ts';
import { createAccountMapper, createCodeFitter, deriveJournalType } from '../../../domain/book-migrations/names.ts';
import { isOpeningJournal, isOpeningLabel } from '../../../domain/book-migrations/openings.ts';
import { readLine } from '../../../domain/book-migrations/read-line.ts';
import type { Found } from '../../../domain/book-migrations/source.ts';
import { parseCents, parseDay, parseSide } from '../../../domain/book-migrations/values.ts';

const FEC =
  'JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|PieceDate|EcritureLib|Montant|Sens|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise';

describe('reading the books of another program', () => {
  it('reads days and amounts as programs write them, and nothing else', () => {
    expect(['20260131', '2026-01-31', '31/01/2026', '31.1.2026', '2026-01-31T00:00:00'].map(parseDay)).to.deep.equal(
      Array.from({ length: 5 }, () => '2026-01-31'),
    );
    expect(['20260230', '31/13/2026', '2026', '', '01/02/26'].map(parseDay)).to.deep.equal(
      Array.from({ length: 5 }, () => null),
    );
    const amounts = {
      '12,5': 1250,
      '-3.07': -307,
      '1 234,56': 123456,
      '1.234,56': 123456,
      '1,234,567.80': 123456780,
      '': 0,
      '0,000': 0,
    };
    expect(Object.keys(amounts).map(parseCents)).to.deep.equal(Object.values(amounts));
    expect(['12,345', 'abc', '1e5', '--1', '9999999999999', '1.2.3'].map(parseCents)).to.deep.equal(
      Array.from({ length: 6 }, () => null),
    );
    expect(['D', 'c', '-1', '+', 'x'].map(parseSide)).to.deep.equal([1, -1, -1, 1, null]);
  });

  it('knows files by their columns, in any of the four languages', () => {
    const kindOf = (header: string) => detectColumns(splitRecord(header, detectDelimiter(header)))?.kind ?? null;
    expect(kindOf(FEC)).to.equal('fec');
    expect(kindOf('Dagboek;Boekingsnummer;Datum;Rekening;Omschrijving;Debet;Credit')).to.equal('entries');
    expect(kindOf('Journal,Buchungsnummer,Datum,Konto,Soll,Haben')).to.equal('entries');
    expect(kindOf('Numéro;Libellé;Nature')).to.equal('accounts');
    expect(kindOf('Code client;Nom;N° TVA')).to.equal('third_parties');
    expect(kindOf('a;b;c')).to.equal(null);
    const bare = 'VT|Ventes|1|20260105|411000|Clients||||20260105|Facture|12,00|0,00|||20260105||';
    expect(detectColumns(splitRecord(bare, '|'))).to.deep.include({ kind: 'fec', hasHeader: false });
    const entries = detectColumns(['date', 'account', 'amount'])!;
    expect(findMissingColumns(entries)).to.deep.equal(['journal', 'number']);
  });

  it('keeps separators and line ends that stand in quotes', () => {
    expect(splitRecord('a;"b;""c""";d', ';')).to.deep.equal(['a', 'b;"c"', 'd']);
    expect(isUnfinished('a;"b', ';')).to.equal(true);
    expect(splitRecord('a\t"b\tc', '\t'), 'the French file knows no quotes').to.deep.equal(['a', '"b', 'c']);
  });

  it('reads a line by its amount and side, and says at its column what is wrong', () => {
    const columns = detectColumns(FEC.split('|'))!;
    const found: Found[] = [];
    const read = (record: string) => readLine(record.split('|'), columns, (one) => void found.push(one));
    expect(
      read('VT|Ventes|7|20260105|411000|Clients|C1|Dupont|F1|20260105|Facture|12,50|C|A|20260106|20260131||'),
    ).to.deep.equal({
      journal: 'VT',
      journalLabel: 'Ventes',
      number: '7',
      date: '2026-01-05',
      account: '411000',
      accountLabel: 'Clients',
      party: 'C1',
      partyName: 'Dupont',
      reference: 'F1',
      dueDate: null,
      label: 'Facture',
      cents: -1250,
      letter: 'A',
      currency: null,
    });
    expect(found).to.deep.equal([]);
    expect(read('VT|Ventes||20261305|411000|Clients|||F1|20260105|Facture|12,5x|Z|||20260131||')).to.equal(null);
    expect(found.map(({ code, column }) => `${code} ${column}`)).to.deep.equal([
      'migration_field_empty EcritureNum',
      'migration_date_invalid EcritureDate',
      'migration_amount_invalid Montant',
    ]);
  });

  it('reads the amount in currency with the side of the line, however it is signed', () => {
    const columns = detectColumns(FEC.split('|'))!;
    const found: Found[] = [];
    const read = (side: string, amount: string, code: string) =>
      readLine(
        `VT|Ventes|7|20260105|411000|Clients|||F1|20260105|F|9,09|${side}|||20260131|${amount}|${code}`.split('|'),
        columns,
        (one) => void found.push(one),
      )!.currency;
    const usd = (cents: number) => ({ code: 'USD', cents });
    expect([read('D', '10,00', 'USD'), read('C', '10,00', 'usd')]).to.deep.equal([usd(1000), usd(-1000)]);
    expect([read('C', '-10,00', 'USD'), read('D', '10,00-', 'USD')]).to.deep.equal([usd(-1000), usd(1000)]);
    expect([read('D', '', ''), read('D', '0,00', ''), read('D', '0,00', 'USD')]).to.deep.equal([null, null, usd(0)]);
    expect(found).to.deep.equal([]);
    expect([read('D', '10,00', 'XYZ'), read('D', '10,00', ''), read('D', 'dix', 'USD')]).to.deep.equal([
      null,
      null,
      null,
    ]);
    expect(found.map(({ severity, code, column }) => `${severity} ${code} ${column}`)).to.deep.equal([
      'warning migration_currency_unknown Idevise',
      'warning migration_currency_unknown Idevise',
      'warning migration_currency_amount_invalid Montantdevise',
    ]);
  });

  it('knows what opens a year by its journal or by its words', () => {
    expect([
      isOpeningJournal('AN', null),
      isOpeningJournal('X1', 'Report à nouveau'),
      isOpeningJournal('ACH', 'Achats'),
    ]).to.deep.equal([true, true, false]);
    const opening = [
      'À-nouveaux de l’exercice 2026',
      'Heropening van boekjaar 2026',
      'Saldovorträge des Jahres',
      'Balances brought forward to 2026',
    ];
    expect(opening.map(isOpeningLabel)).to.deep.equal([true, true, true, true]);
    expect(['Facture 12', 'Réouverture du magasin', null].map(isOpeningLabel)).to.deep.equal([false, false, false]);
  });

  it('adds the years that are missing beside those of the file', () => {
    const year = (from: string, to: string) => ({ starts_on: from, ends_on: to });
    const own = [year('2026-07-01', '2027-06-30')];
    const { years, problems } = buildCalendar(own, [], { first: '2025-02-03', last: '2026-12-31' });
    expect(problems).to.deep.equal([]);
    expect(years).to.deep.equal([year('2024-07-01', '2025-06-30'), year('2025-07-01', '2026-06-30'), ...own]);
    expect(parseYearEnd('732829320FEC20251231.txt')).to.equal('2025-12-31');
    expect(parseYearEnd('732829320FEC20251331.txt')).to.equal(null);
    expect(buildYearsEndingOn(['2025-12-31', '2024-09-30'])).to.deep.equal([
      year('2023-10-01', '2024-09-30'),
      year('2024-10-01', '2025-12-31'),
    ]);
    const apart = buildCalendar(own, [year('2025-01-01', '2025-12-31')], { first: '2025-01-01', last: '2025-12-31' });
    expect(apart.problems.map(({ code }) => code)).to.deep.equal(['migration_years_apart']);
    const crossing = buildCalendar(own, [year('2026-01-01', '2026-12-31')], {
      first: '2026-01-01',
      last: '2026-12-31',
    });
    expect(crossing.problems.map(({ code }) => code)).to.deep.equal(['migration_year_overlaps']);
    // As long as the country allows.
    const long = [year('2024-07-01', '2026-06-30')];
    const codesIn = (country: string) =>
      buildCalendar(own, long, { first: '2024-07-01', last: '2026-06-30' }, country).problems.map(({ code }) => code);
    expect([codesIn('BE'), codesIn('FR')]).to.deep.equal([['migration_year_invalid'], []]);
  });

  it('makes codes fit, and never two the same', () => {
    const fit = createCodeFitter((code) => code === 'BANQ-1', 6);
    expect(['VT', 'BANQ-1', 'Banque générale', 'Banque spéciale', 'VT'].map(fit)).to.deep.equal([
      'VT',
      'BANQ-1',
      'Banque',
      'Banqu2',
      'VT',
    ]);
    const mapped = createAccountMapper({ '512000': '550000', '401*': '440', '4019*': '449' });
    expect(['512000', '401000', '401900', '601'].map(mapped)).to.deep.equal(['550000', '440000', '44900', '601']);
    expect([
      deriveJournalType('X', 'Journal des ventes'),
      deriveJournalType('BQ1', null),
      deriveJournalType('OD', 'Divers'),
    ]).to.deep.equal(['sale', 'bank', 'miscellaneous']);
  });

  it('leaves out what it cannot read of customers and suppliers, and says so', () => {
    const columns = detectColumns(['Code client', 'Nom', 'Type', 'N° TVA', 'IBAN', 'E-mail'])!;
    const found: Found[] = [];
    const read = readMasterData(
      ['C1', 'Dupont', 'Fournisseur', 'BE0403170701', 'nonsense', 'a@b.be'],
      { ...columns, kind: 'third_parties' },
      (one) => void found.push(one),
    );
    expect(read).to.deep.equal({
      code: 'C1',
      name: 'Dupont',
      type: 'supplier',
      vat_number: 'BE0403170701',
      email: 'a@b.be',
    });
    expect(found.map(({ code, column }) => [code, column])).to.deep.equal([['migration_value_left_out', 'IBAN']]);
  });
});
