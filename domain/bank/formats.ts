import { refuse, type Refusal } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { isCfonb, readCfonb } from './cfonb/read-cfonb.ts';
import { isCoda, readCoda } from './coda/read-coda.ts';
import type { Statement } from './statement.ts';

export const BANK_FILE_FORMATS = ['coda', 'camt053', 'cfonb120'] as const;
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number];

/** Source of transactions, by file format. */
export const SOURCES: Readonly<Record<BankFileFormat, 'coda' | 'camt' | 'cfonb'>> = {
  coda: 'coda',
  camt053: 'camt',
  cfonb120: 'cfonb',
};

export type FileKind = 'zip' | 'xml' | 'coda' | 'cfonb120';

/** Detects the kind from the first bytes and ignores the file name. Null if unknown. */
export function detectFileKind(bytes: Uint8Array): FileKind | null {
  const first = String.fromCharCode(...bytes.subarray(0, 200));
  if (first.startsWith('PK\u0003\u0004') || first.startsWith('PK\u0005\u0006')) return 'zip';
  const text = first.replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '');
  if (/^[\s\0]*<\0?[?!A-Za-z]/.test(text)) return 'xml';
  if (isCoda(text)) return 'coda';
  return isCfonb(text) ? 'cfonb120' : null;
}

/** Reads the statements of a text file; XML is read in `camt/`. */
export function readTextStatements(
  kind: 'coda' | 'cfonb120',
  bytes: Uint8Array,
): Steps<readonly Statement[] | Refusal> {
  return kind === 'coda' ? readCoda(bytes) : readCfonb(bytes);
}

export const refuseUnknownFile = (): Refusal => refuse('bank_file_unknown');
