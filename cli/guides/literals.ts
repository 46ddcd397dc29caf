import { Variable, VARIABLE, type Value } from './request.ts';

/** How a language writes values. */
export interface Notation {
  text(value: string): string;
  number(variable: string): string;
  key(name: string): string;
  readonly constants: { readonly true: string; readonly false: string; readonly null: string };
  readonly indent: string;
  readonly hasTrailingComma: boolean;
  /** Written inside the braces of an object on one line. */
  readonly padding: string;
}

const WIDTH = 80;

/** Writes a value on one line if it fits, otherwise with one member a line. */
export function writeValue(value: Value, notation: Notation, margin = ''): string {
  const short = writeShort(value, notation);
  if (!(typeof value === 'object' && value !== null) || value instanceof Variable) return short;
  if (margin.length + short.length <= WIDTH) return short;
  const inner = margin + notation.indent;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((item: Value) => inner + writeValue(item, notation, inner))
    : Object.entries(value).map(
        ([name, member]) => `${inner}${notation.key(name)}: ${writeValue(member, notation, inner)}`,
      );
  const end = notation.hasTrailingComma ? ',' : '';
  return `${isList ? '[' : '{'}\n${members.join(',\n')}${end}\n${margin}${isList ? ']' : '}'}`;
}

function writeShort(value: Value, notation: Notation): string {
  if (value instanceof Variable) return notation.number(value.name);
  if (Array.isArray(value)) return `[${value.map((item: Value) => writeShort(item, notation)).join(', ')}]`;
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return notation.constants[String(value) as 'null'];
  const members = Object.entries(value).map(
    ([name, member]) => `${notation.key(name)}: ${writeShort(member, notation)}`,
  );
  return members.length === 0 ? '{}' : `{${notation.padding}${members.join(', ')}${notation.padding}}`;
}

/** A text that is nothing but a variable. */
const findOnlyVariable = (text: string): string | undefined => /^\$([A-Z][A-Z_]*)$/.exec(text)?.[1];

const hasVariable = (text: string): boolean => text.search(VARIABLE) !== -1;

/** For the body of a here-document, where the shell puts variables in. */
export const JSON_NOTATION: Notation = {
  text: (value) => JSON.stringify(value),
  number: (name) => `$${name}`,
  key: (name) => JSON.stringify(name),
  constants: { true: 'true', false: 'false', null: 'null' },
  indent: '  ',
  hasTrailingComma: false,
  padding: ' ',
};

export const TYPESCRIPT: Notation = {
  text: (value) =>
    findOnlyVariable(value) ??
    (hasVariable(value)
      ? `\`${value.replace(/[`\\]/g, '\\$&').replace(VARIABLE, '${$1}')}\``
      : `'${value.replace(/['\\]/g, '\\$&')}'`),
  number: (name) => `Number(${name})`,
  key: (name) => (/^[a-zA-Z_]\w*$/.test(name) ? name : `'${name}'`),
  constants: { true: 'true', false: 'false', null: 'null' },
  indent: '  ',
  hasTrailingComma: true,
  padding: ' ',
};

export const PYTHON: Notation = {
  text: (value) =>
    findOnlyVariable(value) ??
    (hasVariable(value)
      ? `f${JSON.stringify(value.replace(/[{}]/g, '$&$&')).replace(VARIABLE, '{$1}')}`
      : JSON.stringify(value)),
  number: (name) => `int(${name})`,
  key: (name) => JSON.stringify(name),
  constants: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  hasTrailingComma: true,
  padding: '',
};
