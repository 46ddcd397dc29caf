import { expect } from 'chai';
import sharp from 'sharp';
import type { AnswerBody } from '../../support/client.ts';
import { buildTextPdf, readPageTexts } from '../../support/text-pdf.ts';
import { useImports, type Import } from './support.ts';

interface PagedImport extends Import {
  readonly sources: readonly { readonly import_id: number; readonly pages: readonly number[] }[] | null;
  readonly expanded_into: readonly number[] | null;
}

describe('Pages of imports', function () {
  // As long as a document may take.
  this.timeout(150_000);
  const imports = useImports();
  const { uploaded } = imports;
  let threePages: Buffer;
  before(async () => (threePages = await buildTextPdf([['Facture A'], ['Suite de A'], ['Facture B']])));

  const get = async (id: number) => (await imports.client.ok(`${imports.path}/${id}`)) as unknown as PagedImport;
  const split = (id: number, pages: unknown, headers?: Record<string, string>) =>
    imports.client.post(`${imports.path}/${id}/split`, { pages }, headers);
  const join = (...ids: readonly number[]) => imports.client.post(`${imports.path}/join`, { import_ids: ids });
  const undo = (answer: { readonly headers: Headers }) =>
    imports.client.post(`${imports.file.path}/history/operations/${answer.headers.get('x-operation-id')}/revert`);
  const textsOf = async ({ file_url }: Import) => {
    const { pathname, search } = new URL(file_url);
    const answer = await fetch(`${imports.service.url}${pathname}${search}`);
    return readPageTexts(new Uint8Array(await answer.arrayBuffer()));
  };
  const statusOf = async (id: number) => (await get(id)).status;

  it('are split into imports of their own, each with its own file', async () => {
    const [made] = await uploaded(['scan.pdf', threePages]);
    const answer = await split(made!.id, [[1, 2], [3]]);
    expect(answer.status, answer.text).to.equal(201);
    const { import: parent, imports: parts } = answer.body as unknown as {
      import: PagedImport;
      imports: PagedImport[];
    };
    expect(parent).to.deep.include({ id: made!.id, status: 'expanded', expanded_into: parts.map(({ id }) => id) });
    expect(parts.map(({ original_name, sources }) => [original_name, sources])).to.deep.equal([
      ['scan (1-2).pdf', [{ import_id: made!.id, pages: [1, 2] }]],
      ['scan (3).pdf', [{ import_id: made!.id, pages: [3] }]],
    ]);
    expect(parts.every(({ parent_id, batch_id }) => parent_id === made!.id && batch_id === made!.batch_id)).to.equal(
      true,
    );
    expect(await textsOf(parts[0]!)).to.deep.equal(['Facture A', 'Suite de A']);
    expect(await textsOf(parts[1]!)).to.deep.equal(['Facture B']);
    const batch = await imports.client.ok(`${imports.path}/batches/${made!.batch_id}`);
    expect(batch).to.include({ total: 2 });
  });

  it('that are unknown, named twice or missing are refused, each with its code', async () => {
    const [made, xml] = await uploaded(['r.pdf', threePages], ['r.xml', imports.invoice({ number: 'PAGES-1' })]);
    const codes = async (pages: unknown, id = made!.id) => {
      const { status, body } = await split(id, pages);
      return [status, body.code ?? Object.values(body.error_codes as Record<string, string[]>).flat()];
    };
    expect(await codes([[1], [2, 3, 4]])).to.deep.equal([422, 'split_page_unknown']);
    expect(
      await codes([
        [1, 2],
        [2, 3],
      ]),
    ).to.deep.equal([422, 'split_page_twice']);
    expect(await codes([[1], [2]])).to.deep.equal([422, 'split_page_missing']);
    expect(await codes([[1, 2, 3]])).to.deep.equal([422, 'split_one_part']);
    expect(await codes([[1, 2, 3], []])).to.deep.equal([422, 'split_part_empty']);
    expect(await codes([[1], [2]], xml!.id)).to.deep.equal([422, 'import_not_splittable']);
    expect((await split(made!.id, [[1], ['x']])).status).to.equal(422);
    expect((await split(made!.id, [[1, 2], [3]], { 'X-Base-Version': '9' })).status).to.equal(409);
    expect((await split(999_999, [[1], [2]])).status).to.equal(404);
    const [broken] = await uploaded(['broken.pdf', '%PDF-1.7 broken']);
    expect(await codes([[1], [2]], broken!.id)).to.deep.equal([422, 'pages_unreadable']);
    expect(await statusOf(made!.id)).to.equal('queued');
  });

  it('are split otherwise by a second request, and the undo of each brings back what was before', async () => {
    const [made] = await uploaded(['again.pdf', threePages]);
    const first = await split(made!.id, [[1], [2, 3]]);
    const [one, other] = first.body.imports as PagedImport[];
    const second = await split(made!.id, [[1, 2], [3]]);
    expect(second.status, second.text).to.equal(201);
    await imports.client.refused(404).get(`${imports.path}/${one!.id}`);
    expect((await undo(second)).status).to.equal(200);
    expect((await get(made!.id)).expanded_into).to.deep.equal([one!.id, other!.id]);
    expect(await statusOf(one!.id)).to.equal('queued');
    const undone = await undo(first);
    expect(undone.status, undone.text).to.equal(200);
    expect(await get(made!.id)).to.include({ status: 'queued', expanded_into: null });
    await imports.client.refused(404).get(`${imports.path}/${other!.id}`);
    expect((await undo(undone)).status).to.equal(200);
    expect(await get(made!.id)).to.deep.include({ status: 'expanded', expanded_into: [one!.id, other!.id] });
    expect(await textsOf(await get(other!.id))).to.deep.equal(['Suite de A', 'Facture B']);
  });

  it('of several files are joined in the given order, and come apart again by an undo', async () => {
    const white = { create: { width: 120, height: 160, channels: 3, background: '#ffffff' } } as const;
    const png = await sharp(white).png().toBuffer();
    const made = await uploaded(['1.png', png], ['2.pdf', threePages]);
    const answer = await join(made[1]!.id, made[0]!.id);
    expect(answer.status, answer.text).to.equal(201);
    const joined = answer.body as unknown as PagedImport;
    expect(joined).to.deep.include({ original_name: '2.pdf', kind: 'pdf', status: 'queued', parent_id: null });
    expect(joined.sources).to.deep.equal([
      { import_id: made[1]!.id, pages: [1, 2, 3] },
      { import_id: made[0]!.id, pages: [1] },
    ]);
    expect((await textsOf(joined)).slice(0, 3)).to.deep.equal(['Facture A', 'Suite de A', 'Facture B']);
    expect(await get(made[0]!.id)).to.deep.include({ status: 'expanded', expanded_into: [joined.id] });
    expect((await join(made[0]!.id, made[1]!.id)).body.error_codes).to.deep.equal({
      'import_ids.0': ['import_is_archive'],
      'import_ids.1': ['import_is_archive'],
    });
    expect((await undo(answer)).status).to.equal(200);
    expect(await statusOf(made[0]!.id)).to.equal('queued');
    await imports.client.refused(404).get(`${imports.path}/${joined.id}`);
  });

  it('are not joined with imports of other company files, with structured invoices, or alone', async () => {
    const [pdf, xml] = await uploaded(['j.pdf', threePages], ['j.xml', imports.invoice({ number: 'PAGES-2' })]);
    const otherFile = await imports.service.newCompany(imports.client, { vat_number: 'BE0428759497' });
    const foreign = await imports.client.upload('POST', `${otherFile.path}/document-imports`, [
      { field: 'files[]', name: 'o.pdf', content: threePages, type: 'application/pdf' },
    ]);
    const [theirs] = foreign.body.imports as AnswerBody[];
    const codeOf = async (...ids: readonly number[]) => {
      const { status, body } = await join(...ids);
      return [status, body.code];
    };
    expect(await codeOf(pdf!.id, theirs!.id)).to.deep.equal([422, 'reference_unknown']);
    expect(await codeOf(pdf!.id, xml!.id)).to.deep.equal([422, 'import_not_joinable']);
    expect(await codeOf(pdf!.id)).to.deep.equal([422, 'join_too_few']);
    expect(await codeOf(pdf!.id, pdf!.id)).to.deep.equal([422, 'join_import_twice']);
    expect(await statusOf(pdf!.id)).to.equal('queued');
  });

  it('of a validated import stay where they are', async () => {
    const [made, other] = await uploaded(
      ['v.pdf', await buildTextPdf([['Facture FV-77', 'Date 15/01/2026', 'Total TTC 121,00 EUR'], ['Conditions']])],
      ['w.pdf', threePages],
    );
    await imports.client.expect(200).post(`${imports.path}/${made!.id}/process`);
    const extracted = {
      direction: 'purchase',
      number: 'FV-77',
      date: '2026-01-15',
      lines: [{ description: 'Papier', amount_net: 100, vat_rate: 21 }],
    };
    const body = { extracted, third_party_id: imports.supplier.id };
    await imports.client.created(`${imports.path}/${made!.id}/validate`, body);
    expect((await split(made!.id, [[1], [2]])).body.code).to.equal('import_validated');
    expect((await join(made!.id, other!.id)).body.code).to.equal('import_validated');
  });

  describe('with several invoices', () => {
    const invoicePage = (number: string): string[] => [
      'Papeterie du Centre SRL',
      'TVA BE0477472701',
      `Facture n° ${number}`,
      'Date de facture 15/01/2026',
      'Client TVA BE0403170701',
      'Total HTVA 100,00',
      'TVA 21 % 21,00',
      'Total TVAC 121,00 EUR',
    ];
    const process = async (id: number) =>
      (await imports.client.expect(200).post(`${imports.path}/${id}/process`)) as unknown as PagedImport;
    const parts = async (made: PagedImport) => Promise.all(made.expanded_into!.map(get));

    it('are split when they are analysed, and each part is read for itself', async () => {
      const pages = [invoicePage('AUTO-1'), ['Conditions générales'], [], invoicePage('AUTO-2')];
      const [made] = await uploaded(['monthly.pdf', await buildTextPdf(pages)]);
      const expanded = await process(made!.id);
      expect(expanded.status).to.equal('expanded');
      const [first, second] = await parts(expanded);
      expect([first!.sources, second!.sources]).to.deep.equal([
        [{ import_id: made!.id, pages: [1, 2] }],
        [{ import_id: made!.id, pages: [4] }],
      ]);
      expect((await process(first!.id)).extracted).to.include({ number: 'AUTO-1' });
      const read = await process(second!.id);
      expect(read.extracted).to.include({ number: 'AUTO-2' });
      expect(read).to.include({ page_count: 1, has_preview: true, suggested_third_party_id: imports.supplier.id });
    });

    it('are read as one document after the split was undone, and never split again by themselves', async () => {
      const [made] = await uploaded(['one.pdf', await buildTextPdf([invoicePage('ONE-1'), invoicePage('ONE-2')])]);
      const expanded = await process(made!.id);
      expect(expanded.expanded_into).to.have.length(2);
      const history = await imports.client.ok(
        `${imports.file.path}/history?resource=document-imports&record_id=${made!.id}`,
      );
      const [last] = history.data as { readonly operation_id: string }[];
      await imports.client.expect(200).post(`${imports.file.path}/history/operations/${last!.operation_id}/revert`);
      expect(await get(made!.id)).to.include({ status: 'queued', expanded_into: null });
      const read = await process(made!.id);
      expect(read.status).to.be.oneOf(['ready', 'needs_review']);
      expect(read).to.include({ page_count: 2 });
      const [part] = await uploaded(['p.pdf', await buildTextPdf([invoicePage('ONE-3'), invoicePage('ONE-4')])]);
      const joined = await join(part!.id, read.id);
      expect((await process(joined.body.id)).status).to.be.oneOf(['ready', 'needs_review', 'duplicate']);
    });
  });
});
