import type { Labels } from '../../language.ts';
import type { BankFileFormat } from '../formats.ts';
import { cfonbLabel } from './cfonb-codes.ts';
import { codaLabel } from './coda-codes.ts';
import { isoLabel } from './iso-codes.ts';

const LABELS: Readonly<Record<BankFileFormat, (code: string) => Labels | null>> = {
  coda: codaLabel,
  camt053: isoLabel,
  cfonb120: cfonbLabel,
};

/** What the bank means by a code, in words; null for one that is not known. */
export const bankCodeLabel = (format: BankFileFormat, code: string): Labels | null => LABELS[format](code);
