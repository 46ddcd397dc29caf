import { expect } from 'chai';
import { createSystemContext } from '../../../commands/support/context.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Line {
  readonly account: { readonly number: string };
  readonly debit: string;
  readonly credit: string;
  readonly currency: string | null;
  readonly currency_amount: string | null;
  readonly exchange_rate: string | null;
}
interface Entry extends AnswerBody {
  readonly lines: readonly Line[];
  readonly origin: string;
}

const inShort = ({ lines }: Entry) =>
  lines.map(
    ({ account, debit, credit, currency, currency_amount }) =>
      `${account.number} ${debit === '0.00' ? `C ${credit}` : `D ${debit}`} ${currency} ${currency_amount}`,
  );

describe('Documents in a foreign currency', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let customer: AnswerBody;
  let last = 0;
  const path = (rest: string) => `${file.path}/${rest}`;
  const setRate = (currency: string, on: string, rate: string) =>
    firm.client.created(path('exchange-rates'), { currency, on, rate });

  before('open a company file with published rates', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    const days = [
      { day: '2026-11-06', rates: { GBP: '0.8500', USD: '1.1000' } },
      { day: '2026-11-12', rates: { GBP: '0.8000', USD: '1.2000' } },
    ];
    await service.core.commands.execute(
      'company',
      file.id,
      { type: 'RecordExchangeRates', days },
      createSystemContext('test'),
    );
    customer = await firm.client.created(path('third-parties'), { type: 'customer', name: 'Acme Ltd' });
  });

  const body = (fields: object = {}) => ({
    direction: 'sale',
    number: `GB-${(last += 1)}`,
    document_date: '2026-11-08',
    currency: 'GBP',
    third_party_id: customer.id,
    lines: [{ description: 'Consultancy', amount_net: '1000.00', account: '700000', vat_code: 'S-21' }],
    ...fields,
  });
  const record = (fields: object = {}) => firm.client.created(path('documents'), body(fields));
  const book = async (document: AnswerBody, fields: object = {}) =>
    (await firm.client.created(path(`documents/${document.id}/book`), fields))['entry'] as Entry;

  it('have the rate of their day, and the worked example in the books and in the VAT return', async () => {
    const document = await record();
    expect(document).to.include({
      ...{ exchange_rate: '0.8500', exchange_rate_on: '2026-11-06', exchange_rate_source: 'ecb' },
      ...{ tax_exchange_rate: '0.8500', tax_exchange_rate_on: '2026-11-06', tax_exchange_rate_source: 'ecb' },
      ...{ amount_net: '1000.00', amount_vat: '210.00', amount_gross: '1210.00' },
      ...{ base_amount_net: '1176.47', base_amount_vat: '247.06', base_amount_gross: '1423.53' },
    });
    const entry = await book(document);
    expect(inShort(entry)).to.deep.equal([
      '700000 C 1176.47 GBP -1000.00',
      '451000 C 247.06 GBP -210.00',
      '400000 D 1423.53 GBP 1210.00',
    ]);
    const { boxes } = await firm.client.created(path('vat-declarations'), { year: 2026, period: 4 });
    expect(boxes).to.include({ '03': '1176.47', '54': '247.06' });
  });

  it('have two rates, each with its day and source', async () => {
    const given = await record({ exchange_rate: '0.8000', tax_exchange_rate: '0.8500' });
    expect(given).to.include({
      ...{ exchange_rate: '0.8000', exchange_rate_on: '2026-11-08', exchange_rate_source: 'own' },
      ...{ tax_exchange_rate: '0.8500', tax_exchange_rate_on: '2026-11-08', tax_exchange_rate_source: 'own' },
      ...{ base_amount_net: '1250.00', base_amount_vat: '247.06', base_amount_gross: '1497.06' },
    });
    const byDay = await record({ exchange_rate_on: '2026-11-12' });
    expect(byDay).to.include({ exchange_rate: '0.8000', exchange_rate_on: '2026-11-12', exchange_rate_source: 'ecb' });
    const taxByDay = await record({ tax_exchange_rate_on: '2026-11-12' });
    expect(taxByDay).to.include({ exchange_rate: '0.8500', tax_exchange_rate: '0.8000', base_amount_vat: '262.50' });
  });

  it('follow changes of the date and of the currency, unless a rate was entered', async () => {
    const one = await record();
    const change = async (fields: object) => (await firm.client.patch(path(`documents/${one.id}`), fields)).body;
    expect(await change({ document_date: '2026-11-12' })).to.include({ exchange_rate: '0.8000' });
    expect(await change({ currency: 'USD' })).to.include({ exchange_rate: '1.2000', base_amount_net: '833.33' });
    expect(await change({ exchange_rate: '1.25' })).to.include({ exchange_rate: '1.25', exchange_rate_source: 'own' });
    expect(await change({ document_date: '2026-11-08' })).to.include({ exchange_rate: '1.25' });
    expect(await change({ exchange_rate: null })).to.include({ exchange_rate: '1.1000', exchange_rate_source: 'ecb' });
    expect(await change({ currency: 'EUR' })).to.include({ exchange_rate: null, base_amount_net: '1000.00' });
  });

  it('are booked once their rate is known, never at a guess', async () => {
    const document = await record({ currency: 'SEK' });
    expect(document).to.include({ exchange_rate: null, base_amount_net: null, base_amount_gross: null });
    const refused = await firm.client.refused(422, 'rate_unknown').post(path(`documents/${document.id}/book`), {});
    expect(refused).to.include({ currency: 'SEK', on: '2026-11-08' });
    const rate = await setRate('SEK', '2026-11-05', '11.2000');
    const entry = await book(document);
    expect(inShort(entry)[2]).to.equal('400000 D 108.04 SEK 1210.00');
    expect((await firm.client.get(path(`documents/${document.id}`))).body).to.include({
      exchange_rate_on: '2026-11-05',
      exchange_rate_source: 'own',
    });
    const used = await firm.client.refused(422, 'in_use').delete(path(`exchange-rates/${rate.id}`));
    expect(used.used_by).to.deep.include({ resource: 'documents', count: 1 });
  });

  it('are credited at their own rate, and settle each other in both currencies', async () => {
    const invoice = await record();
    await book(invoice);
    const note = await firm.client.created(path(`documents/${invoice.id}/credit`), {
      ...{ number: `GBC-${(last += 1)}`, date: '2026-11-12', reason: 'Returned', book: true },
    });
    expect(note).to.include({ exchange_rate: '0.8500', base_amount_gross: '1423.53' });
    const items = (await firm.client.get<{ data: readonly AnswerBody[] }>(path('open-items?type=customer'))).body.data;
    expect(items.filter(({ reference }) => reference === invoice.number)).to.deep.equal([]);
  });

  it('leave an exchange difference when a credit note has another rate', async () => {
    const invoice = await record({ currency: 'USD' });
    await book(invoice);
    const note = await record({
      ...{ currency: 'USD', is_credit_note: true, document_date: '2026-11-12' },
      credits: [{ document_id: invoice.id }],
    });
    expect(note).to.include({ exchange_rate: '1.2000' });
    await book(note);
    const { body } = await firm.client.get<{ data: readonly Entry[] }>(path('entries?per_page=100'));
    const [difference, ...others] = body.data.filter(({ origin }) => origin === 'exchange_difference');
    expect(others).to.deep.equal([]);
    // 1,100.00 at 1.1 less 833.33 and 175.00 at 1.2.
    expect(inShort(await firm.client.ok<Entry>(path(`entries/${difference!.id}`)))).to.deep.equal([
      '400000 C 91.67 USD 0.00',
      '654000 D 91.67 null null',
    ]);
  });

  it('are posted as entries too', async () => {
    const invoice = {
      ...{ journal_id: file.journal('VEN'), entry_date: '2026-11-08', third_party_id: customer.id, currency: 'GBP' },
      lines: [{ account: '700000', vat_code: 'S-21', amount: '1000.00' }],
    };
    const entry = await firm.client.created<Entry>(path('entries/invoice'), invoice);
    expect(inShort(entry)).to.deep.equal([
      '700000 C 1176.47 GBP -1000.00',
      '451000 C 247.06 GBP -210.00',
      '400000 D 1423.53 GBP 1210.00',
    ]);
    const rates = { exchange_rate: '0.8', tax_exchange_rate: '0.85' };
    const other = await firm.client.created<Entry>(path('entries/invoice'), { ...invoice, ...rates });
    expect(inShort(other)[2]).to.equal('400000 D 1497.06 GBP 1210.00');
    const unknown = await firm.client
      .refused(422, 'rate_unknown')
      .post(path('entries/invoice'), { ...invoice, currency: 'JPY' });
    expect(unknown).to.include({ currency: 'JPY', on: '2026-11-08' });
    const own = await firm.client.created<Entry>(path('entries/invoice'), { ...invoice, currency: 'EUR' });
    expect(own.lines[0]!.currency).to.equal(null);
  });
});
