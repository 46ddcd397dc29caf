import { Value } from '../history/values.tsx';
import { isSame } from '../live/reading.ts';
import { sayIn } from '../live/words.ts';
import { useConsole } from '../support/scene.ts';
import type { Conflict, Decision } from './conflicts.tsx';
import { Dialog } from './dialog.tsx';

export interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onDecide: (decision: Decision) => void;
}

/** The service writes some days with the beginning of the day, and a field that is empty as null. */
const simplify = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(\.0+)?Z$/, '$1') : (value ?? null);

/** Both versions of a record, field by field. */
export function ConflictDialog({ conflict: { mine, theirs }, onDecide }: ConflictDialogProps) {
  const { fieldName, language } = useConsole();
  const tell = sayIn(language);
  const differing = Object.keys(mine).filter((name) => !isSame(simplify(mine[name]), simplify(theirs[name])));
  return (
    <Dialog title={tell('conflict')} onClose={() => onDecide(null)}>
      <p>{tell(differing.length === 0 ? 'conflict_elsewhere' : 'conflict_help')}</p>
      {differing.length > 0 && (
        <div class="versions" role="region" aria-label={tell('conflict_help')} tabIndex={0} autofocus>
          <table>
            <thead>
              <tr>
                <th scope="col">{tell('field')}</th>
                <th scope="col">{tell('mine')}</th>
                <th scope="col">{tell('theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((name) => (
                <tr key={name}>
                  <th scope="row">{fieldName(name)}</th>
                  <td>
                    <Value name={name} value={simplify(mine[name])} names={{}} />
                  </td>
                  <td>
                    <Value name={name} value={simplify(theirs[name])} names={{}} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="tools">
        <button type="button" class="primary" onClick={() => onDecide('mine')}>
          {tell('keep_mine')}
        </button>
        <button type="button" onClick={() => onDecide('theirs')}>
          {tell('take_theirs')}
        </button>
      </div>
    </Dialog>
  );
}
