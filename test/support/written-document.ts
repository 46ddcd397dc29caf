import {
  extractSheet,
  type ExtractedDocument,
  type KnownThirdParty,
  type PageOfWords,
} from '../../domain/document-imports/extraction/index.ts';
import type { OwnIdentity } from '../../domain/document-imports/sheet.ts';
import { createPen } from './invoices/drawing.ts';
import { listWords } from './invoices/index.ts';

/** A block of lines at a place of the page; lines of a block are 13 points apart. */
export interface WrittenBlock {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
  readonly size?: number;
}

export const WRITTEN_OWN: OwnIdentity = {
  name: 'Atelier Meridien SRL',
  vatNumber: 'BE0477472701',
  enterpriseNumber: '0477472701',
  ibans: ['BE68539007547034'],
  country: 'BE',
};

export function writePages(blocks: readonly WrittenBlock[]): PageOfWords[] {
  const pen = createPen();
  for (const { x, y, lines, size = 9.5 } of blocks)
    lines.forEach((line, index) => {
      const [text = '', value] = line.split('|').map((part) => part.trim());
      pen.text(x, y + index * 13, text, { size });
      if (value !== undefined) pen.text(x + 130, y + index * 13, value, { size });
    });
  return [...listWords(pen.drawing())];
}

export const readBlocks = (
  blocks: readonly WrittenBlock[],
  { own = WRITTEN_OWN, known = [] }: { readonly own?: OwnIdentity; readonly known?: readonly KnownThirdParty[] } = {},
): ExtractedDocument => extractSheet(writePages(blocks), { own, known, today: '2026-11-16' });
