import { openLedgerFile, type LedgerFile } from '../../booking.ts';
import { plainResult, spaced, type Result } from '../../report.ts';
import { startSignedIn, type SignedInService } from '../../service.ts';
import { timeOf } from '../../single.ts';
import { runStatement, type Stage } from '../../stage.ts';

/** Automatic lettering: invoices and payments of many third parties, found by communication, reference or amount. */

const A_BATCH = 500;
/** Twice as many items may take a little more than twice as long: answers have a fixed part, and machines a bad moment. */
const LINEAR = 2.5;

export async function measureLettering(stage: Stage): Promise<Result[]> {
  const { openItems } = stage.extent;
  const databaseUrl = await stage.createDatabase('lettering');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const letter = async (items: number): Promise<number> => {
      const file = await openLedgerFile(service, `${items} open items`, true);
      await postItems(service, file, items);
      await runStatement(databaseUrl, 'ANALYZE');
      const path = `/v1/companies/${file.public_token}/lettering/auto`;
      let matched = 0;
      const milliseconds = await timeOf(async () => {
        ({ matched_items: matched } = await service.call<{ matched_items: number }>('POST', path, { apply: true }));
      });
      if (matched !== items) throw new Error(`${matched} of ${items} open items were lettered`);
      return milliseconds;
    };
    stage.note('ledger: open items are lettered');
    await letter(Math.ceil(openItems / 20) * 2);
    const half = await letter(openItems / 2);
    const whole = await letter(openItems);
    return [
      plainResult(`POST lettering/auto of ${spaced(openItems)} open items`, 's', whole / 1000, { atMost: 5 }),
      plainResult('the same against half as many', '×', whole / half, { atMost: LINEAR }),
    ];
  } finally {
    await service.stop();
  }
}

/** Half invoices, half payments: three in five name a structured communication, the others a reference or nothing. */
async function postItems(service: SignedInService, file: LedgerFile, items: number): Promise<void> {
  const { journals, supplierIds } = file;
  const entries = Array.from({ length: items / 2 }, (_, number) => {
    const thirdParty = supplierIds[number % supplierIds.length]!;
    const amount = `${100 + number}.${String(number % 100).padStart(2, '0')}`;
    const clue = number % 5 < 3 ? communication(number) : number % 5 === 3 ? `FAC-2026-${10_000 + number}` : null;
    const cost = { account: '604000' };
    const supplier = { account: '440000', third_party_id: thirdParty };
    return [
      {
        journal_id: journals.ACH,
        entry_date: '2026-01-15',
        reference: clue,
        lines: [
          { ...cost, debit: amount },
          { ...supplier, credit: amount },
        ],
      },
      {
        journal_id: journals.OD,
        entry_date: '2026-02-15',
        reference: clue,
        lines: [
          { ...supplier, debit: amount },
          { account: '580000', credit: amount },
        ],
      },
    ];
  }).flat();
  for (let first = 0; first < entries.length; first += A_BATCH)
    await service.call('POST', `/v1/companies/${file.public_token}/entries/batch`, {
      entries: entries.slice(first, first + A_BATCH),
    });
}

/** `+++000/0000/01212+++`: ten digits and their remainder by 97. */
function communication(number: number): string {
  const body = String(12_345 + number).padStart(10, '0');
  const digits = `${body}${String(Number(body) % 97 || 97).padStart(2, '0')}`;
  return `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`;
}
