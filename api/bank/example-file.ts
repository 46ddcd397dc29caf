import { toBelgianIban } from '../../domain/bank/coda/account.ts';
import type { Scene } from '../http/routing/example.ts';

/** A small sample statement: one incoming payment on the account of an existing journal. */

/** A different valid IBAN for each number. */
export function buildExampleIban(number: number): string {
  const body = `539${String(number).padStart(7, '0')}`;
  const check = Number(body) % 97 || 97;
  return toBelgianIban(`${body}${String(check).padStart(2, '0')}`)!;
}

const buildRecord = (...parts: readonly (readonly [place: number, text: string])[]): string => {
  let line = ' '.repeat(128);
  for (const [place, text] of parts) line = line.slice(0, place - 1) + text + line.slice(place - 1 + text.length);
  return line;
};

export function buildExampleCoda(iban: string): string {
  const account = `${iban.padEnd(34)}EUR`;
  return [
    buildRecord(
      [1, '00000'],
      [6, '060126'],
      [12, '72505'],
      [35, 'SPRL EXEMPLE'],
      [61, 'KREDBEBB'],
      [72, '00403227515'],
      [84, '00000'],
      [128, '2'],
    ),
    buildRecord(
      [1, '12001'],
      [6, account],
      [43, '0000000000100000'],
      [59, '050126'],
      [65, 'SPRL EXEMPLE'],
      [126, '001'],
    ),
    buildRecord(
      [1, '2100010000'],
      [11, 'REF0001'],
      [32, '0000000000121000'],
      [48, '060126'],
      [54, '001500001101'],
      [66, '010806817183'],
      [116, '06012600110 0'],
    ),
    buildRecord([1, '2300010000'], [11, 'BE68539007547034'], [48, 'CLIENT EXEMPLE'], [126, '0 0']),
    buildRecord([1, '8001'], [5, account], [42, '0000000000221000'], [58, '060126'], [128, '0']),
    buildRecord([1, '9'], [17, '000004'], [23, '000000000000000'], [38, '000000000121000'], [128, '2']),
    '',
  ].join('\r\n');
}

/** Built on request, because the journal of the account must exist first. */
export async function createExampleUpload({ next, fresh }: Scene) {
  const iban = buildExampleIban(next());
  // The journal has its own account, so that its transactions can be booked.
  await fresh('journals', { type: 'bank', iban, control_account_id: await fresh('accounts') });
  return { file: { name: 'statement.cod', type: 'text/plain', content: buildExampleCoda(iban) } };
}

/** Id of a transaction imported for this request. */
export async function createExampleTransaction({ after }: Scene): Promise<{ params: { id: number } }> {
  await after('POST /v1/companies/{company}/coda-files');
  const { answer } = await after('GET /v1/companies/{company}/bank-transactions');
  const [newest] = answer['data'] as readonly { readonly id: number }[];
  return { params: { id: newest!.id } };
}

/** Id of a file imported for this request, and the signature of its link. */
export async function createExampleFile({ after }: Scene) {
  const { answer } = await after('POST /v1/companies/{company}/coda-files');
  const [file] = answer['files'] as readonly { readonly id: number; readonly file_url: string }[];
  return { params: { id: file!.id }, query: new URL(file!.file_url).search.slice(1) };
}
