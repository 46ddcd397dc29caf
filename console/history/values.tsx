import { useConsole } from '../support/scene.ts';
import { translateEntryWord } from '../ledger/entry-words.ts';
import type { Revision } from '../support/answers.ts';
import { isEmpty, isFields, isListOfFields, formatValue, type Fields } from './format-value.ts';

/** Shows a record value: names instead of ids, and lists of records as tables. */

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly names: Revision['names'];
}

export function Value({ name, value, names }: ValueProps) {
  const scene = useConsole();
  if (isListOfFields(value)) return <Listed rows={value} names={names} />;
  if (isFields(value)) return <Listed rows={[value]} names={names} />;
  if (typeof value === 'number' && name.endsWith('_id')) return <>{names[name]?.[value] ?? `#${value}`}</>;
  if (typeof value === 'string' && (name === 'origin' || name === 'status'))
    return <>{translateEntryWord(value, scene.language)}</>;
  return <>{formatValue(value, scene)}</>;
}

function Listed({ rows, names: referred }: { readonly rows: readonly Fields[]; readonly names: Revision['names'] }) {
  const { fieldName } = useConsole();
  const countNested = (name: string): number =>
    Number(rows.some((row) => typeof row[name] === 'object' && row[name] !== null));
  // Columns with nested tables come last.
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((name) => name !== 'id' && rows.some((row) => !isEmpty(row[name])))
    .sort((one, other) => countNested(one) - countNested(other))
    // Debit comes before credit, against the alphabetical order.
    .sort(
      (one, other) => Number(other === 'debit' && one === 'credit') - Number(one === 'debit' && other === 'credit'),
    );
  return (
    // Wide content scrolls, also by keyboard.
    <div class="listed" tabIndex={0}>
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
                  <Value name={name} value={row[name]} names={referred} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
