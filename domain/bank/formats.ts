import { refuse, type Refusal } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { isCfonb, readCfonb } from './cfonb/read-cfonb.ts';
import { isCoda, readCoda } from './coda/read-coda.ts';
import { isMt940, readMt940 } from './mt940/read-mt940.ts';
import { isOfx, readOfx } from './ofx/read-ofx.ts';
import type { Statement } from './statement.ts';

export const BANK_FILE_FORMATS = ['coda', 'camt053', 'camt054', 'cfonb120', 'mt940', 'ofx'] as const;
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number];

export const TRANSACTION_SOURCES = ['coda', 'camt', 'camt054', 'cfonb', 'mt940', 'ofx'] as const;
export type TransactionSource = (typeof TRANSACTION_SOURCES)[number];

/** Source of transactions, by file format. */
export const SOURCES: Readonly<Record<BankFileFormat, TransactionSource>> = {
  coda: 'coda',
  camt053: 'camt',
  camt054: 'camt054',
  cfonb120: 'cfonb',
  mt940: 'mt940',
  ofx: 'ofx',
};

/** Formats that are not read as XML. */
export type TextFormat = 'coda' | 'cfonb120' | 'mt940' | 'ofx';
export type FileKind = 'zip' | 'xml' | TextFormat;

/** Enough for the headers of all formats. */
const FIRST_BYTES = 1_000;

/** Detects the kind from the first bytes and ignores the file name. Null if unknown. */
export function detectFileKind(bytes: Uint8Array): FileKind | null {
  const first = String.fromCharCode(...bytes.subarray(0, FIRST_BYTES));
  if (first.startsWith('PK\u0003\u0004') || first.startsWith('PK\u0005\u0006')) return 'zip';
  const text = first.replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '');
  // Before XML, which its second version is.
  if (isOfx(text)) return 'ofx';
  if (/^[\s\0]*<\0?[?!A-Za-z]/.test(text)) return 'xml';
  if (isCoda(text)) return 'coda';
  if (isCfonb(text)) return 'cfonb120';
  return isMt940(text) ? 'mt940' : null;
}

const READERS: Readonly<Record<TextFormat, (bytes: Uint8Array) => Steps<readonly Statement[] | Refusal>>> = {
  coda: readCoda,
  cfonb120: readCfonb,
  mt940: readMt940,
  ofx: readOfx,
};

/** Reads the statements of a text file; XML is read in `camt/`. */
export const readTextStatements = (kind: TextFormat, bytes: Uint8Array): Steps<readonly Statement[] | Refusal> =>
  READERS[kind](bytes);

export const refuseUnknownFile = (): Refusal => refuse('bank_file_unknown');
