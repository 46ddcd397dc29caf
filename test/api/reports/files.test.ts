import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { readPdfPages } from '../../support/pdf.ts';
import { useBooks } from './books.ts';

/** Every report and a query that it takes. */
const REPORTS: readonly (readonly [name: string, query: string])[] = [
  ['trial-balance', 'fiscal_year_id={year}'],
  ['general-ledger', 'fiscal_year_id={year}'],
  ['journals', 'fiscal_year_id={year}'],
  ['third-party-balance', 'type=customer&fiscal_year_id={year}'],
  ['aged-balance', 'type=supplier&as_of=2025-12-31'],
  ['balance-sheet', 'fiscal_year_id={year}'],
  ['income-statement', 'fiscal_year_id={year}&scheme=abbreviated'],
  ['annual-accounts', 'fiscal_year_id={year}'],
  ['cash-flow', 'fiscal_year_id={year}&as_of=2025-04-30'],
  ['comparison', 'fiscal_year_id={year}&by=rubric'],
  ['key-figures', 'fiscal_year_id={year}'],
  ['vat-summary', 'fiscal_year_id={year}'],
];

/** Each format once, each language once: none of them may show in the fingerprint. */
const FORMS = [
  ['json', 'fr'],
  ['json', 'en'],
  ['pdf', 'de'],
  ['Xlsx', 'nl'],
  ['CSV', 'en'],
] as const;

describe('Reports as files', () => {
  const books = useBooks();
  const fetched = async (report: string, query: string) => {
    const { file, firm, service } = books;
    const answer = await fetch(`${service.url}${file.path}/reports/${report}?${query}`, {
      headers: { Authorization: `Bearer ${firm.client.token}` },
    });
    return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
  };
  const queryOf = (query: string): string => query.replace('{year}', String(books.nextYear));
  const text = async (report: string, query: string): Promise<string> => {
    const { status, content } = await fetched(report, query);
    expect(status, content.toString()).to.equal(200);
    return content.toString();
  };

  before('two years of a small company', async () => {
    const { must, post, file } = books;
    const party = async (type: string, name: string) => (await must('/third-parties', { type, name })).id;
    const customer = await party('customer', '=HYPERLINK("http://evil.example";"Été")');
    const supplier = await party('supplier', 'Imprimerie Łódź');
    await must(`/fiscal-years/${file.fiscalYearId}/opening-balance`, {
      lines: [
        { account: '550000', debit: '5000.00' },
        { account: '100000', credit: '5000.00' },
      ],
    });
    for (const [date, lines] of [
      [
        '2024-02-10',
        [
          ['400000', '1210.00', customer],
          ['700000', '-1000.00'],
          ['451000', '-210.00'],
        ],
      ],
      [
        '2024-05-20',
        [
          ['604000', '300.00'],
          ['440000', '-300.00', supplier],
        ],
      ],
      [
        '2025-01-05',
        [
          ['550000', '1210.00'],
          ['400000', '-1210.00', customer],
        ],
      ],
      [
        '2025-03-15',
        [
          ['400000', '2420.00', customer],
          ['700000', '-2000.00'],
          ['451000', '-420.00'],
        ],
      ],
      [
        '2025-06-30',
        [
          ['612000', '121.00'],
          ['550000', '-121.00'],
        ],
      ],
    ] as const)
      await post(date, lines, { label: date === '2025-06-30' ? '-2+3' : `Écriture du ${date}` });
  });

  for (const [report, query] of REPORTS)
    it(`have one fingerprint in every format and language, and a readable name: ${report}`, async () => {
      const prints = new Set<string | null>();
      for (const [format, lang] of FORMS) {
        const { status, headers, content } = await fetched(report, `${queryOf(query)}&format=${format}&lang=${lang}`);
        expect(status, content.toString().slice(0, 500)).to.equal(200);
        expect(headers.get('content-language')).to.equal(lang);
        prints.add(headers.get('x-export-fingerprint'));
        if (format === 'json') continue;
        expect(headers.get('content-disposition')).to.match(
          new RegExp(`^attachment; filename="[A-Za-z0-9._-]+\\.${format.toLowerCase()}"; filename\\*=UTF-8''`),
        );
      }
      expect([...prints]).to.have.length(1);
      expect([...prints][0]).to.match(/^[0-9a-f]{64}$/);
    });

  it('are PDFs with firm, company, period and numbered pages', async () => {
    const { content } = await fetched('trial-balance', queryOf('fiscal_year_id={year}&format=PDF&lang=fr'));
    const lines = readPdfPages(content)[0]!;
    expect(lines).to.include.members([
      'Balance des comptes',
      'Exercice 2025 : du 01/01/2025 au 31/12/2025',
      'Page 1 sur 1',
      'Total',
    ]);
    expect(content.toString('latin1')).to.match(/\/FontName \/[A-Z]{6}\+DejaVuSansCondensed\b/);
  });

  it('are CSV for spreadsheets, with the marks of the language, and for programs', async () => {
    const query = queryOf('fiscal_year_id={year}&format=csv');
    const french = await text('trial-balance', `${query}&lang=fr`);
    expect(french)
      .to.match(/^\ufeffCompte;Intitulé;/)
      .and.contain(';2420,00;');
    expect(await text('trial-balance', `${query}&lang=en`))
      .to.match(/^\ufeffAccount;Name;/)
      .and.contain(';2420.00;');
    const raw = await text('trial-balance', `${query}&dialect=raw&lang=fr`);
    expect(raw)
      .to.match(/^account,label,opening_debit,/)
      .and.contain(',2420.00,');
    const widths = parse(french, { bom: true, delimiter: ';' }).map((record: string[]) => record.length);
    expect(new Set(widths)).to.deep.equal(new Set([8]));
  });

  it('are workbooks with numbers as numbers', async () => {
    const { content } = await fetched('trial-balance', queryOf('fiscal_year_id={year}&format=xlsx&lang=nl'));
    const { sheets } = await readXlsx(content);
    const [header, ...rows] = sheets[1]!.rows;
    expect(header![0]).to.equal('Rekening');
    expect(rows.find(([number]) => number === '550000')).to.deep.equal([
      '550000',
      rows.find(([n]) => n === '550000')![1],
      5000,
      null,
      1210,
      121,
      6089,
      null,
    ]);
    expect(sheets[1]!.freezePane).to.deep.include({ rows: 1 });
  });

  it('refuse forms that there are not', async () => {
    for (const query of ['format=docx', 'format=', 'dialect=sql&format=csv']) {
      const { status } = await fetched('trial-balance', query);
      expect([status, query]).to.deep.equal([query === 'format=' ? 200 : 422, query]);
    }
  });
});
