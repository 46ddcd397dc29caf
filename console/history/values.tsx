import { useScene } from '../support/scene.ts';
import { entryWord } from '../ledger/entry-words.ts';
import type { Revision } from '../support/answers.ts';
import { isEmpty, isFields, isListOfFields, told, type Fields } from './change-sentences.ts';

/** A value of a record as a person reads it: ids by what they stand for, lists of records as tables. */

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly names: Revision['names'];
}

export function Value({ name, value, names }: ValueProps) {
  const scene = useScene();
  if (isListOfFields(value)) return <Listed rows={value} names={names} />;
  if (isFields(value)) return <Listed rows={[value]} names={names} />;
  if (typeof value === 'number' && name.endsWith('_id')) return <>{names[name]?.[value] ?? `#${value}`}</>;
  if (typeof value === 'string' && (name === 'origin' || name === 'status'))
    return <>{entryWord(value, scene.language)}</>;
  return <>{told(value, scene)}</>;
}

function Listed({ rows, names: referred }: { readonly rows: readonly Fields[]; readonly names: Revision['names'] }) {
  const { fieldName } = useScene();
  const isNested = (name: string): number =>
    Number(rows.some((row) => typeof row[name] === 'object' && row[name] !== null));
  // What is a table itself stands behind what can be read at once.
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((name) => name !== 'id' && rows.some((row) => !isEmpty(row[name])))
    .sort((one, other) => isNested(one) - isNested(other))
    // What comes in the order of the alphabet has them the other way round.
    .sort(
      (one, other) => Number(other === 'debit' && one === 'credit') - Number(one === 'debit' && other === 'credit'),
    );
  return (
    // What is wider than its place is scrolled, also by keys.
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
