import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface BoardItem {
  readonly company: { readonly public_token: string; readonly code: string; readonly name: string };
  readonly responsible: { readonly id: number; readonly name: string } | null;
  readonly documents_to_validate: number;
  readonly bank_to_match: number;
  readonly open_conflicts: number;
  readonly vat: { readonly due_on: string; readonly days_left: number; readonly is_late: boolean } | null;
  readonly filings: readonly { readonly kind: string; readonly is_late: boolean }[];
  readonly last_activity: { readonly user: { readonly id: number } | null } | null;
  readonly closed_until: string | null;
}

interface Board extends AnswerBody {
  readonly data: readonly BoardItem[];
  readonly total: number;
  readonly totals: Readonly<Record<string, number>>;
}

describe('The board of a firm', () => {
  const service = useService();
  let firm: TestFirm;
  let acier: TestCompany;
  let zinc: TestCompany;
  let path: string;
  const board = (query = '', client = firm.client) => client.ok<Board>(`${path}/board${query}`);
  const codesOf = ({ data }: Board) => data.map(({ company }) => company.code);

  before(async () => {
    firm = await service.newFirm();
    path = `/v1/firms/${firm.token}`;
    const fiscal_year = { starts_on: '2026-01-01', ends_on: '2026-12-31' };
    acier = await service.newCompany(firm.client, { code: 'A', name: 'Acier', vat_regime: 'exempt', fiscal_year });
    zinc = await service.newCompany(firm.client, { code: 'Z', name: 'Zinc Été', vat_regime: 'monthly', fiscal_year });
  });

  it('shows what waits in each file, with the totals of the list', async () => {
    const journal = { code: 'LUX', label: 'Bank', type: 'bank', iban: 'LU280019400644750000' };
    await firm.client.created(`${acier.path}/journals`, { ...journal, control_account_id: acier.account('550000') });
    const content = readFileSync(new URL('../../fixtures/bank/batch.camt053.xml', import.meta.url));
    const part = { field: 'files[]', name: 'a.xml', content, type: 'application/xml' };
    await firm.client.expect(201).upload('POST', `${acier.path}/coda-files`, [part]);
    const { data, total, totals } = await board();
    expect(total).to.equal(2);
    const [first, second] = data;
    expect(first).to.deep.include({
      company: { public_token: acier.token, code: 'A', name: 'Acier', country: 'BE' },
      responsible: null,
      documents_to_validate: 0,
      bank_to_match: 2,
      open_conflicts: 0,
      vat: null,
      closed_until: null,
    });
    expect(first!.last_activity!.user).to.have.property('id', firm.admin.id);
    const calendar = await firm.client.expect(200).get(`${zinc.path}/vat/calendar`);
    const due = (calendar.data as AnswerBody[]).filter(({ kind, status }) => kind === 'return' && status !== 'done');
    expect(second!.vat!.due_on).to.equal((due[0]!['due_on'] as string).slice(0, 10));
    expect(second!.vat!.is_late).to.equal(second!.vat!.days_left < 0);
    expect(totals).to.deep.equal({
      companies: 2,
      late: data.filter((one) => one.vat?.is_late || one.filings.some(({ is_late }) => is_late)).length,
      documents_to_validate: 0,
      bank_to_match: 2,
      open_conflicts: 0,
    });
  });

  it('is filtered, sorted and paginated, and not sent again while nothing changes', async () => {
    expect(codesOf(await board('?sort=-name'))).to.deep.equal(['Z', 'A']);
    expect(codesOf(await board('?sort=-bank_to_match'))).to.deep.equal(['A', 'Z']);
    expect(codesOf(await board('?sort=due_on'))).to.deep.equal(['Z', 'A']);
    expect(codesOf(await board('?q=ETE'))).to.deep.equal(['Z']);
    expect(codesOf(await board('?late=true'))).to.deep.equal(['Z']);
    expect(codesOf(await board('?late=false'))).to.deep.equal(['A']);
    const page = await board('?per_page=1&page=2');
    expect([codesOf(page), page.total, page.totals['companies']]).to.deep.equal([['Z'], 2, 2]);
    const { headers } = await firm.client.get(`${path}/board`);
    const again = await firm.client.get(`${path}/board`, { 'If-None-Match': headers.get('etag')! });
    expect(again.status).to.equal(304);
    expect((await firm.client.get(`${path}/board?sort=code`)).status).to.equal(422);
  });

  it('shows the member who is responsible, which a manager names, and an undo takes back', async () => {
    const member = await service.newMember(firm, 'encoder', { companies: [{ id: zinc.id }] });
    const patch = (body: object) => firm.client.patch<AnswerBody>(zinc.path, body);
    const named = await patch({ responsible_id: member.id });
    expect(named.body['responsible']).to.have.property('id', member.id);
    expect(await firm.client.ok<AnswerBody>(zinc.path)).to.deep.include({ responsible: named.body['responsible'] });
    expect((await board()).data[1]!.responsible).to.deep.equal(named.body['responsible']);
    const wrong = await firm.client.patch<AnswerBody>(acier.path, { responsible_id: member.id });
    expect([wrong.status, Object.keys(wrong.body.errors)]).to.deep.equal([422, ['responsible_id']]);
    expect((await patch({ responsible_id: 999_999 })).status).to.equal(422);
    expect((await member.client.patch(zinc.path, { responsible_id: null })).status).to.equal(403);
    await firm.client.expect(200).patch(acier.path, { responsible_id: firm.admin.id });
    expect(codesOf(await board(`?member=${member.id}`))).to.deep.equal(['Z']);
    expect(codesOf(await board(`?member=${firm.admin.id}`))).to.deep.equal(['A']);
    const operation = named.headers.get('x-operation-id')!;
    await firm.client.expect(200).post(`${zinc.path}/history/operations/${operation}/revert`);
    expect(await firm.client.ok<AnswerBody>(zinc.path)).to.have.property('responsible', null);
  });

  it('has only files that the caller sees, and is not there for others', async () => {
    const member = await service.newMember(firm, 'reviewer', { companies: [{ id: zinc.id }] });
    expect(codesOf(await board('', member.client))).to.deep.equal(['Z']);
    const stranger = await service.newFirm();
    expect((await stranger.client.get(`${path}/board`)).status).to.equal(404);
  });
});
