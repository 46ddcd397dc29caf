import { readTable, type DataTable } from '../data-table.ts';
import type { PackVatCode } from './pack.ts';

/** The VAT codes with the mention of each. Margin codes are for second-hand goods unless a file says otherwise. */
export function withMentions(codes: readonly PackVatCode[], table: DataTable): readonly PackVatCode[] {
  const mentions = new Map(readTable(table, ['vatCode', 'mention']).map(({ vatCode, mention }) => [vatCode, mention]));
  const unknown = [...mentions.keys()].filter((named) => codes.every(({ code }) => code !== named));
  if (unknown.length > 0) throw new Error(`No VAT codes ${unknown.join()}`);
  return codes.map((code) => ({
    ...code,
    mention: mentions.get(code.code) ?? null,
    marginKind: code.kind === 'margin' && code.direction === 'sale' ? 'second_hand' : null,
  }));
}
