import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import type { TestCompany, TestFirm, TestService } from '../../support/service.ts';

/** A company file with a customer and a supplier, and the requests that tests of VAT make again and again. */
export interface VatBooks {
  readonly file: TestCompany;
  readonly customer: number;
  readonly supplier: number;
  /** The answer, whose status is the expected one. */
  readonly post: (path: string, body?: object, expected?: number) => Promise<AnswerBody>;
  readonly get: (path: string, expected?: number) => Promise<AnswerBody>;
  /** Of one line; the code tells whether it was sold or bought. */
  readonly document: (
    kind: 'invoice' | 'credit-note',
    entry_date: string,
    vat_code: string,
    amount: string,
    account: string,
    reference?: string,
  ) => Promise<AnswerBody>;
}

export async function vatBooks(
  service: Pick<TestService, 'newCompany'>,
  { client }: TestFirm,
  country_pack: string,
  vat_regime: string,
  more: object = {},
): Promise<VatBooks> {
  const file = await service.newCompany(client, { country_pack, vat_regime, ...more });
  const post: VatBooks['post'] = async (path, body = {}, expected = 201) => {
    const answer = await client.post(`${file.path}${path}`, body);
    expect(answer.status, answer.text).to.equal(expected);
    return answer.body;
  };
  const get: VatBooks['get'] = async (path, expected = 200) => {
    const answer = await client.get(`${file.path}${path}`);
    expect(answer.status, answer.text).to.equal(expected);
    return answer.body;
  };
  const customer = (await post('/third-parties', { type: 'customer', name: 'Hôtel' })).id;
  const supplier = (await post('/third-parties', { type: 'supplier', name: 'Garage' })).id;
  const document: VatBooks['document'] = (kind, entry_date, vat_code, amount, account, reference) => {
    const isSale = vat_code.startsWith('S');
    return post(`/entries/${kind}`, {
      journal_id: file.journal(isSale ? 'VEN' : 'ACH'),
      third_party_id: isSale ? customer : supplier,
      entry_date,
      ...(reference !== undefined && { reference }),
      lines: [{ account, amount, vat_code }],
    });
  };
  return { file, customer, supplier, post, get, document };
}
