import type { Labels } from '../../language.ts';
import type { BankFileFormat } from '../formats.ts';
import { findCfonbLabel } from './cfonb-codes.ts';
import { findCodaLabel } from './coda-codes.ts';
import { findIsoLabel } from './iso-codes.ts';
import { findMt940Label } from './mt940-codes.ts';
import { findOfxLabel } from './ofx-codes.ts';

const LABELS: Readonly<Record<BankFileFormat, (code: string) => Labels | null>> = {
  coda: findCodaLabel,
  camt053: findIsoLabel,
  camt054: findIsoLabel,
  cfonb120: findCfonbLabel,
  mt940: findMt940Label,
  ofx: findOfxLabel,
};

/** Label of a bank's transaction code; null if unknown. */
export const findBankCodeLabel = (format: BankFileFormat, code: string): Labels | null => LABELS[format](code);
