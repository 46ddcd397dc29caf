import { formatIn } from '../support/format.ts';
import type { Scene } from '../support/scene.ts';
import { useScene } from '../support/scene.ts';
import type { RecordName } from './record-names.ts';

/** A value of a record as a person reads it: ids by what they stand for, lists of records as tables. */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfFields = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Codes and numbers may look like amounts: these have two decimals. */
const AMOUNT = /^-?\d+\.\d\d$/;

/** In a cell, without tables. */
export function told(value: unknown, { say, language }: Pick<Scene, 'say' | 'language'>): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one) => told(one, { say, language })).join(', ');
  if (isFields(value))
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${told(one, { say, language })}`)
      .join(', ');
  const text = String(value as string);
  const format = formatIn(language);
  if (DAY.test(text)) return format.day(text);
  if (MOMENT.test(text)) return format.moment(text);
  return AMOUNT.test(text) ? format.amount(text) : text;
}

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly recordName: RecordName;
}

export function Value({ name, value, recordName }: ValueProps) {
  const scene = useScene();
  if (isListOfFields(value)) return <Listed rows={value} recordName={recordName} />;
  if (isFields(value)) return <Listed rows={[value]} recordName={recordName} />;
  if (typeof value === 'number' && name.endsWith('_id')) return <>{recordName(name, value)}</>;
  return <>{told(value, scene)}</>;
}

function Listed({ rows, recordName }: { readonly rows: readonly Fields[]; readonly recordName: RecordName }) {
  const { fieldName } = useScene();
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => name !== 'id' && rows.some((row) => !isEmpty(row[name])),
  );
  return (
    <div class="listed">
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {fieldName(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {names.map((name) => (
                <td key={name}>
                  <Value name={name} value={row[name]} recordName={recordName} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
