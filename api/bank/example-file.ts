import { belgianIban } from '../../domain/bank/coda/account.ts';
import type { Scene } from '../http/routing/example.ts';

/** A small statement for examples: one payment that came in, on an account that a journal was made for. */

/** Another valid account each time. */
export function exampleIban(number: number): string {
  const body = `539${String(number).padStart(7, '0')}`;
  const check = Number(body) % 97 || 97;
  return belgianIban(`${body}${String(check).padStart(2, '0')}`)!;
}

const at = (...parts: readonly (readonly [place: number, text: string])[]): string => {
  let line = ' '.repeat(128);
  for (const [place, text] of parts) line = line.slice(0, place - 1) + text + line.slice(place - 1 + text.length);
  return line;
};

export function exampleCoda(iban: string): string {
  const account = `${iban.padEnd(34)}EUR`;
  return [
    at(
      [1, '00000'],
      [6, '060126'],
      [12, '72505'],
      [35, 'SPRL EXEMPLE'],
      [61, 'KREDBEBB'],
      [72, '00403227515'],
      [84, '00000'],
      [128, '2'],
    ),
    at([1, '12001'], [6, account], [43, '0000000000100000'], [59, '050126'], [65, 'SPRL EXEMPLE'], [126, '001']),
    at(
      [1, '2100010000'],
      [11, 'REF0001'],
      [32, '0000000000121000'],
      [48, '060126'],
      [54, '001500001101'],
      [66, '010806817183'],
      [116, '06012600110 0'],
    ),
    at([1, '2300010000'], [11, 'BE68539007547034'], [48, 'CLIENT EXEMPLE'], [126, '0 0']),
    at([1, '8001'], [5, account], [42, '0000000000221000'], [58, '060126'], [128, '0']),
    at([1, '9'], [17, '000004'], [23, '000000000000000'], [38, '000000000121000'], [128, '2']),
    '',
  ].join('\r\n');
}

/** Made when it is asked for: the journal of the account comes first. */
export async function exampleUpload({ next, fresh }: Scene) {
  const iban = exampleIban(next());
  // Of an account of its own, so that its transactions can be booked.
  await fresh('journals', { type: 'bank', iban, control_account_id: await fresh('accounts') });
  return { file: { name: 'statement.cod', type: 'text/plain', content: exampleCoda(iban) } };
}

/** Of a transaction that was taken in for this request. */
export async function ofFreshTransaction({ after }: Scene): Promise<{ params: { id: number } }> {
  await after('POST /v1/companies/{company}/coda-files');
  const { answer } = await after('GET /v1/companies/{company}/bank-transactions');
  const [newest] = answer['data'] as readonly { readonly id: number }[];
  return { params: { id: newest!.id } };
}

/** Of a file that was taken in for this request, and the signature of its link. */
export async function ofFreshFile({ after }: Scene) {
  const { answer } = await after('POST /v1/companies/{company}/coda-files');
  const [file] = answer['files'] as readonly { readonly id: number; readonly file_url: string }[];
  return { params: { id: file!.id }, query: new URL(file!.file_url).search.slice(1) };
}
