import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { findBrokenFecRules, parseFecRecords } from '../../support/fec-rules.ts';
import type { TestCompany } from '../../support/service.ts';
import { errorsOf, migrate, type Source } from '../book-migrations/support.ts';
import { useAbroad } from './support.ts';

const YEAR = { starts_on: '2026-01-01', ends_on: '2026-12-31' };
const FRENCH = { country_pack: 'FR', enterprise_number: '732829320', fiscal_year: YEAR };

interface Line {
  readonly id: number;
  readonly account: { readonly number: string };
  readonly debit: string;
  readonly credit: string;
  readonly currency: string | null;
  readonly currency_amount: string | null;
  readonly exchange_rate: string | null;
}

/** The worked example of France: an invoice of 10 000 dollars, of which 4 000 are paid. */
describe('A FEC with amounts in another currency', () => {
  const books = useAbroad(FRENCH);
  let sources: Source[];

  const post = async (file: TestCompany, body: object): Promise<readonly Line[]> =>
    (await books.firm.client.created<{ lines: Line[] }>(`${file.path}/entries`, body)).lines;

  const listYears = async (file: TestCompany) =>
    (await books.firm.client.get<{ id: number; starts_on: string; ends_on: string }[]>(`${file.path}/fiscal-years`))
      .body;

  before(async () => {
    const { file, made, firm } = books;
    const customer = (await made('/third-parties', { type: 'customer', name: 'Hudson', code: 'C1' })).id;
    const usd = (currency_amount: string, exchange_rate: string) => ({
      currency: 'USD',
      currency_amount,
      exchange_rate,
    });
    const head = { journal_id: file.journal('OD'), label: 'Export' };
    const [invoiced] = await post(file, {
      ...head,
      entry_date: '2026-11-10',
      reference: 'V1',
      lines: [
        { account: '411000', debit: '9090.91', third_party_id: customer, ...usd('10000.00', '1.1') },
        { account: '707000', credit: '9090.91', ...usd('-10000.00', '1.1') },
      ],
    });
    const paid = await post(file, {
      ...head,
      entry_date: '2026-12-05',
      reference: 'B1',
      lines: [
        { account: '512000', debit: '3571.43', ...usd('4000.00', '1.12') },
        { account: '411000', credit: '3571.43', third_party_id: customer, ...usd('-4000.00', '1.12') },
      ],
    });
    const { status, text } = await firm.client.post(`${file.path}/lettering`, {
      line_ids: [invoiced!.id, paid[1]!.id],
      partial: true,
    });
    expect(status, text).to.equal(201);
    await post(file, {
      ...head,
      entry_date: '2026-12-06',
      reference: 'E1',
      lines: [
        { account: '411000', debit: '50.00', third_party_id: customer },
        { account: '707000', credit: '50.00' },
      ],
    });
    await made(`/fiscal-years/${file.fiscalYearId}/close`, {});
    sources = [];
    for (const { id, ends_on } of (await listYears(file)).toSorted((one, other) => one.id - other.id))
      sources.push({
        name: `732829320FEC${ends_on.slice(0, 10).replaceAll('-', '')}.txt`,
        content: (await firm.client.get(`${file.path}/exports/fec/${id}`)).text,
      });
  });

  const recordsOf = (index: number) => parseFecRecords(Buffer.from(sources[index]!.content as string));
  const show = (one: Readonly<Record<string, string>>) =>
    [one['CompteNum'], one['PieceRef'], one['Debit'], one['Credit'], one['Montantdevise'], one['Idevise']].join(' ');

  it('has both fields or none, without sign, for each part of a line that is settled in part', () => {
    const { name, content } = sources[0]!;
    expect(findBrokenFecRules(name, Buffer.from(content as string), YEAR)).to.deep.equal([]);
    expect(recordsOf(0).map(show)).to.deep.equal([
      '411000 V1 3636,36 0,00 4000,00 USD',
      '411000 V1 5454,55 0,00 6000,00 USD',
      '707000 V1 0,00 9090,91 10000,00 USD',
      '512000 B1 3571,43 0,00 4000,00 USD',
      '411000 B1 0,00 3571,43 4000,00 USD',
      // The exchange difference belongs to the currency of what it settles.
      '411000 OD-2026-00003 0,00 64,93 0,00 USD',
      '656000 OD-2026-00003 64,93 0,00  ',
      '411000 E1 50,00 0,00  ',
      '707000 E1 0,00 50,00  ',
    ]);
  });

  it('opens the next year with what is left in each currency', () => {
    expect(
      recordsOf(1)
        .filter(({ CompteNum }) => CompteNum!.startsWith('4') || CompteNum!.startsWith('5'))
        .map(show),
    ).to.deep.equal([
      '411000 E1 50,00 0,00  ',
      '411000 V1 5454,55 0,00 6000,00 USD',
      '512000 AN-2027-00001 3571,43 0,00 4000,00 USD',
    ]);
  });

  it('gives the same lines and open items when it is imported', async () => {
    const { service, firm } = books;
    const { client } = await service.newFirm();
    const other = await service.newCompany(client, FRENCH);
    const done = await migrate(client, other, sources);
    expect(errorsOf(done), JSON.stringify(done.problems)).to.deep.equal([]);
    expect(done.status).to.equal('completed');
    const linesOf = async (asked: typeof client, file: TestCompany) => {
      const { body } = await asked.get<AnswerBody>(`${file.path}/entries?per_page=100&sort=entry_date`);
      return (body.data as { origin: string; lines: Line[] }[])
        .filter(({ origin }) => !['closing', 'appropriation'].includes(origin))
        .flatMap(({ lines }) => lines)
        .filter(({ currency, currency_amount }) => currency !== null && currency_amount !== '0.00')
        .map((one) => [one.account.number, one.debit, one.credit, one.currency, one.currency_amount].join(' '));
    };
    const sumUp = (lines: readonly string[]) => lines.toSorted();
    const expected = sumUp(await linesOf(firm.client, books.file));
    const imported = sumUp(await linesOf(client, other));
    // The parts of the invoice are two lines in the file.
    const whole = '411000 9090.91 0.00 USD 10000.00';
    expect(expected).to.include(whole);
    expect(imported).to.deep.equal(
      sumUp([
        ...expected.filter((one) => one !== whole),
        '411000 3636.36 0.00 USD 4000.00',
        '411000 5454.55 0.00 USD 6000.00',
      ]),
    );
    const openOf = async (asked: typeof client, file: TestCompany) => {
      const { body } = await asked.get<AnswerBody>(`${file.path}/open-items?as_of=2026-12-31&per_page=100`);
      return (body.data as Record<string, string>[])
        .map(({ reference, open_amount, amount, currency, currency_open_amount }) => [
          ...[reference, open_amount ?? amount, currency, currency_open_amount],
        ])
        .sort();
    };
    expect(await openOf(client, other)).to.deep.equal(await openOf(firm.client, books.file));
  });
});
