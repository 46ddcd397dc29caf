import { Value } from '../history/values.tsx';
import { isSame } from '../live/reading.ts';
import { useConsole } from '../support/scene.ts';

type Fields = Readonly<Record<string, unknown>>;

interface VersionsProps {
  readonly names: readonly string[];
  readonly sides: readonly [Side, Side];
  /** Heading of the column of names. */
  readonly label: string;
  /** Tells what is compared. */
  readonly caption: string;
  /** Whether it has the focus when a dialog opens. */
  readonly hasFocus?: boolean;
}

interface Side {
  readonly label: string;
  readonly data: Fields;
}

/** The service writes some days with the beginning of the day, and a field that is empty as null. */
const simplify = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(\.0+)?Z$/, '$1') : (value ?? null);

/** Fields of the first version that differ in the second. */
export const listDiffering = (one: Fields, other: Fields): readonly string[] =>
  Object.keys(one).filter((name) => !isSame(simplify(one[name]), simplify(other[name])));

/** Two versions of a record, field by field. */
export function Versions({ names, sides, label, caption, hasFocus = false }: VersionsProps) {
  const { fieldName } = useConsole();
  return (
    <div class="versions" role="region" aria-label={caption} tabIndex={0} autofocus={hasFocus}>
      <table>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {sides.map((side) => (
              <th key={side.label} scope="col">
                {side.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              {sides.map((side) => (
                <td key={side.label}>
                  <Value name={name} value={simplify(side.data[name])} names={{}} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
