import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { AnswerBody } from '../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

/** The requests of docs/report-queries.md are sent as they are printed. */
const page = readFileSync(new URL('../../docs/report-queries.md', import.meta.url), 'utf8');
const requests = [...page.matchAll(/```http\n\s*GET (\S+)\n/g)].map(([, path]) => path!);
const [answer, saved] = [...page.matchAll(/```json\n([\s\S]+?)```/g)].map(([, text]) => JSON.parse(text!) as AnswerBody);

describe('The page on report queries', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  const send = (path: string) => firm.client.get<AnswerBody>(path.replace('/v1/companies/{company}', file.path));

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' } });
    const must = (path: string, body: object) => firm.client.created<AnswerBody>(`${file.path}${path}`, body);
    const north = await must('/analytic-codes', { axis: 'PROJECT', code: 'NORTH', label: 'North' });
    const customer = await must('/third-parties', { type: 'customer', name: 'Alice' });
    const post = (journal: string, entry_date: string, lines: readonly object[]) =>
      must('/entries', { journal_id: file.journal(journal), entry_date, lines });
    await post('VEN', '2026-01-10', [
      { account: '400000', debit: '1000.00', third_party_id: customer.id },
      { account: '700000', credit: '1000.00', vat_code: 'S-21', analytics: [{ code_id: north.id }] },
    ]);
    await post('VEN', '2026-02-10', [
      { account: '400000', debit: '400.00', third_party_id: customer.id },
      { account: '700000', credit: '400.00', analytics: [{ code_id: north.id }] },
    ]);
    await post('OD', '2026-03-10', [
      { account: '604000', debit: '250.00' },
      { account: '440000', credit: '250.00' },
    ]);
    const budget = await must('/budgets', {
      name: 'Plan',
      fiscal_year_id: file.fiscalYearId,
      lines: [{ account: '70', amount: '12000.00' }],
    });
    expect(budget.id).to.equal(1);
  });

  it('has ten examples that are answered as printed', async () => {
    expect(requests).to.have.lengthOf(10);
    for (const path of requests) {
      const { status, body, text } = await send(path);
      expect(status, `${path} ${text.slice(0, 300)}`).to.equal(200);
      if (!path.includes('format=')) expect(body['rows'], path).to.not.have.lengthOf(0);
    }
    const { body } = await send(requests[0]!);
    expect(body).to.deep.include(answer);
  });

  it('has a saved query that can be saved and run', async () => {
    const made = await firm.client.created<AnswerBody>(`${file.path}/report-queries`, saved!);
    const { body } = await firm.client.get<AnswerBody>(`${file.path}/report-queries/${made.id}/run`);
    expect(body['rows']).to.deep.equal((answer!['rows'] as string[][]).map((row) => [...row, '0.00']));
  });
});
