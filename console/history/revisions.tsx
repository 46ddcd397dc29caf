import { sayIn } from '../audit/words.ts';
import type { Operation, Revision } from '../support/answers.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { buildHash } from '../support/place.ts';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { isFields, isListOfFields } from './format-value.ts';
import { UndoPanel } from './undo-panel.tsx';
import { Value } from './values.tsx';

/** The events of a record that is shown above: who did what and when, as sentences, and what changed in a fold. */
export function Revisions({ resource, id }: { readonly resource: string; readonly id: number }) {
  const { say, place } = useConsole();
  const revisions = usePages<Revision>(`${getFilePath(place)}/history`, { resource, record_id: id });
  return (
    <section>
      <h3>{say('events')}</h3>
      <Shown of={revisions}>{({ rows }) => <Events revisions={rows} isOfRecord />}</Shown>
    </section>
  );
}

export function OperationView({ role }: FileViewProps) {
  const { api, say, place } = useConsole();
  const path = `${getFilePath(place)}/history/operations/${place.operation}`;
  const operation = useLoaded(path, (signal) => api.get<Operation>(path, {}, signal));
  return (
    <Shown of={operation}>
      {(shown) => (
        <>
          <h2>{say('whole_operation')}</h2>
          <p>{shown.summary}</p>
          <UndoPanel operation={shown} role={role} />
          <Events revisions={shown.revisions} isOfRecord={false} />
        </>
      )}
    </Shown>
  );
}

interface EventsProps {
  readonly revisions: readonly Revision[];
  /** The record itself is on the page. */
  readonly isOfRecord: boolean;
}

function Events({ revisions, isOfRecord }: EventsProps) {
  return (
    <ol class="events">
      {revisions.map((revision) => (
        <li key={revision.id}>
          <Event revision={revision} isOfRecord={isOfRecord} />
        </li>
      ))}
    </ol>
  );
}

interface EventProps {
  readonly revision: Revision;
  readonly isOfRecord: boolean;
}

function Event({ revision, isOfRecord }: EventProps) {
  const { say, format, place, language } = useConsole();
  const { op, resource, record_id, summary, label, device, origin, recorded_at, operation_id } = revision;
  const here = { file: place.file, view: place.view, at: place.at };
  // A new record is shown above, so that its values are not repeated.
  const hasValues = !(isOfRecord && op === 'create') && listChangedNames(revision).length > 0;
  return (
    <article>
      <p class="told">{summary ?? `${say(`op_${op}`)} · ${label ?? `${resource} #${record_id}`}`}</p>
      <p class="quiet">
        <time dateTime={recorded_at}>{format.moment(recorded_at)}</time> · {device?.name ?? origin}
        {(isOfRecord || resource === 'entries') && ' · '}
        {isOfRecord ? (
          <a href={buildHash({ ...here, operation: operation_id })}>{say('whole_operation')}</a>
        ) : (
          resource === 'entries' && <a href={buildHash({ ...here, entry: String(record_id) })}>{say('entry')}</a>
        )}
      </p>
      {hasValues && (
        <details>
          <summary>{sayIn(language)('details')}</summary>
          <Fields revision={revision} />
        </details>
      )}
    </article>
  );
}

/** Names of the fields that tell something to a person. */
function listChangedNames({ before, after }: Revision): readonly string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) =>
      name !== 'id' &&
      // A period has no name; the entry date implies it.
      name !== 'period_id' &&
      (before?.[name] ?? after?.[name] ?? null) !== null &&
      // Already shown by the code.
      !(name.endsWith('_id') && after?.[name.replace(/_id$/, '_code')] !== undefined),
  );
}

/** Lists the changed fields; a created record has no values before. */
function Fields({ revision }: Pick<EventProps, 'revision'>) {
  const { say, fieldName } = useConsole();
  const { before, after, names: referred } = revision;
  const names = listChangedNames(revision);
  return (
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">{say('field')}</th>
          {before && <th scope="col">{say('before')}</th>}
          <th scope="col">{say(before ? 'after' : 'value')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) =>
          before === null && isTable(after?.[name]) ? (
            <Wide key={name} name={name} revision={revision} />
          ) : (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              {before && (
                <td>
                  <Value name={name} value={before[name]} names={referred} />
                </td>
              )}
              <td>
                <Value name={name} value={after?.[name]} names={referred} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

const isTable = (value: unknown): boolean => isListOfFields(value) || isFields(value);

/** A nested table takes the full width below its name. */
function Wide({ name, revision: { after, names } }: Pick<EventProps, 'revision'> & { readonly name: string }) {
  const { fieldName } = useConsole();
  return (
    <>
      <tr class="wide">
        <th scope="rowgroup" colSpan={2}>
          {fieldName(name)}
        </th>
      </tr>
      <tr>
        <td colSpan={2}>
          <Value name={name} value={after?.[name]} names={names} />
        </td>
      </tr>
    </>
  );
}
