import type { Row, TableDocument } from '../../../api/exports/document.ts';

/** What spreadsheets would run, or what people merely write so; and what it must become as text of a CSV file. */
export const FORMULAS: readonly (readonly [text: string, safe: string])[] = [
  ['=HYPERLINK("http://evil.example","Click")', '\'=HYPERLINK("http://evil.example","Click")'],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+1', "'+1"],
  ['@x', "'@x"],
  ['\tTAB', "'\tTAB"],
  ['\rCR', "'\rCR"],
  ['-2+3', "'-2+3"],
  [' =1+1', "' =1+1"],
  ['＝1+1', "'＝1+1"],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['\ufeff\u2060@x', "'\ufeff\u2060@x"],
  ['\u0001 \u202e+1', "'\u0001 \u202e+1"],
  ['A=1', 'A=1'],
  ['1-2', '1-2'],
  ['a@b.be', 'a@b.be'],
];

/** A document of one table, whose rows are a text, an amount, a date and a count. */
export function documentOf(rows: readonly Row[], fields: Partial<TableDocument> = {}): TableDocument {
  return {
    language: 'fr',
    title: 'Liste',
    date: '2026-06-30',
    currency: 'EUR',
    sender: { name: 'Boulangerie Dupont', address: ['Rue Haute 1'], identifiers: [], logo: null },
    recipient: null,
    facts: [],
    tables: [
      {
        key: 'list',
        title: 'Liste',
        columns: [
          { key: 'text', label: 'Texte', kind: 'text', width: 30 },
          { key: 'amount', label: 'Montant', kind: 'amount', width: 15 },
          { key: 'date', label: 'Date', kind: 'date', width: 12 },
          { key: 'count', label: 'Nombre', kind: 'integer', width: 8 },
        ],
        streamRows: () => rows,
      },
    ],
    fileName: 'Liste',
    ...fields,
  };
}

export const row = (text: string | null, amount = '1234.56'): Row => ({ cells: [text, amount, '2026-01-31', 3] });
