import type { Language } from '../../domain/language.ts';
import type { ColumnKind } from './document.ts';

/** Cell styles of a workbook. Each style gets its number on first use, and all are written at the end. */

/** `wrong` marks a cell to correct, `note` is the text beside it. */
export type Emphasis = 'plain' | 'total' | 'heading' | 'header' | 'title' | 'wrong' | 'note';

export interface Look {
  readonly kind: ColumnKind;
  readonly emphasis: Emphasis;
  /** Indentation level of text. */
  readonly indent?: number;
  /** Text that stays as it is typed, such as a code with leading zeros. */
  readonly isLiteral?: boolean;
}

export interface Styles {
  getStyleNumber(look: Look): number;
  buildXml(): string;
}

const FIRST_OWN_FORMAT = 164;
const LITERAL_TEXT = 49;
/** The spreadsheet localizes the separators of amounts itself; date formats are explicit. */
const DATES: Readonly<Record<Language, string>> = {
  fr: 'dd/mm/yyyy',
  nl: 'dd/mm/yyyy',
  en: 'dd mmm yyyy',
  de: 'dd.mm.yyyy',
};

const FONTS =
  '<fonts count="5"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><color rgb="FF1F3A5F"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font>' +
  '<font><sz val="11"/><color rgb="FF9C0006"/><name val="Calibri"/></font></fonts>';
const FILLS =
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/></patternFill></fill></fills>';
const BORDERS =
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
  '<border><left/><right/><top style="thin"><color rgb="FF5B6775"/></top><bottom/><diagonal/></border></borders>';

const FONT: Readonly<Record<Emphasis, number>> = {
  plain: 0,
  total: 1,
  heading: 2,
  header: 2,
  title: 3,
  wrong: 4,
  note: 4,
};

export function createStyles(language: Language): Styles {
  const numbers = new Map<string, number>();
  const looks: Look[] = [];
  const formats = ['#,##0.00', DATES[language], '0.00" %"'];
  const formatOf: Readonly<Record<ColumnKind, number>> = {
    text: 0,
    integer: 1,
    amount: FIRST_OWN_FORMAT,
    date: FIRST_OWN_FORMAT + 1,
    percent: FIRST_OWN_FORMAT + 2,
  };
  const getFormat = ({ kind, emphasis, isLiteral = false }: Look): number =>
    emphasis === 'header' ? 0 : isLiteral ? LITERAL_TEXT : formatOf[kind];
  function getStyleNumber(look: Look): number {
    const key = `${look.kind} ${look.emphasis} ${look.indent ?? 0} ${look.isLiteral ?? false}`;
    let known = numbers.get(key);
    if (known === undefined) {
      numbers.set(key, (known = looks.length));
      looks.push(look);
    }
    return known;
  }
  // Style 0 is the default for cells without a style.
  getStyleNumber({ kind: 'text', emphasis: 'plain' });
  return {
    getStyleNumber,
    buildXml: () =>
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
      `<numFmts count="${formats.length}">${formats.map((code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>` +
      `${FONTS}${FILLS}${BORDERS}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
      `<cellXfs count="${looks.length}">${looks.map((look) => buildStyleXml(look, getFormat(look))).join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  };
}

const isNumeric = (kind: ColumnKind): boolean => kind === 'amount' || kind === 'integer' || kind === 'percent';

function buildStyleXml({ kind, emphasis, indent = 0 }: Look, format: number): string {
  const isHeader = emphasis === 'header';
  const alignment =
    isHeader && isNumeric(kind)
      ? '<alignment horizontal="right"/>'
      : indent > 0
        ? `<alignment horizontal="left" indent="${indent}"/>`
        : '';
  const open = `<xf numFmtId="${format}" fontId="${FONT[emphasis]}" fillId="${isHeader ? 2 : emphasis === 'wrong' ? 3 : 0}" borderId="${emphasis === 'total' ? 1 : 0}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"`;
  return alignment === '' ? `${open}/>` : `${open} applyAlignment="1">${alignment}</xf>`;
}
