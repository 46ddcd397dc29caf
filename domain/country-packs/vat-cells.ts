/** Reads the cells that the tables of VAT codes have in common. */
import { readOneOf, readWords } from '../data-table.ts';
import {
  EXIGIBILITIES,
  INTRA_LISTINGS,
  VAT_KINDS,
  VAT_NATURES,
  type BoxEffect,
  type PackVatCode,
  type VatKind,
  type VatNature,
} from './pack.ts';

export function readVatKind(cell: string): VatKind {
  return readOneOf(cell, VAT_KINDS);
}

export function readVatNature(cell: string): VatNature | null {
  return cell === '' ? null : readOneOf(cell, VAT_NATURES);
}

export function readExigibility(cell: string): PackVatCode['exigibility'] {
  return readOneOf(cell, EXIGIBILITIES);
}

export function readIntraListing(cell: string): PackVatCode['intraListing'] {
  return cell === '' ? null : readOneOf(cell, INTRA_LISTINGS);
}

/** Box numbers separated by spaces; all have the same sign. */
export function readBoxes(cell: string, sign: 1 | -1 = 1): readonly BoxEffect[] {
  return readWords(cell).map((box) => ({ box, sign }));
}
