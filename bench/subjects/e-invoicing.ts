import { checkEInvoice, writeUbl, type UblDocument, type UblParty } from '../../domain/e-invoicing/index.ts';
import { readXml } from '../../outside/xml/read-xml.ts';
import { plainResult, type Result } from '../report.ts';
import type { Stage } from '../stage.ts';

/**
 * One structured invoice of a thousand lines, checked against every rule in this process. Processor time is measured,
 * because nothing of it waits.
 */

const LINES = 1000;
const ROUNDS = 15;

const party = (name: string, number: string): UblParty => ({
  name,
  endpoint: { scheme: '0208', id: number },
  vatNumber: `BE${number}`,
  enterpriseNumber: { scheme: '0208', id: number },
  address: { street: 'Rue Haute 1', postalCode: '1000', city: 'Bruxelles', country: 'BE' },
});

const DOCUMENT: UblDocument = {
  type: 'invoice',
  number: '2026-1',
  issueDate: '2026-03-02',
  dueDate: '2026-04-01',
  currency: 'EUR',
  seller: party('Seller', '0477472701'),
  buyer: party('Buyer', '0202239951'),
  payment: { means: '30', iban: 'BE68539007547034', bic: null, reference: '010806817183' },
  lines: Array.from({ length: LINES }, (_, index) => ({
    name: `Item ${index}`,
    quantity: String(1 + (index % 7)),
    unit: 'C62',
    unitPrice: `${10 + (index % 90)}.${10 + (index % 89)}5`,
    category: 'S',
    rate: index % 3 === 0 ? '6.00' : '21.00',
    allowances: [{ amount: '1.00', reason: 'Promotion' }],
  })),
};

export async function measureEInvoicing({ note }: Stage): Promise<Result[]> {
  note(`e-invoicing: an invoice of ${LINES} lines`);
  const bytes = Buffer.from(writeUbl(DOCUMENT));
  const root = await readXml(bytes);
  if (checkEInvoice(root).length > 0) throw new Error('The invoice that is measured breaks a rule');
  const median = async (run: () => unknown): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
  };
  const of = `invoice of ${LINES} lines`;
  return [plainResult(`${of} held against the rules`, 'ms', await median(() => checkEInvoice(root)), { atMost: 150 })];
}
