import { isDenseBase64 } from '../../base64.ts';

/** Kinds of values and their attributes, recognised by the end of the name of an element, as the standards name them. */
export interface ValueKind {
  readonly isValid: (text: string) => boolean;
  readonly required: readonly string[];
  /** Null: any. */
  readonly allowed: ReadonlySet<string> | null;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const ZONE = '(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)?';
const DATE = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${ZONE}$`);
const TIME = new RegExp(`^(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?${ZONE}$`);

export const isDecimal = (text: string): boolean => DECIMAL.test(text);

export const isBoolean = (text: string): boolean => text === 'true' || text === 'false' || text === '0' || text === '1';

/** A day of the calendar, with or without a time zone. */
export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
}

const isBase64 = (text: string): boolean => isDenseBase64(/\s/.test(text) ? text.replace(/\s+/g, '') : text);

const isText = (): boolean => true;

/** Attributes that stand on any element of any document. */
const ANYWHERE = ['schemaLocation', 'noNamespaceSchemaLocation', 'type', 'nil'];

const buildKind = (isValid: (text: string) => boolean, allowed = '', ...required: string[]): ValueKind => ({
  isValid,
  required,
  allowed: new Set([...ANYWHERE, ...allowed.split(' '), ...required]),
});

/** The first end that matches counts. */
const UBL_KINDS: readonly (readonly [end: string, kind: ValueKind])[] = [
  ['Amount', buildKind(isDecimal, 'currencyCodeListVersionID', 'currencyID')],
  ['Quantity', buildKind(isDecimal, 'unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName')],
  ['Measure', buildKind(isDecimal, 'unitCodeListVersionID', 'unitCode')],
  ['Numeric', buildKind(isDecimal, 'format')],
  ['Percent', buildKind(isDecimal, 'format')],
  ['Rate', buildKind(isDecimal, 'format')],
  ['Indicator', buildKind(isBoolean)],
  ['Date', buildKind(isDate)],
  ['Time', buildKind((text) => TIME.test(text))],
  ['BinaryObject', buildKind(isBase64, 'format encodingCode characterSetCode uri filename', 'mimeCode')],
  [
    'Code',
    buildKind(
      isText,
      'listID listAgencyID listAgencyName listName listVersionID name languageID listURI listSchemeURI',
    ),
  ],
  ...['ID', 'URI'].map(
    (end) =>
      [
        end,
        buildKind(
          isText,
          'schemeID schemeName schemeAgencyID schemeAgencyName schemeVersionID schemeDataURI schemeURI',
        ),
      ] as const,
  ),
  ['', buildKind(isText, 'languageID languageLocaleID')],
];

/** Cross Industry Invoice: the rules of its binding name the attributes that may not be used. */
const toAnyAttributes = (isValid: (text: string) => boolean): ValueKind => ({ isValid, required: [], allowed: null });

const CII_KINDS: readonly (readonly [end: string, kind: ValueKind])[] = [
  ['Amount', toAnyAttributes(isDecimal)],
  ['Quantity', toAnyAttributes(isDecimal)],
  ['Measure', toAnyAttributes(isDecimal)],
  ['Percent', toAnyAttributes(isDecimal)],
  ['Rate', toAnyAttributes(isDecimal)],
  ['Numeric', toAnyAttributes(isDecimal)],
  ['Indicator', toAnyAttributes(isBoolean)],
  ['BinaryObject', toAnyAttributes(isBase64)],
  ['', toAnyAttributes(isText)],
];

function createKindFinder(kinds: readonly (readonly [end: string, kind: ValueKind])[]): (name: string) => ValueKind {
  const known = new Map<string, ValueKind>();
  return (name) => {
    const kind = known.get(name) ?? kinds.find(([end]) => name.endsWith(end))![1];
    known.set(name, kind);
    return kind;
  };
}

export const findUblKind = createKindFinder(UBL_KINDS);
export const findCiiKind = createKindFinder(CII_KINDS);
