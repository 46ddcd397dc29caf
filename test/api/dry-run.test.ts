import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Route } from '../../api/http/routing/route.ts';
import { routes } from '../../api/routes.ts';
import { nameOf, prepared } from './access/requests.ts';
import { setScene, useStage, type Scene } from './access/scene.ts';
import { ownerOf } from './access/subjects.ts';
import type { AnswerBody } from '../support/client.ts';
import { useService, type TestCompany, type TestFirm, type TestService } from '../support/service.ts';
import { countTraces, listPreviews, readPosted, withoutIds } from './dry-run/comparing.ts';

const FILE = '/v1/companies/{company}';
const previewable = routes.filter(({ dryRun }) => dryRun !== undefined);

/** Their examples post entries; the others match lines only, or propose. */
const WITHOUT_ENTRIES = new Set([
  `POST ${FILE}/lettering`,
  `POST ${FILE}/lettering/auto`,
  `POST ${FILE}/bank-transactions/auto-match`,
  `POST ${FILE}/history/{revision}/revert`,
  `POST ${FILE}/history/operations/{operation}/revert`,
  `DELETE ${FILE}/lettering/{id}`,
  `POST ${FILE}/documents`,
  `POST ${FILE}/document-imports/{id}/validate`,
  `POST ${FILE}/fiscal-years/{id}/close`,
  `POST ${FILE}/fiscal-years/{id}/reopen`,
  `POST ${FILE}/fixed-assets/{id}/events`,
  `POST ${FILE}/vat-declarations/{id}/validate`,
  `POST ${FILE}/vat-declarations/{id}/reopen`,
]);

describe('A dry run', () => {
  const stage = useStage();
  let scene: Scene;

  before(async () => {
    scene = await setScene(stage);
  });

  const sendTo = ({ method }: Route, path: string, body: unknown, headers: Record<string, string>) =>
    scene.owner.request(method.toUpperCase(), path, { ...(body !== undefined && { body }), headers });

  for (const route of previewable)
    it(`of ${nameOf(route)} shows what the request then posts, and leaves no trace`, async () => {
      const { path, body } = await prepared(route, scene, ownerOf(scene));
      const companyPath = path.split('/').slice(0, 4).join('/');
      const key = { 'X-Client-Mutation-Id': randomUUID() };
      const isDeletion = route.method === 'delete';
      const withDryRun = (isDry: boolean): unknown => {
        if (isDeletion) return body;
        if (!(body instanceof FormData)) return { ...(body as object | undefined), dry_run: isDry };
        body.set('dry_run', String(isDry));
        return body;
      };
      const before = await countTraces(stage.service);
      const shown = await sendTo(route, isDeletion ? `${path}?dry_run=true` : path, withDryRun(true), key);
      expect(shown.status, shown.text).to.equal(200);
      expect(shown.body).to.include({ dry_run: true });
      expect(shown.text, 'no placeholder id').not.to.match(/-\d+[,}]|\d{16}[,}]/);
      expect(shown.headers.get('x-operation-id')).to.equal(null);
      expect(await countTraces(stage.service)).to.deep.equal(before);

      const done = await sendTo(route, path, withDryRun(false), key);
      expect(done.status, done.text).to.be.oneOf([200, 201, 204]);
      expect(done.headers.get('x-idempotent-replay'), 'the key is not used up').to.equal(null);
      const posted = await readPosted(stage.service, scene.owner, companyPath, before.head);
      const previews = listPreviews(shown.body);
      expect(previews.map(withoutIds)).to.deep.equal(posted.map(withoutIds));
      if (!WITHOUT_ENTRIES.has(nameOf(route))) expect(posted).not.to.deep.equal([]);
    });
});

describe('A dry run in every country', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;

  before(async () => {
    firm = await service.newFirm();
  });

  const PACKS = {
    BE: { type: 'purchase', account: '604000', bank: '550000' },
    // Tax of services is due with the payment, which posts it.
    FR: { type: 'sale', account: '706000', bank: '512000', vat_code: 'S-E-20' },
    LU: { type: 'purchase', account: '60313', bank: '513101' },
  } as const;

  for (const [country_pack, { type, account, bank, ...own }] of Object.entries(PACKS))
    it(`shows invoices, matches, their end and the closing of a year as they are then posted: ${country_pack}`, async () => {
      const fiscal_year = { starts_on: '2024-01-01', ends_on: '2024-12-31' };
      const file = await service.newCompany(firm.client, { country_pack, fiscal_year, vat_regime: 'monthly' });
      const run = createRunner(service, firm, file);
      const journals = await firm.client.ok<AnswerBody[]>(`${file.path}/journals`);
      const codes = await firm.client.ok<AnswerBody[]>(`${file.path}/vat-codes`);
      const direction = type === 'sale' ? 'sale' : 'purchase';
      const code = codes.find((one) => one.direction === direction && Number(one.rate) > 0)!;
      const party = await firm.client.created(`${file.path}/third-parties`, {
        type: type === 'sale' ? 'customer' : 'supplier',
        name: 'Maison Lune',
      });
      const [invoice] = await run('entries/invoice', {
        journal_id: journals.find((one) => one.type === type)!.id,
        entry_date: '2024-03-10',
        reference: 'A-1',
        third_party_id: party.id,
        lines: [{ account, amount: '100.00', vat_code: 'vat_code' in own ? own.vat_code : code.code }],
      });
      const open = (invoice!.lines as OpenLine[]).find(({ third_party_id }) => third_party_id === party.id)!;
      const [debit, credit] = [open.credit, open.debit];
      const [payment] = await run('entries', {
        journal_id: file.journal('OD'),
        entry_date: '2024-04-10',
        lines: [
          { account: open.account.number, third_party_id: party.id, debit, credit },
          { account: bank, debit: credit, credit: debit },
        ],
      });
      const line_ids = [open.id, (payment!.lines as OpenLine[])[0]!.id];
      const taxes = await run('lettering', { line_ids });
      expect(taxes.map(({ origin }) => origin)).to.deep.equal(country_pack === 'FR' ? ['tax_on_payment'] : []);
      const { data } = await firm.client.ok<{ data: AnswerBody[] }>(`${file.path}/lettering`);
      await run(`lettering/${data[0]!.id}`, null);
      await run(`entries/${payment!.id}/reverse`, { entry_date: '2024-05-10' });
      const closing = await run(`fiscal-years/${file.fiscalYearId}/close`, {});
      expect(closing.length).to.be.greaterThan(1);
      expect(await run(`fiscal-years/${file.fiscalYearId}/reopen`, {})).to.have.length(closing.length);
    });

  it('is refused as the request is: wrong fields, a locked period, another version, a duplicate', async () => {
    const file = await service.newCompany(firm.client);
    const { client } = firm;
    const supplier = await client.created(`${file.path}/third-parties`, { type: 'supplier', name: 'Imprimerie' });
    const invoice = {
      journal_id: file.journal('ACH'),
      entry_date: '2026-03-10',
      reference: 'DOUBLE',
      third_party_id: supplier.id,
      lines: [{ account: '604000', amount: '10.00', vat_code: 'P-M-21' }],
      strict: true,
    };
    const posted = await client.created(`${file.path}/entries/invoice`, invoice);
    const year = await client.ok(`${file.path}/fiscal-years/${file.fiscalYearId}`);
    const period = (year.periods as { id: number }[])[0]!;
    await client.expect(200).post(`${file.path}/fiscal-years/${year.id}/periods/${period.id}/lock`);
    const lines = [
      { account: '604000', debit: '1.00' },
      { account: '440000', credit: '1.00' },
    ];
    const od = { journal_id: file.journal('OD'), entry_date: '2026-01-15', lines };
    const requests: readonly (readonly [string, object, Record<string, string>?])[] = [
      ['entries', { ...od, lines: [lines[0]] }],
      ['entries', { ...od, lines: [{ account: '999999', debit: 'x' }], surplus: 1 }],
      ['entries', od],
      ['entries/invoice', invoice],
      ['entries/batch', { entries: [od] }],
      [`entries/${posted.id}/reverse`, {}, { 'X-Base-Version': '9' }],
      [`entries/${posted.id}/reverse`, { entry_date: '2026-01-15' }],
      ['entries/999999999/reverse', {}],
      ['lettering', { line_ids: [1, 2] }],
      ['lettering/auto', { account_id: 999_999_999 }],
      [`fiscal-years/${year.id}/reopen`, {}],
      [`fiscal-years/${year.id}/opening-balance`, { lines: [] }],
      ['documents/999999999/book', {}],
      ['sepa-files/999999999/book', {}],
      ['bank-transactions/999999999/unmatch', {}],
      ['recurring-entries/999999999/confirm', { dates: ['2026-01-31'] }],
    ];
    for (const [path, body, headers = {}] of requests) {
      const preview = await client.post(`${file.path}/${path}`, { ...body, dry_run: true }, headers);
      const real = await client.post(`${file.path}/${path}`, { ...body, dry_run: false }, headers);
      expect(real.status, `${path} ${real.text}`).to.be.within(404, 422);
      expect([path, preview.status, preview.body]).to.deep.equal([path, real.status, real.body]);
    }
  });

  it('warns as the request does: of a document in the books, and of one twice in a batch', async () => {
    const file = await service.newCompany(firm.client);
    const { client } = firm;
    const supplier = await client.created(`${file.path}/third-parties`, { type: 'supplier', name: 'Imprimerie' });
    const entry = (reference: string) => ({
      kind: 'invoice',
      journal_id: file.journal('ACH'),
      entry_date: '2026-03-10',
      reference,
      third_party_id: supplier.id,
      lines: [{ account: '604000', amount: '10.00', vat_code: 'P-M-21' }],
    });
    const body = { entries: [entry('A'), entry('B'), entry('a')] };
    const codes = async (fields: object) => {
      const answer = await client.post<{ data: { warnings?: { code: string; message: string }[] }[] }>(
        `${file.path}/entries/batch`,
        { ...body, ...fields },
      );
      return answer.body.data.map(({ warnings = [] }) => warnings.map(({ code, message }) => [code, message]));
    };
    const shown = await codes({ dry_run: true });
    expect(shown.map(({ length }) => length)).to.deep.equal([1, 0, 1]);
    expect(await codes({})).to.deep.equal(shown);
  });
});

interface OpenLine {
  readonly id: number;
  readonly account: { readonly number: string };
  readonly debit: string;
  readonly credit: string;
  readonly third_party_id: number | null;
}

/** Sends a request as a dry run and then for real, compares both, and returns what was posted. Null is a deletion. */
function createRunner(service: TestService, { client }: TestFirm, file: TestCompany) {
  return async (rest: string, body: object | null): Promise<AnswerBody[]> => {
    const path = `${file.path}/${rest}`;
    const { head } = await countTraces(service);
    const shown = await (body ? client.post(path, { ...body, dry_run: true }) : client.delete(`${path}?dry_run=true`));
    expect(shown.status, `${rest} ${shown.text}`).to.equal(200);
    expect((await countTraces(service)).head).to.equal(head);
    const done = await (body ? client.post(path, body) : client.delete(path));
    expect(done.status, `${rest} ${done.text}`).to.be.oneOf([200, 201, 204]);
    const posted = await readPosted(service, client, file.path, head);
    expect(listPreviews(shown.body).map(withoutIds), rest).to.deep.equal(posted.map(withoutIds));
    return posted;
  };
}
