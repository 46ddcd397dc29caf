import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { examineUploads } from '../../../commands/document-imports/arrivals.ts';
import { uploadDocuments } from '../../../commands/document-imports/upload.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import { openDemoFile } from '../access/scene.ts';
import { expectStatus, expectRefusal, type Answer, type AnswerBody } from '../../support/client.ts';
import { writeUbl, type UblDocument } from '../../../domain/e-invoicing/index.ts';
import { BUYER, INVOICE, LINE } from '../../support/e-invoices.ts';
import { COMPANY_VAT, useImports, type Import } from './support.ts';

interface Validated extends AnswerBody {
  readonly import: Import;
  readonly document: AnswerBody & {
    readonly lines: readonly {
      readonly actual_account: { readonly id: number; readonly number: string };
      readonly vat_code: AnswerBody;
    }[];
  };
  readonly entry: AnswerBody | null;
  readonly external: Readonly<Record<string, unknown>>;
}

describe('Validating a document import', () => {
  const imports = useImports();
  const { uploaded, invoice } = imports;
  const validate = (id: number, body: object = {}, headers = {}) =>
    imports.client.post(`${imports.path}/${id}/validate`, body, headers);
  const validated = async (id: number, body: object = {}): Promise<Validated> => {
    const answer = await expectStatus(validate(id, body), 201);
    return answer as unknown as Validated;
  };
  const idOf = async (collection: string, field: string, value: string): Promise<number> => {
    const { body } = await imports.client.get(`${imports.file.path}/${collection}?q=${value}`);
    return (body as unknown as AnswerBody[]).find((one) => one[field] === value)!.id;
  };

  it('makes a pending document of what is suggested, and is finished with it', async () => {
    const [made] = await uploaded(['a.xml', invoice({ number: 'V-1' })]);
    const { import: finished, document, entry, external } = await validated(made!.id);
    expect(finished).to.include({ status: 'validated', imported_document_id: document.id, version: made!.version + 1 });
    expect(document).to.include({
      direction: 'purchase',
      number: 'V-1',
      status: 'pending',
      amount_gross: '151.25',
      origin: 'import',
      source: 'ubl',
      import_id: made!.id,
    });
    expect(entry).to.equal(null);
    expect(external).to.deep.equal({
      status: 'not_requested',
      document_id: null,
      token: null,
      locked: false,
      error: null,
      message: null,
    });
    await expectRefusal(validate(made!.id), 422, ['status']);
    await imports.client.refused(422).post(`${imports.path}/${made!.id}/process`);
    await imports.client.refused(422).delete(`${imports.path}/${made!.id}`);
  });

  it('takes the rate of the tax in euros that a document in another currency states, unless the known one gives it', async () => {
    const inPounds = (number: string, tax: string) =>
      invoice({ number, lines: [{ name: 'Papier', net: '1000.00' }] })
        .replaceAll('EUR', 'GBP')
        .replace(
          '<cac:TaxTotal>',
          `<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount></cac:TaxTotal><cac:TaxTotal>`,
        );
    const [unknown] = await uploaded(['gbp-1.xml', inPounds('GBP-1', '247.06')]);
    expect(unknown!.extracted).to.include({ currency: 'GBP' });
    expect(unknown!.extracted!.totals).to.include({ vat: 210, vat_base_currency: 247.06 });
    const { document } = await validated(unknown!.id);
    expect(document).to.include({
      ...{ currency: 'GBP', exchange_rate: '0.85', exchange_rate_source: 'import', base_amount_vat: '247.06' },
    });
    await imports.client.created(`${imports.file.path}/exchange-rates`, {
      ...{ currency: 'GBP', on: '2026-01-14', rate: '0.8500' },
    });
    const [same] = await uploaded(['gbp-2.xml', inPounds('GBP-2', '247.06')]);
    expect((await validated(same!.id)).document).to.include({
      ...{ exchange_rate: '0.8500', exchange_rate_source: 'own', tax_exchange_rate: '0.8500' },
      ...{ base_amount_net: '1176.47', base_amount_vat: '247.06' },
    });
    const [other] = await uploaded(['gbp-3.xml', inPounds('GBP-3', '250.00')]);
    expect((await validated(other!.id)).document).to.include({
      ...{ exchange_rate: '0.8500', tax_exchange_rate: '0.84', tax_exchange_rate_source: 'import' },
      ...{ base_amount_net: '1176.47', base_amount_vat: '250.00' },
    });
  });

  it('finds the invoices that a credit note names, and is matched with them when it is booked', async () => {
    const [first] = await uploaded(['c.xml', invoice({ number: 'C-1' })]);
    const { document: credited } = await validated(first!.id, { book: true });
    const credits = [
      { number: 'C-1', date: '2026-01-15' },
      { number: 'OLD-7', date: '2025-12-31' },
    ];
    const [second] = await uploaded(['d.xml', invoice({ number: 'CN-1', date: '2026-01-20', credits })]);
    expect(second!.extracted).to.deep.include({ document_type: 'credit_note', credits });
    const { document, entry } = await validated(second!.id, { book: true });
    expect(document).to.deep.include({
      is_credit_note: true,
      credits: [
        { document_id: credited.id, number: 'C-1', date: '2026-01-15' },
        { document_id: null, number: 'OLD-7', date: '2025-12-31' },
      ],
    });
    expect(entry).to.include({ credited_entry_id: credited.journal_entry_id });
    const query = `third_party_id=${imports.supplier.id}`;
    const open = await imports.client.ok<{ totals: AnswerBody }>(`${imports.file.path}/open-items?${query}`);
    expect(open.totals).to.include({ balance: '0.00' });
  });

  it('keeps the discount for early payment of a Belgian supplier, taxed as it is stated', async () => {
    const reason = 'Escompte';
    const received: UblDocument = {
      ...INVOICE,
      number: 'ESC-1',
      buyer: { ...BUYER, vatNumber: COMPANY_VAT, enterpriseNumber: null },
      lines: [{ ...LINE, quantity: '1', unitPrice: '100.00' }],
      allowances: [{ amount: '2.00', reason, reasonCode: '66', category: 'S', rate: '21.00' }],
      charges: [{ amount: '2.00', reason, reasonCode: 'ZZZ', category: 'E', rate: '0.00' }],
      paymentTerms: 'Escompte de 2 % pour paiement dans les 8 jours.',
    };
    const [made] = await uploaded(['esc.xml', writeUbl(received)]);
    expect(made!.extracted).to.deep.include({ discount: { percent: 2, days: 8, amount: 2, until: '2026-03-10' } });
    const { document, entry } = await validated(made!.id, { book: true });
    expect(document).to.deep.include({ amount_net: '100.00', amount_vat: '20.58', amount_gross: '120.58' });
    expect(document.discount).to.deep.equal({ percent: '2', days: 8, amount: '2.00', until: '2026-03-10' });
    expect(document.lines).to.have.lengthOf(1);
    expect(entry).to.include({ total_debit: '120.58' });
  });

  it('books what it is told to, learns from it, and says so', async () => {
    const [made] = await uploaded([
      'b.xml',
      invoice({
        number: 'B-1',
        date: '2026-02-01',
        lines: [
          { name: 'Toner laser noir', net: '80.00' },
          { name: 'Livre', net: '20.00', rate: '6' },
        ],
      }),
    ]);
    const lines = [
      {
        account_id: await idOf('accounts', 'number', '612400'),
        vat_code_id: await idOf('vat-codes', 'code', 'P-S-21'),
      },
      { account_id: await idOf('accounts', 'number', '612700'), vat_code_id: await idOf('vat-codes', 'code', 'P-S-6') },
    ];
    const { document, entry } = await validated(made!.id, { lines, book: true });
    expect(document.status).to.equal('booked');
    expect(entry).to.include({ status: 'posted', reference: 'B-1' });
    expect(document.lines.map(({ actual_account }) => actual_account.number)).to.deep.equal(['612400', '612700']);
    const [next] = await uploaded([
      'c.xml',
      invoice({
        number: 'B-2',
        date: '2026-03-01',
        lines: [
          { name: 'Livre de comptes', net: '12.00', rate: '6' },
          { name: 'Divers', net: '5.00' },
        ],
      }),
    ]);
    expect(next!.suggestions!.lines[0]).to.include({
      account_id: lines[1]!.account_id,
      vat_code_id: lines[1]!.vat_code_id,
    });
    expect(next!.suggestions!.lines[0]!.account_reason!.code).to.equal('similar_line');
    expect(next!.suggestions!.lines[1]!.account_reason!.code).to.equal('third_party_history');
  });

  it('learns from what was validated and still waits to be booked', async () => {
    const seller = { name: 'Papeterie Neuve', vat: 'BE0428759497' };
    const [made] = await uploaded([
      'w.xml',
      invoice({ number: 'W-1', date: '2026-02-01', seller, lines: [{ name: 'Abonnement mensuel', net: '80.00' }] }),
    ]);
    const line = {
      account_id: await idOf('accounts', 'number', '612700'),
      vat_code_id: await idOf('vat-codes', 'code', 'P-S-21'),
    };
    const new_third_party = { name: seller.name, vat_number: seller.vat, country: 'BE' };
    const { document } = await validated(made!.id, { new_third_party, lines: [line] });
    expect(document.status).to.equal('pending');
    const [next] = await uploaded([
      'x.xml',
      invoice({
        number: 'W-2',
        date: '2026-03-01',
        seller,
        lines: [{ name: 'Abonnement mensuel mars', net: '80.00' }],
      }),
    ]);
    expect(next!.suggestions!.lines[0]).to.include(line);
    expect(next!.suggestions!.lines[0]!.account_reason!.code).to.equal('similar_line');
  });

  it('makes a new third party with the document, or nothing at all', async () => {
    const seller = { name: 'Nouveau Fournisseur', vat: 'BE0202239951' };
    const [made] = await uploaded(['n.xml', invoice({ number: 'N-1', seller, iban: 'BE68539007547034' })]);
    await expectRefusal(validate(made!.id), 422, ['third_party_id']);
    const countOf = async () =>
      ((await imports.client.get(`${imports.file.path}/third-parties`)).body as unknown as unknown[]).length;
    const before = await countOf();
    const new_third_party = {
      name: 'Nouveau Fournisseur',
      vat_number: 'BE0202239951',
      country: 'BE',
      iban: 'BE68 5390 0754 7034',
    };
    await expectStatus(validate(made!.id, { new_third_party, book: true, entry_date: '2031-01-01' }), 422);
    expect(await countOf()).to.equal(before);
    const twice = await validate(made!.id, { new_third_party, third_party_id: imports.supplier.id });
    expect(Object.keys(twice.body.errors)).to.deep.equal(['new_third_party']);
    const { document } = await validated(made!.id, { new_third_party });
    const { id } = document.third_party as AnswerBody;
    const { body: thirdParty } = await imports.client.get(`${imports.file.path}/third-parties/${id}`);
    expect(thirdParty).to.deep.include({ name: 'Nouveau Fournisseur', type: 'supplier', ibans: ['BE68539007547034'] });
  });

  it('refuses what is not analysed, and a duplicate without force', async () => {
    const [waiting] = await uploaded(['w.pdf', '%PDF-1.7 waiting']);
    expect(await errorsOf(validate(waiting!.id))).to.deep.equal(['status']);
    const [first] = await uploaded(['f.xml', invoice({ number: 'F-42', date: '2026-04-04' })]);
    await validated(first!.id);
    const [copy] = await uploaded(['g.xml', invoice({ number: 'F-42', date: '2026-04-04' })]);
    expect(copy).to.include({ status: 'duplicate', duplicate_of_import_id: first!.id });
    expect(await errorsOf(validate(copy!.id))).to.deep.equal(['status']);
    expect((await validated(copy!.id, { force: true })).import.status).to.equal('validated');
  });

  it('reports accounts and codes that are missing, unknown or of another company file at their line', async () => {
    const other = await imports.service.newCompany(imports.client);
    const theirs = async (collection: string) =>
      ((await imports.client.get(`${other.path}/${collection}`)).body as unknown as AnswerBody[])[0]!.id;
    const [made] = await uploaded([
      'j.xml',
      invoice({
        number: 'J-64',
        lines: [
          { name: 'a', net: '1.00' },
          { name: 'b', net: '2.00' },
        ],
      }),
    ]);
    const account_id = await idOf('accounts', 'number', '612400');
    const vat_code_id = await idOf('vat-codes', 'code', 'P-S-21');
    const tried = (lines: object[], rest: object = {}) => errorsOf(validate(made!.id, { lines, ...rest }));
    const good = { account_id, vat_code_id };
    expect(await tried([good, { account_id: await theirs('accounts'), vat_code_id }])).to.deep.equal([
      'lines.1.account_id',
    ]);
    expect(await tried([{ account_id, vat_code_id: await theirs('vat-codes') }, good])).to.deep.equal([
      'lines.0.account_id',
      'lines.0.vat_code_id',
    ]);
    expect(await tried([good, {}])).to.deep.equal(['lines.1.account_id', 'lines.1.vat_code_id']);
    expect(await tried([good])).to.deep.equal(['lines']);
    expect(await tried([good, good], { journal_id: other.journal('ACH'), book: true })).to.deep.equal(['journal_id']);
    const { body: stranger } = await imports.client.post(`${other.path}/third-parties`, {
      type: 'supplier',
      name: 'X',
    });
    expect(await tried([good, good], { third_party_id: stranger.id })).to.deep.equal(['third_party_id']);
  });

  it('takes a corrected sheet along, and keeps the document when no platform is there to send it to', async () => {
    const [made] = await uploaded(['x.xml', invoice({ number: 'X-1' })]);
    const extracted = {
      ...made!.extracted,
      number: 'X-1-bis',
      lines: [{ description: 'Papier', amount_net: 100, vat_rate: 21 }],
    };
    const { document, external } = await validated(made!.id, { extracted, push_to_external: true });
    expect(document).to.include({ number: 'X-1-bis', amount_gross: '121.00' });
    expect(external).to.include({ status: 'failed', error: 'external_unavailable', locked: false });
    const { body } = await imports.client.get(`${imports.path}/${made!.id}`);
    expect((body as unknown as Import).extracted).to.deep.include({ number: 'X-1-bis' });
  });

  it('sends nothing out of the demo: whoever asks for it is refused, and else it is not done', async () => {
    const demo = await imports.service.newFirm({ isDemo: true });
    const file = await openDemoFile(imports.service, demo, undefined, '0477472701');
    const id = await importIn(file.id, invoice({ number: 'DEMO-1' }));
    const path = `${file.path}/document-imports/${id}`;
    const { body: before } = await demo.client.get(path);
    expect(before).to.include({ status: 'ready' });
    const head = await imports.service.core.log.readHead();
    await demo.client.refused(403, 'demo_mode').post(`${path}/validate`, { push_to_external: true, ...THIRD_PARTY });
    expect(await imports.service.core.log.readHead()).to.equal(head);
    expect((await demo.client.get(path)).body).to.include({ status: 'ready', version: before.version });
    const body = await demo.client.created(`${path}/validate`, THIRD_PARTY);
    expect((body as unknown as Validated).external).to.include({ status: 'not_requested', error: null });
  });

  it('is undone as a whole: the document goes, the entry is reversed, the import waits again', async () => {
    const [made] = await uploaded(['u.xml', invoice({ number: 'U-1', date: '2026-08-08' })]);
    const answer = await validate(made!.id, { book: true });
    expect(answer.status, answer.text).to.equal(201);
    const { document, entry } = answer.body as unknown as Validated;
    const operation = answer.headers.get('x-operation-id');
    const revert = (id: unknown) =>
      imports.client.expect(200).post(`${imports.file.path}/history/operations/${String(id)}/revert`);
    // Done again: the document is back and booked, and the import is complete.
    const undone = await revert(operation);
    const again = await revert(undone.operation_id);
    expect((await imports.client.get(`${imports.path}/${made!.id}`)).body).to.include({
      status: 'validated',
      imported_document_id: document.id,
    });
    expect((await imports.client.get(`${imports.file.path}/documents/${document.id}`)).body.status).to.equal('booked');
    await revert(again.operation_id);
    expect((await imports.client.get(`${imports.path}/${made!.id}`)).body).to.include({
      status: 'ready',
      imported_document_id: null,
    });
    await imports.client.refused(404).get(`${imports.file.path}/documents/${document.id}`);
    expect((await imports.client.get(`${imports.file.path}/entries/${entry!.id}`)).body.status).to.equal('reversed');
    await expectStatus(validate(made!.id, { book: true }), 201);
  });

  it('announces the document that it made', async () => {
    const [made] = await uploaded(['o.xml', invoice({ number: 'O-1', date: '2026-09-09' })]);
    const { document } = await validated(made!.id, { book: true });
    const { rows } = await imports.service.core.pool.query<{ event: string }>(
      `SELECT event FROM ops.outbox WHERE event LIKE 'document.%' AND data::text LIKE '%' || $1 || '%' ORDER BY event`,
      ['O-1'],
    );
    expect(rows.map(({ event }) => event)).to.include.members(['document.booked', 'document.imported']);
    expect(document.status).to.equal('booked');
  });

  const THIRD_PARTY = { new_third_party: { type: 'customer', name: 'Client du Parc' } };

  /** No request uploads into the demo: its data set brings imports along. */
  async function importIn(companyId: number, content: string): Promise<number> {
    const { core, config } = imports.service;
    const store = openFileStore({ folder: join(config.dataDir, 'files') });
    const received = await store.receive(Readable.from([Buffer.from(content)]));
    const arrived = await examineUploads([{ ...received, name: 'facture.xml' }], store);
    if (isRefusal(arrived)) throw new Error(JSON.stringify(arrived));
    const upload = { batchId: randomUUID(), documents: arrived.documents };
    const made = await uploadDocuments(core, companyId, upload, createSystemContext('test'));
    if (isRefusal(made)) throw new Error(JSON.stringify(made));
    return made.importIds[0]!;
  }
});

async function errorsOf(answer: Promise<Answer<AnswerBody>>): Promise<string[]> {
  const body = await expectStatus(answer, 422);
  return Object.keys(body.errors).sort();
}
