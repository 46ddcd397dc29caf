import { MAX_DOCUMENT_LINES } from '../documents/limits.ts';
import type { ExtractedSheet, SheetLine } from './sheet.ts';

/**
 * Lines of the document created from a sheet. If no lines could be read, as on a photographed invoice, or more than a
 * document allows, there is one line per VAT rate.
 */
export function buildDocumentLines(sheet: ExtractedSheet): readonly SheetLine[] {
  if (sheet.lines.length > 0 && sheet.lines.length <= MAX_DOCUMENT_LINES) return sheet.lines;
  const { totals, nature, counterparty } = sheet;
  const description = nature ?? counterparty.name ?? '';
  const plain = { description, quantity: null, unit_price: null };
  const shares = totals.vat_breakdown.filter(({ base }) => base !== null);
  if (shares.length > 0)
    return shares.map(({ rate, category, base, amount }) => ({
      ...plain,
      vat_rate: rate,
      vat_category: category,
      amount_net: base,
      amount_vat: amount,
      amount_gross: null,
    }));
  const net = totals.net ?? totals.gross;
  if (net === null) return [];
  return [
    {
      ...plain,
      vat_rate: null,
      vat_category: null,
      amount_net: net,
      amount_vat: totals.vat,
      amount_gross: totals.gross,
    },
  ];
}
