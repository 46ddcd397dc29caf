import { expect } from 'chai';
import { expectRefusal, expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { parseFecRecords, type FecRecord } from '../../support/fec-rules.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { buildZip } from '../../support/zips.ts';
import { errorsOf, migrate, sendBooks, type Fields, type Source } from './support.ts';

const HEADER =
  'JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise';

/** A record from what differs: number, day, account and amounts. */
const record = (journal: string, number: string, day: string, account: string, debit: string, credit: string): string =>
  [
    ...[
      journal,
      `Journal ${journal}`,
      number,
      day,
      account,
      `Compte ${account}`,
      '',
      '',
      `P${number}`,
      day,
      'Libellé é',
    ],
    ...[debit, credit, '', '', day, '', ''],
  ].join('\t');

const fecOfLines = (...lines: readonly string[]): string => [HEADER, ...lines, ''].join('\r\n');

describe('companies/migrations', () => {
  const service = useService();
  let firm: TestFirm;
  let client: Client;

  before('a firm', async () => {
    firm = await service.newFirm({ userLocale: 'fr' });
    ({ client } = firm);
  });

  const newFile = (fields: object = {}): Promise<TestCompany> =>
    service.newCompany(client, {
      country_pack: 'FR',
      enterprise_number: '732829320',
      fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
      ...fields,
    });

  const migrated = (file: TestCompany, sources: readonly Source[], fields?: Fields) =>
    migrate(client, file, sources, fields);

  async function fecOf(file: TestCompany): Promise<Source[]> {
    const years = (await client.get<{ id: number; ends_on: string }[]>(`${file.path}/fiscal-years`)).body;
    const inOrder = years.sort((one, other) => (one.ends_on < other.ends_on ? -1 : 1));
    return Promise.all(
      inOrder.map(async ({ id, ends_on }) => ({
        name: `732829320FEC${ends_on.slice(0, 10).replaceAll('-', '')}.txt`,
        content: (await client.get(`${file.path}/exports/fec/${id}`)).text,
      })),
    );
  }

  /** Without what is the file's own: numbers, letters and the day of recording. */
  const said = ({
    EcritureNum: _number,
    ValidDate: _day,
    EcritureLet: letter,
    PieceRef: reference,
    ...line
  }: FecRecord): string =>
    JSON.stringify({
      ...line,
      lettered: letter !== '',
      reference: /^\w+-\d{4}-\d+$/.test(reference!) ? '' : reference,
    });

  it('bring books along that say the same: trial balance, entries, letters and openings of two years', async () => {
    const file = await newFile();
    const post = async (path: string, body: object) => {
      const { status, body: answer, text } = await client.post(`${file.path}${path}`, body);
      expect(status, text).to.be.oneOf([200, 201]);
      return answer as AnswerBody & { id: number; lines: { id: number; account: { number: string } }[] };
    };
    const customer = (await post('/third-parties', { type: 'customer', name: 'Hôtel Été', code: 'C-1' })).id;
    await post(`/fiscal-years/${file.fiscalYearId}/opening-balance`, {
      lines: [
        { account: '512000', debit: '500.00' },
        { account: '101000', credit: '500.00' },
      ],
    });
    const invoice = await post('/entries/invoice', {
      journal_id: file.journal('VEN'),
      third_party_id: customer,
      entry_date: '2026-03-15',
      reference: 'V1',
      lines: [{ account: '706000', amount: '100.00', vat_code: 'S-20' }],
    });
    const payment = await post('/entries', {
      journal_id: file.journal('OD'),
      entry_date: '2026-04-01',
      label: 'Paiement',
      reference: 'R1',
      lines: [
        { account: '512000', debit: '120.00' },
        { account: '411000', credit: '120.00', third_party_id: customer },
      ],
    });
    const lineOn = (entry: typeof invoice) => entry.lines.find(({ account }) => account.number === '411000')!.id;
    await post('/lettering', { line_ids: [lineOn(invoice), lineOn(payment)] });
    // Any books: amounts and days from a count that repeats itself late.
    let seed = 7;
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    const two = (number: number) => String(number).padStart(2, '0');
    const entries = Array.from({ length: 60 }, (_, index) => {
      const amount = `${1 + next(900)}.${two(next(100))}`;
      const [debit, credit] = [
        ['606100', '401000'],
        ['512000', '706000'],
        ['401000', '512000'],
      ][next(3)]!;
      const date = `2026-${two(1 + next(12))}-${two(1 + next(28))}`;
      return {
        journal_id: file.journal('OD'),
        entry_date: date,
        label: `Écriture ${index}`,
        reference: `R${index}`,
        lines: [
          { account: debit, debit: amount },
          { account: credit, credit: amount },
        ],
      };
    });
    await post('/entries/batch', { entries });
    await post(`/fiscal-years/${file.fiscalYearId}/close`, {});
    await post('/entries', {
      journal_id: file.journal('OD'),
      entry_date: '2027-02-01',
      label: 'An suivant',
      reference: 'N1',
      lines: [
        { account: '606100', debit: '9.99' },
        { account: '512000', credit: '9.99' },
      ],
    });
    const sources = await fecOf(file);
    expect(sources.length).to.equal(2);

    const other = await newFile();
    const done = await migrated(other, sources);
    expect(errorsOf(done)).to.deep.equal([]);
    expect([done.status, done.trial_balance?.is_equal]).to.deep.equal(['completed', true]);
    const events = (await service.events(other.id)).map(({ type }) => type);
    expect(events.at(-1)).to.equal('MigrationCompleted');
    const again = await fecOf(other);
    for (const [index, { content }] of sources.entries()) {
      const lines = (source: Source) =>
        parseFecRecords(Buffer.from(source.content as string))
          .map(said)
          .sort();
      expect(lines(again[index]!), `year ${index + 1}`).to.deep.equal(lines({ name: '', content }));
    }
    const balanceOf = async (one: TestCompany) => {
      const years = (await client.get<{ id: number; starts_on: string }[]>(`${one.path}/fiscal-years`)).body;
      const shown = await Promise.all(
        years
          .sort((a, b) => (a.starts_on < b.starts_on ? -1 : 1))
          .map(
            async ({ id }) => (await client.get(`${one.path}/reports/trial-balance?fiscal_year_id=${id}`)).body.totals,
          ),
      );
      return shown;
    };
    expect(await balanceOf(other)).to.deep.equal(await balanceOf(file));
    await expectRefusal(sendBooks(client, other, sources), 422, 'migration_exists');
    const { body: operations } = await client.get(`${other.path}/history?per_page=5`);
    const [{ operation_id: operation }] = operations.data as [{ operation_id: string }];
    await client.refused(422, 'revert_blocked').post(`${other.path}/history/operations/${operation}/revert`, {});
  });

  it('say in the preview what does not fit, at its line and column, and record nothing', async () => {
    const file = await newFile();
    const events = (await service.events(file.id)).length;
    const content = fecOfLines(
      record('VT', '1', '20260105', '411000', '12,00', '0,00'),
      record('VT', '1', '20260105', '706000', '0,00', '11,00'),
      record('VT', '2', '20261305', '706000', '0,00', '11,00'),
      record('VT', '3', '20260105', 'ABC', '0,00', '11,00'),
      record('VT', '4', '20260105', '706000', 'douze', '0,00'),
    );
    const found = await migrated(file, [{ name: 'compta.txt', content }], { dry_run: 'true' });
    expect(found.status).to.equal('checked');
    expect(found.problems.map(({ code, file: name, line, column }) => [code, name, line, column])).to.deep.equal([
      ['migration_date_invalid', 'compta.txt', 4, 'EcritureDate'],
      ['migration_account_invalid', 'compta.txt', 5, 'CompteNum'],
      ['migration_amount_invalid', 'compta.txt', 6, 'Debit'],
      ['migration_entry_unbalanced', 'compta.txt', 2, null],
      ['migration_entry_unbalanced', 'compta.txt', 5, null],
    ]);
    expect(found.problems[0]!.message).to.equal('« 20261305 » n’est pas une date.');
    const refused = await migrated(file, [{ name: 'compta.txt', content }]);
    expect([refused.status, refused.errors_count]).to.deep.equal(['refused', 5]);
    expect((await service.events(file.id)).length).to.equal(events);
    await client.refused(404).get(`${file.path}/migrations/${found.id + 1_000_000}`);
  });

  it('come as an archive of CSV files of accounts, third parties and entries, each in a set of letters of its own', async () => {
    const file = await newFile({ country_pack: 'BE', enterprise_number: '0403170701' });
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const archive = await buildZip(
      // UTF-16 with its mark, ISO 8859-15 and Windows.
      {
        name: 'comptes.csv',
        content: Buffer.from('\ufeffNuméro;Libellé\n400123;Clients été\n700123;"Ventes; détail"\n', 'utf16le'),
      },
      { name: 'tiers.csv', content: latin('Code tiers;Nom;Type\nC7;Café C\u00bdur 5 \u00a4;client\n') },
      {
        name: 'ecritures.csv',
        content: latin(
          [
            'Journal;Numéro;Date;Compte;Tiers;Libellé;Débit;Crédit;Échéance;Lettrage',
            'VENTES;1;05/01/2025;400123;C7;Facture \u0080;1.210,00;;04/02/2025;A1',
            'VENTES;1;05/01/2025;700123;;Facture;;1.210,00;;',
            'BANQUE;1;09/01/2026;550000;;Reçu;1210,00;0;;',
            'BANQUE;1;09/01/2026;400123;C7;Reçu;0;1210,00;;A1',
          ].join('\n'),
        ),
      },
    );

    const done = await migrated(file, [{ name: 'books.zip', content: archive }]);
    expect(errorsOf(done)).to.deep.equal([]);
    expect([done.status, done.trial_balance?.is_equal, done.done.letterings]).to.deep.equal(['completed', true, 1]);
    expect(done.problems.map(({ code }) => code)).to.deep.equal(['migration_opening_missing']);
    const parties = (await client.get<{ code: string; name: string; type: string }[]>(`${file.path}/third-parties`))
      .body;
    expect(parties).to.have.length(1);
    expect(parties[0]).to.deep.include({ code: 'C7', name: 'Café Cœur 5 €', type: 'customer' });
    expect((await client.get(`${file.path}/accounts?q=700123`)).text).to.include('Ventes; détail');
    expect((await client.get(`${file.path}/entries`)).text).to.include('Facture €');
    const years = (await client.get<{ starts_on: string; status: string }[]>(`${file.path}/fiscal-years`)).body;
    expect(years.map(({ starts_on }) => starts_on.slice(0, 4)).sort()).to.deep.equal(['2025', '2026']);
    const open = (await client.get(`${file.path}/open-items`)).text;
    expect(open).not.to.include('400123');
  });

  it('come into a Luxembourg file as a table with the columns of the French one, German words and signed amounts', async () => {
    const file = await newFile({ country_pack: 'LU', enterprise_number: 'B123456' });
    const fec = [
      HEADER.replaceAll('\t', ';').replace('Debit;Credit', 'Montant;Sens'),
      'VK;Verkauf;1;20260105;40111;Kunden;K1;Müller GmbH;R-1;20260105;Rechnung;117,00;D;;;20260131;;',
      'VK;Verkauf;1;20260105;7021;Erlöse;;;R-1;20260105;Rechnung;117,00;C;;;20260131;;',
    ].join('\n');
    const done = await migrated(file, [{ name: 'buchungen.csv', content: fec }], { dry_run: '1' });
    expect(errorsOf(done)).to.deep.equal([]);
    const entries = [
      'Journal,Buchungsnummer,Datum,Konto,Kontobezeichnung,Buchungstext,Betrag',
      'BANK,1,2026-01-09,5131,Bank,Zahlung,117.00',
      'BANK,1,2026-01-09,40111,Kunden,Zahlung,-117.00',
    ].join('\n');
    const taken = await migrated(file, [{ name: 'bewegungen.csv', content: entries }]);
    expect(errorsOf(taken)).to.deep.equal([]);
    expect([taken.status, taken.trial_balance?.is_equal, taken.done.entries]).to.deep.equal(['completed', true, 1]);
  });

  it('map accounts of another chart, and say which have no place', async () => {
    const file = await newFile({ country_pack: 'BE', enterprise_number: '0403170701' });
    const content = fecOfLines(
      record('AC', '1', '20260105', '606100', '12,00', '0,00'),
      record('AC', '1', '20260105', '401000', '0,00', '12,00'),
      record('AC', '2', '20260105', '890000', '1,00', '0,00'),
      record('AC', '2', '20260105', '512000', '0,00', '1,00'),
    );
    const found = await migrated(file, [{ name: 'a.txt', content }], { dry_run: '1' });
    expect(found.problems.map(({ code, line }) => [code, line])).to.deep.equal([
      ['migration_account_outside_chart', 4],
      ['migration_chart_of_france', null],
    ]);
    const account_mapping = JSON.stringify({ '401*': '440', '606*': '612', '512000': '550000', '890000': '416000' });
    const mapped = await migrated(file, [{ name: 'a.txt', content }], { dry_run: '1', account_mapping });
    expect(mapped.problems).to.deep.equal([]);
    const wrong = await sendBooks(client, file, [{ name: 'a.txt', content }], {
      account_mapping: '[1]',
      fiscal_years: 'x',
    });
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).to.deep.equal([
      422,
      ['account_mapping', 'fiscal_years'],
    ]);
  });

  it('are handed over by administrators, as text files or archives of them', async () => {
    const file = await newFile();
    const encoder = await service.newMember(firm, 'manager');
    const sources = [{ name: 'a.txt', content: `${HEADER}\r\n` }];
    await expectStatus(sendBooks(encoder.client, file, sources), 403);
    await expectRefusal(sendBooks(client, file, [{ name: 'a.txt', content: '' }]), 422, ['files.0']);
    await expectRefusal(sendBooks(client, file, [{ name: 'a.zip', content: 'no archive' }]), 422, 'archive_unreadable');
    const nothing = await migrated(file, sources);
    expect([nothing.status, nothing.problems[0]!.code]).to.deep.equal(['refused', 'migration_without_entries']);
    const binary = await migrated(file, [{ name: 'a.txt', content: Buffer.from([1, 0, 2, 0, 3]) }]);
    expect(binary.problems[0]!.code).to.equal('migration_file_not_text');
  });
});
