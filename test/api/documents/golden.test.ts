import { readFileSync, writeFileSync, existsSync, mkdirSync } from 'node:fs';
import { expect } from 'chai';
import { checkEInvoice, readEInvoice } from '../../../domain/e-invoicing/index.ts';
import type { XmlElement } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import type { AnswerBody } from '../../support/client.ts';
import { readPdfPages } from '../../support/pdf.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { COUNTRIES, type CountryCases, type InvoiceCase } from './golden-cases.ts';
import { outlineInvoice, type KnownParts } from './invoice-outline.ts';

/**
 * For each country a set of documents: mentions, entry, text of the PDF, UBL and CII are golden files. Rewrite them with
 * `UPDATE_GOLDEN=1`; with `INVOICE_PDFS=<folder>` the PDFs are kept to be looked at.
 */
const { UPDATE_GOLDEN, INVOICE_PDFS } = process.env;

interface EntryLine {
  readonly account: { readonly number: string };
  readonly debit: string;
  readonly credit: string;
}

interface Booked {
  readonly document: AnswerBody & { readonly mentions: readonly { readonly code: string; readonly source: string }[] };
  readonly entry: { readonly lines: readonly EntryLine[] };
}

describe('The invoices of the three countries', () => {
  const service = useService();
  const customers = new Map<string, AnswerBody>();
  let firm: TestFirm;
  before('open a firm', async () => {
    firm = await service.newFirm();
  });

  for (const country of COUNTRIES) {
    const place = new URL(`../../fixtures/invoices/${country.code.toLowerCase()}.json`, import.meta.url);
    const known = existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as Record<string, unknown>) : {};
    const written: Record<string, unknown> = {};

    describe(country.code, () => {
      let file: TestCompany;
      const ids = new Map<string, AnswerBody>();
      const parts: KnownParts = new Map();
      before('open its company file', async () => {
        file = await openFile(country);
      });
      after(() => {
        if (UPDATE_GOLDEN === '1') writeFileSync(place, `${JSON.stringify(written, null, 1)}\n`);
      });

      for (const one of country.cases) {
        it(`${one.name} are as recorded`, async () => {
          const result = await issue(file, country, one, { ids, parts });
          written[one.name] = result;
          if (UPDATE_GOLDEN !== '1') expect(result).to.deep.equal(known[one.name]);
        });
      }
    });
  }

  async function openFile({ company, settings }: CountryCases): Promise<TestCompany> {
    const file = await service.newCompany(firm.client, company);
    await firm.client.patch(`${file.path}/settings`, settings);
    return file;
  }

  interface Earlier {
    readonly ids: Map<string, AnswerBody>;
    readonly parts: KnownParts;
  }

  async function issue(file: TestCompany, country: CountryCases, one: InvoiceCase, { ids, parts }: Earlier) {
    const document = await record(file, country, one, ids);
    const path = `${file.path}/documents/${document.id}`;
    const { document: booked, entry } = await firm.client.created<Booked>(`${path}/book`, { strict: true });
    ids.set(one.name, booked);
    const pdf = await readPdf(path);
    if (INVOICE_PDFS !== undefined) {
      mkdirSync(INVOICE_PDFS, { recursive: true });
      writeFileSync(`${INVOICE_PDFS}/${country.code}-${one.name.replaceAll(' ', '-')}.pdf`, pdf);
    }
    const text = readPdfPages(pdf).map((page) => page.join(' | '));
    if (one.isLong) return { pdf: text };
    const ubl = await firm.client.get(`${path}/ubl`);
    const cii = await firm.client.get(`${path}/cii`);
    const profile = country.code === 'FR' && one.customer !== 'supplier abroad' ? 'fr' : 'peppol';
    const sent = ubl.status === 200 ? await readXml(Buffer.from(ubl.text)) : null;
    const handed = await readXml(Buffer.from(cii.text));
    const broken = [...(sent ? checkEInvoice(sent) : []), ...checkEInvoice(handed, { profile, syntax: 'cii' })];
    expect(broken.filter(({ severity }) => severity === 'fatal')).to.deep.equal([]);
    if (document.kind === 'self_billed')
      for (const root of [sent, handed]) expect(readBack(root!, country), one.name).to.deep.equal(inShort(booked));
    return {
      number: booked.number,
      mentions: booked.mentions.map(({ code, source }) => `${code} (${source})`),
      entry: entry.lines.map(presentLine),
      pdf: text,
      // Consumers have no address in the network.
      ubl: sent ? outlineInvoice(sent, one.name, parts) : ubl.body.code,
      cii: outlineInvoice(handed, one.name, parts),
    };
  }

  async function findCustomer(file: TestCompany, country: CountryCases, name: string): Promise<AnswerBody> {
    const key = `${country.code} ${name}`;
    const fields = { type: 'customer', ...country.customers[name] };
    const known = customers.get(key) ?? (await firm.client.created<AnswerBody>(`${file.path}/third-parties`, fields));
    customers.set(key, known);
    return known;
  }

  async function readPdf(path: string): Promise<Uint8Array> {
    const headers = { authorization: `Bearer ${firm.client.token!}` };
    const response = await fetch(`${firm.client.url}${path}/pdf`, { headers });
    return new Uint8Array(await response.arrayBuffer());
  }

  async function record(file: TestCompany, country: CountryCases, one: InvoiceCase, ids: Map<string, AnswerBody>) {
    const fields = typeof one.document === 'function' ? one.document((name) => ids.get(name)!) : one.document;
    const numbered = country.numbers && { number: country.numbers(one) };
    if (one.credits !== undefined) {
      const credit = `${file.path}/documents/${ids.get(one.credits)!.id}/credit`;
      const body = { date: '2026-10-20', ...numbered, ...fields };
      return firm.client.created<AnswerBody>(credit, body);
    }
    const third = await findCustomer(file, country, one.customer ?? 'domestic');
    return firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      document_date: '2026-10-05',
      due_date: '2026-11-04',
      nature: 'goods',
      third_party_id: third.id,
      ...numbered,
      ...fields,
    });
  }
});

const presentLine = ({ account, debit, credit }: EntryLine): string =>
  Number(debit) === 0 ? `${account.number} C ${credit}` : `${account.number} D ${debit}`;

/** What our own importer reads, and what the document says. */
function readBack(root: XmlElement, { company, code }: CountryCases) {
  const name = (field: string): string | null => (company[field] as string | undefined) ?? null;
  const own = { name: name('name')!, vatNumber: name('vat_number'), enterpriseNumber: name('enterprise_number') };
  const read = readEInvoice(root, { ...own, ibans: [], country: code });
  if ('refused' in read) throw new Error(read.refused);
  const { direction, number, date, document_type, totals, counterparty } = read.sheet;
  return {
    ...{ direction, number, date, is_credit_note: document_type === 'credit_note' },
    ...{ net: totals.net, vat: totals.vat, gross: totals.gross, supplier: counterparty.name },
  };
}

const inShort = (document: AnswerBody) => ({
  direction: 'purchase',
  number: document.number,
  date: String(document.document_date).slice(0, 10),
  is_credit_note: document.is_credit_note,
  net: document.amount_net,
  vat: document.amount_vat,
  gross: document.amount_gross,
  supplier: (document.third_party as { readonly name: string }).name,
});
