import { expectStatus, type Answer, type AnswerBody, type Client, type FormPart } from '../../support/client.ts';
import { useService, type TestCompany, type TestService, type TestServiceOptions } from '../../support/service.ts';
import { buildUblInvoice, type UblInvoice } from '../../support/ubl-invoices.ts';

interface Reason {
  readonly code: string;
  readonly message: string;
}

export interface Import extends AnswerBody {
  readonly status: string;
  readonly progress: number;
  readonly step: string;
  readonly error_code: string | null;
  readonly file_url: string;
  readonly preview_url: string | null;
  readonly suggested_third_party: Readonly<Record<string, unknown>> | null;
  readonly extracted: { readonly totals: object; readonly lines: readonly object[] } | null;
  readonly warnings: readonly Reason[] | null;
  readonly suggestions: {
    readonly lines: readonly {
      readonly account_id: number;
      readonly account_reason: Reason | null;
      readonly vat_code_id: number;
      readonly vat_code_reason: Reason | null;
    }[];
  } | null;
  readonly version: number;
}

export type NamedFile = readonly [name: string, content: string | Uint8Array];

/** The company file is the customer of the invoices that `invoice` makes. */
export const COMPANY_VAT = 'BE0403170701';

/** A company file to import into, with a supplier that it knows. */
export function useImports(options?: TestServiceOptions) {
  const service = useService(options);
  const known = {} as { client: Client; file: TestCompany; supplier: AnswerBody };
  before('open a company file', async () => {
    const firm = await service.newFirm();
    known.client = firm.client;
    known.file = await service.newCompany(firm.client, { vat_number: COMPANY_VAT });
    const supplier = { type: 'supplier', name: 'Papeterie du Centre', vat_number: 'BE0477472701', country: 'BE' };
    const body = await firm.client.created(`${known.file.path}/third-parties`, supplier);
    known.supplier = body;
  });
  // Uploads are limited by the minute, and tests make many.
  beforeEach(() => service.core.pool.query('DELETE FROM ops.rate_counters'));

  const path = () => `${known.file.path}/document-imports`;
  const send = (files: readonly NamedFile[], fields: Readonly<Record<string, string>> = {}) =>
    known.client.upload('POST', path(), [
      ...Object.entries(fields).map(([field, content]): FormPart => ({ field, content })),
      ...files.map(([name, content]): FormPart => ({
        field: 'files[]',
        name,
        content,
        type: 'application/octet-stream',
      })),
    ]);
  const taken = async (answer: Promise<Answer<AnswerBody>>): Promise<Import[]> => {
    const body = await expectStatus(answer, 201);
    return body.imports as Import[];
  };
  const uploaded = Object.assign((...files: readonly NamedFile[]) => taken(send(files)), {
    in:
      (batch: string) =>
      (...files: readonly NamedFile[]) =>
        taken(send(files, { batch_id: batch })),
  });
  return {
    get service(): TestService {
      return service;
    },
    get client() {
      return known.client;
    },
    get file() {
      return known.file;
    },
    get supplier() {
      return known.supplier;
    },
    get path() {
      return path();
    },
    upload: (...files: readonly NamedFile[]) => send(files),
    uploaded,
    invoice: (given: UblInvoice) => buildUblInvoice({ buyer: { name: 'Notre société', vat: COMPANY_VAT }, ...given }),
    /** The link names the address that clients see; the service under test listens elsewhere. */
    follow(url: string, change: (link: URL) => void = () => undefined) {
      const link = new URL(url);
      change(link);
      return service.anonymous.get(`${link.pathname}${link.search}`);
    },
  };
}
