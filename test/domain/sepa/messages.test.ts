import { expect } from 'chai';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';
import { writeCreditTransfers } from '../../../domain/sepa/credit-transfer.ts';
import { writeDirectDebits } from '../../../domain/sepa/direct-debit.ts';
import {
  MANDATE_SEQUENCES,
  MANDATE_TYPES,
  type DirectDebit,
  type SepaOrder,
  type SepaPayment,
} from '../../../domain/sepa/message.ts';
import { sum } from '../../../domain/money.ts';
import { listElements, findText } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';

const address = { street: 'Rue Neuve', house_number: '1', postal_code: '1000', city: 'Bruxelles', country: 'BE' };
const order: SepaOrder = {
  message_id: 'GL-1-20261116-1',
  created_at: '2026-11-16T08:15:30.123Z',
  holder: {
    name: 'Boulangerie Léa SRL',
    iban: 'BE68539007547034',
    bic: 'GKCCBEBB',
    address,
    enterprise_number: '0477472701',
    country_pack: 'BE',
  },
  execution_date: '2026-11-17',
  batch_booking: true,
};
const transfer = (more: Partial<SepaPayment> = {}): SepaPayment => ({
  name: 'Müller & Söhne',
  iban: 'DE89370400440532013000',
  bic: null,
  address,
  end_to_end_id: 'GL-1-1',
  amount: '121.00',
  communication: 'F-2026-1',
  ...more,
});
const debit = (more: Partial<DirectDebit> = {}): DirectDebit => ({
  ...transfer(),
  mandate: { reference: 'M-1', signed_on: '2026-01-01', type: 'core', sequence: 'recurrent' },
  ...more,
});

const schemaOf = (format: string) => readFile(new URL(`../../fixtures/schemas/${format}.xsd`, import.meta.url), 'utf8');

async function mistakesIn(xml: readonly string[], format: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: xml.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [await schemaOf(format)],
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

const read = (xml: string) => readXml(Buffer.from(xml));

/** Any text that a name, an address or a message may hold. */
const words = fc.string({ unit: 'binary', maxLength: 200 });
const somePayment = fc.record({
  name: words,
  iban: fc.constantFrom('DE89370400440532013000', 'BE68539007547034'),
  bic: fc.constantFrom(null, 'GKCCBEBB', 'DEUTDEFF500'),
  address: fc.record({
    street: fc.option(words),
    house_number: fc.option(words),
    postal_code: fc.option(words),
    city: fc.option(words),
    country: fc.constantFrom(null, 'BE', 'LU'),
  }),
  end_to_end_id: words,
  amount: fc.integer({ min: 1, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  communication: fc.oneof(words, fc.constantFrom('010806817183', 'RF18539007547034')),
});
const someDebit = fc
  .tuple(somePayment, fc.constantFrom(...MANDATE_TYPES), fc.constantFrom(...MANDATE_SEQUENCES))
  .map(([payment, type, sequence]): DirectDebit => ({
    ...payment,
    mandate: { reference: 'M-1', signed_on: '2026-01-01', type, sequence },
  }));

describe('SEPA credit transfers', () => {
  it('hold against the published schema, whatever the names and messages', async () => {
    const samples = fc.sample(fc.array(somePayment, { minLength: 1, maxLength: 4 }), 40);
    const files = samples.map((payments) => writeCreditTransfers(order, payments, 'pain.001.001.03'));
    expect(await mistakesIn(files, 'pain.001.001.03')).to.deep.equal([]);
    expect(await mistakesIn([files[0]!.replace('SLEV', 'XXXX')], 'pain.001.001.03')).to.have.length.above(0);
  });

  it('say what is paid to whom, once and in all', async () => {
    const payments = [
      transfer(),
      transfer({ amount: '0.10', communication: '010806817183', end_to_end_id: 'GL-1-2' }),
      transfer({ amount: '0.20', communication: 'RF18539007547034', bic: 'DEUTDEFF' }),
    ];
    const root = await read(writeCreditTransfers(order, payments, 'pain.001.001.03'));
    const message = root.children[0]!;
    expect(root.namespace).to.equal('urn:iso:std:iso:20022:tech:xsd:pain.001.001.03');
    expect(findText(message, 'GrpHdr/CreDtTm')).to.equal('2026-11-16T08:15:30');
    for (const place of ['GrpHdr', 'PmtInf']) {
      expect(findText(message, `${place}/NbOfTxs`)).to.equal('3');
      expect(findText(message, `${place}/CtrlSum`)).to.equal('121.30');
    }
    const transfers = listElements(message, 'PmtInf/CdtTrfTxInf');
    expect(findText(transfers[0], 'Cdtr/Nm')).to.equal('Muller + Sohne');
    expect(findText(transfers[0], 'RmtInf/Ustrd')).to.equal('F-2026-1');
    expect(findText(transfers[1], 'RmtInf/Strd/CdtrRefInf/Ref')).to.equal('010806817183');
    expect(findText(transfers[1], 'RmtInf/Strd/CdtrRefInf/Tp/Issr')).to.equal('BBA');
    expect(findText(transfers[2], 'RmtInf/Strd/CdtrRefInf/Tp/Issr')).to.equal('ISO');
    expect(findText(transfers[2], 'CdtrAgt/FinInstnId/BIC')).to.equal('DEUTDEFF');
  });

  it('of the later format differ in the day, the bank and the address', async () => {
    const root = await read(writeCreditTransfers(order, [transfer({ bic: 'DEUTDEFF' })], 'pain.001.001.09'));
    const information = listElements(root, 'CstmrCdtTrfInitn/PmtInf')[0];
    expect(findText(information, 'ReqdExctnDt/Dt')).to.equal('2026-11-17');
    expect(findText(information, 'DbtrAgt/FinInstnId/BICFI')).to.equal('GKCCBEBB');
    expect(findText(information, 'CdtTrfTxInf/Cdtr/PstlAdr/TwnNm')).to.equal('Bruxelles');
    expect(findText(information, 'CdtTrfTxInf/Cdtr/PstlAdr/AdrLine')).to.equal(null);
  });
});

describe('SEPA direct debits', () => {
  it('hold against the published schema, whatever the names and messages', async () => {
    const samples = fc.sample(fc.array(someDebit, { minLength: 1, maxLength: 6 }), 40);
    const files = samples.map((debits) => writeDirectDebits(order, 'DE98ZZZ09999999999', debits, 'pain.008.001.02'));
    expect(await mistakesIn(files, 'pain.008.001.02')).to.deep.equal([]);
  });

  it('are grouped by kind and place of their mandates, each group with its own sum', async () => {
    const b2b = { reference: 'M-2', signed_on: '2026-02-01', type: 'b2b', sequence: 'first' } as const;
    const debits = [debit(), debit({ amount: '9.00', mandate: b2b }), debit({ amount: '1.00' })];
    const root = await read(writeDirectDebits(order, 'DE98ZZZ09999999999', debits, 'pain.008.001.08'));
    const groups = listElements(root, 'CstmrDrctDbtInitn/PmtInf').map((group) => [
      findText(group, 'PmtTpInf/LclInstrm/Cd'),
      findText(group, 'PmtTpInf/SeqTp'),
      findText(group, 'CtrlSum'),
      findText(group, 'CdtrSchmeId/Id/PrvtId/Othr/Id'),
    ]);
    expect(groups).to.deep.equal([
      ['CORE', 'RCUR', '122.00', 'DE98ZZZ09999999999'],
      ['B2B', 'FRST', '9.00', 'DE98ZZZ09999999999'],
    ]);
    expect(findText(root, 'CstmrDrctDbtInitn/GrpHdr/CtrlSum')).to.equal(sum(debits.map(({ amount }) => amount)));
  });
});
