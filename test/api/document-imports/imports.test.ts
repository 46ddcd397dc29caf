import { expect } from 'chai';
import { expectStatus, type Answer, type AnswerBody, type List } from '../../support/client.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';
import { useImports, type Import } from './support.ts';

describe('Document imports', () => {
  const imports = useImports();
  const { upload, uploaded, invoice } = imports;

  it('reads a structured invoice at once, and finds its direction, third party, account and code', async () => {
    const [made] = await uploaded(['facture.xml', invoice({ number: 'A-1' })]);
    expect(made).to.include({
      original_name: 'facture.xml',
      mime: 'application/xml',
      kind: 'xml',
      status: 'ready',
      progress: 100,
      step: 'done',
      engine: 'ubl',
      suggested_direction: 'purchase',
      suggested_third_party_id: imports.supplier.id,
      error: null,
      has_preview: false,
      version: 2,
    });
    expect(made!.suggested_third_party).to.include({ name: 'Papeterie du Centre', vat_number: 'BE0477472701' });
    expect(made!.extracted).to.deep.include({ number: 'A-1', date: '2026-01-15', currency: 'EUR' });
    expect(made!.extracted!.totals).to.deep.include({ net: 125, vat: 26.25, gross: 151.25 });
    expect(made!.warnings).to.deep.equal([]);
    const [line] = made!.suggestions!.lines;
    expect(line!.account_reason!.code).to.equal('country_default');
    expect(line!.vat_code_reason!.code).to.equal('rate_and_category');
    const { body: code } = await imports.client.get(`${imports.file.path}/vat-codes/${line!.vat_code_id}`);
    expect(code.code).to.equal('P-S-21');
    const body = await imports.client.ok(`${imports.path}/${made!.id}`);
    expect(withoutLinks(body)).to.deep.equal(withoutLinks(made!));
  });

  it('leaves PDF and pictures to the analysis, and takes all of an upload or nothing', async () => {
    const { total: before } = (await imports.client.get(imports.path)).body as { total?: number };
    const made = await uploaded(['a.pdf', '%PDF-1.7 a'], ['b.png', PNG]);
    expect(made.map(({ status, progress, step }) => [status, progress, step])).to.deep.equal([
      ['queued', 0, 'queued'],
      ['queued', 0, 'queued'],
    ]);
    const refused = await upload(['c.pdf', '%PDF-1.7 c'], ['d.exe', 'MZ'], ['e.pdf', 'MZ no pdf'], ['f.xml', '']);
    expect(errorsOf(refused)).to.deep.equal(['files.1', 'files.2', 'files.3']);
    const { total: after } = (await imports.client.get(imports.path)).body as { total?: number };
    expect(after).to.equal(before! + 2);
  });

  it('tells a duplicate by its file, and by its supplier, number and date; one that only resembles it is pointed out', async () => {
    const [first] = await uploaded(['one.xml', invoice({ number: 'D-1' })]);
    const [same] = await uploaded(['copy.xml', invoice({ number: 'D-1' })]);
    expect(same).to.include({ status: 'duplicate', duplicate_of_import_id: first!.id });
    const [again] = await uploaded(['other.xml', invoice({ number: ' d-1 ', iban: 'BE68539007547034' })]);
    expect(again).to.include({ status: 'duplicate', duplicate_of_import_id: first!.id });
    const [near] = await uploaded(['near.xml', invoice({ number: 'D-2', date: '2026-01-18' })]);
    expect(near!.status).to.equal('needs_review');
    expect(near!.warnings!.map(({ code }) => code)).to.deep.equal(['similar_document']);
    const twice = await uploaded(
      ['x.xml', invoice({ number: 'D-3', date: '2026-05-05' })],
      ['y.xml', invoice({ number: 'D-3', date: '2026-05-05' })],
    );
    expect(twice[1]).to.include({ status: 'duplicate', duplicate_of_import_id: twice[0]!.id });
  });

  it('calls what was entered in the books by hand a duplicate', async () => {
    const body = {
      journal_id: imports.file.journal('ACH'),
      third_party_id: imports.supplier.id,
      entry_date: '2026-02-02',
      reference: 'H-1',
      lines: [{ account: '604000', amount: '10.00', vat_code: 'P-M-21' }],
    };
    const entry = await imports.client.created(`${imports.file.path}/entries/invoice`, body);
    const [made] = await uploaded([
      'h.xml',
      invoice({ number: 'H-1', date: '2026-02-02', lines: [{ name: 'Encre', net: '10.00' }] }),
    ]);
    expect(made).to.include({ status: 'duplicate', duplicate_of_entry_id: entry.id });
  });

  it('says why a file could not be read, in the language of who asks', async () => {
    const made = await uploaded(
      ['a.xml', '<order/>'],
      ['b.xml', '<Invoice><broken></Invoice>'],
      ['c.xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    );
    expect(made.map(({ status, error_code }) => [status, error_code])).to.deep.equal([
      ['error', 'not_an_invoice'],
      ['error', 'xml_malformed'],
      ['error', 'xml_document_type'],
    ]);
    const { body } = await imports.client.get(`${imports.path}/${made[0]!.id}?lang=nl`);
    expect(body.error).to.be.a('string').and.not.equal('');
    const again = await imports.client.post(`${imports.path}/${made[0]!.id}/process`);
    expect([again.status, again.body.status]).to.deep.equal([200, 'error']);
  });

  it('lists by batch and state, the newest first, and tells how far a batch has come', async () => {
    const batch = '11111111-2222-4333-8444-555555555555';
    const made = await uploaded.in(batch)(
      ['a.xml', invoice({ number: 'L-1', date: '2026-06-01' })],
      ['b.pdf', '%PDF-1.7 list'],
    );
    const list = async (query: string) => {
      const body = await imports.client.ok(`${imports.path}?${query}`);
      return (body.data as Import[]).map(({ id }) => id);
    };
    expect(await list(`batch_id=${batch}`)).to.deep.equal([made[1]!.id, made[0]!.id]);
    expect(await list(`batch_id=${batch}&status=ready,needs_review`)).to.deep.equal([made[0]!.id]);
    await imports.client.refused(422).get(`${imports.path}?status=nonsense`);
    const { body } = await imports.client.get(`${imports.path}/batches/${batch}`);
    expect(body).to.include({ batch_id: batch, total: 2, progress: 50, is_finished: false });
    expect(body.counts).to.include({ ready: 1, queued: 1, expanded: 0 });
    await imports.client.refused(404).get(`${imports.path}/batches/99999999-2222-4333-8444-555555555555`);
  });

  it('corrects a sheet: totals are recalculated, the status stays, a stale version is a conflict', async () => {
    const [made] = await uploaded([
      'p.xml',
      buildUblInvoice({ number: 'P-1', date: '2026-07-01', buyer: { name: 'Somebody else' } }),
    ]);
    expect(made!.status).to.equal('needs_review');
    const path = `${imports.path}/${made!.id}`;
    const extracted = {
      ...made!.extracted,
      direction: 'purchase',
      lines: [
        { description: 'Papier', quantity: '3', unit_price: 33.333, vat_rate: 21 },
        { description: 'Livre', amount_net: 10, vat_rate: 6 },
      ],
      totals: { net: 1, vat: 1, gross: 1 },
    };
    const corrected = await imports.client.patch(path, { extracted }, { 'X-Base-Version': String(made!.version) });
    expect(corrected.status, corrected.text).to.equal(200);
    const shown = corrected.body as unknown as Import;
    expect(shown).to.include({ status: 'needs_review', suggested_direction: 'purchase', version: made!.version + 1 });
    expect(shown.extracted!.totals).to.deep.include({ net: 110, vat: 21.6, gross: 131.6 });
    expect(shown.suggestions!.lines).to.have.length(2);
    const stale = await imports.client.patch(path, { extracted }, { 'X-Base-Version': String(made!.version) });
    expect([stale.status, stale.body.server_version]).to.deep.equal([409, shown.version]);
    const old = { 'X-Base-Version': String(made!.version) };
    for (const late of [await imports.client.post(`${path}/validate`, {}, old), await imports.client.delete(path, old)])
      expect([late.status, late.body.server_version]).to.deep.equal([409, shown.version]);
    const wrong = await imports.client.patch(path, {
      extracted: { ...extracted, date: '2026-02-30', lines: [{ amount_net: '1e3' }], payment: { iban: 'BE00' } },
    });
    expect(errorsOf(wrong)).to.deep.equal(['extracted.date', 'extracted.lines.0.amount_net', 'extracted.payment.iban']);
    await imports.client
      .expect(200)
      .post(`${imports.file.path}/history/operations/${corrected.headers.get('x-operation-id')}/revert`);
    const { body } = await imports.client.get(path);
    expect((body as unknown as Import).extracted).to.deep.equal(made!.extracted);
  });

  it('goes to the recycle bin and back, and its file with it', async () => {
    const [made] = await uploaded(['t.pdf', '%PDF-1.7 bin']);
    const path = `${imports.path}/${made!.id}`;
    const gone = await imports.client.delete(path);
    expect([gone.status, gone.headers.get('x-trashed')]).to.deep.equal([204, '1']);
    await imports.client.refused(404).get(path);
    await expectStatus(imports.follow(made!.file_url), 404);
    const { body: bin } = await imports.client.get<List>(`${imports.file.path}/trash?type=document-imports`);
    expect(bin.data.map(({ id }) => id)).to.include(made!.id);
    await imports.client.expect(200).post(`${imports.file.path}/trash/document-imports/${made!.id}/restore`, {});
    expect((await imports.follow(made!.file_url)).text).to.equal('%PDF-1.7 bin');
    await imports.client.delete(path);
    await imports.client.expect(204).delete(`${imports.file.path}/trash/document-imports/${made!.id}`);
    expect((await imports.client.get(`${imports.file.path}/trash?type=document-imports`)).body.total).to.equal(0);
  });

  it('serves its file through a signed link alone: whatever is changed in it is refused', async () => {
    const [made] = await uploaded(['s.pdf', '%PDF-1.7 signed'], ['other.pdf', '%PDF-1.7 other']);
    const saved = await imports.follow(made!.file_url);
    expect([saved.status, saved.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(saved.headers.get('content-disposition')).to.match(/^attachment/);
    expect(saved.headers.get('x-content-type-options')).to.equal('nosniff');
    const shown = await imports.follow(made!.preview_url!);
    expect(shown.headers.get('content-disposition')).to.match(/^inline/);
    const changes: ((link: URL) => void)[] = [
      (link) => (link.pathname = link.pathname.replace(String(made!.id), String(made!.id + 1))),
      (link) => link.searchParams.set('preview', '1'),
      (link) => link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1)),
      (link) => link.searchParams.append('more', '1'),
      (link) => (link.pathname = link.pathname.replace(imports.file.token, 'AbCdEfGh1234')),
      (link) => link.searchParams.delete('signature'),
    ];
    for (const change of changes) await expectStatus(imports.follow(made!.file_url, change), 403);
  });
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]);

function errorsOf({ status, body, text }: Answer<AnswerBody>) {
  expect(status, text).to.equal(422);
  return Object.keys(body.errors).sort();
}

/** Links are signed anew each time. */
function withoutLinks({ file_url: _file, preview_url: _preview, ...rest }: object & Partial<Import>) {
  return rest;
}
