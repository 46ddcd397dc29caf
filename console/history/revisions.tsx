import type { Operation, Page, Revision } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { isFields, isListOfFields } from './format-value.ts';
import { Value } from './values.tsx';

/** The events of a record: who, when, from which device, and the values before and after, field by field. */
export function Revisions({ resource, id }: { readonly resource: string; readonly id: number }) {
  const { api, say, place } = useConsole();
  const query = { resource, record_id: id, per_page: 100 };
  const revisions = useLoaded(`${getFilePath(place)} ${resource} ${id}`, (signal) =>
    api.get<Page<Revision>>(`${getFilePath(place)}/history`, query, signal),
  );
  return (
    <section>
      <h3>{say('events')}</h3>
      <Shown of={revisions}>
        {({ data }) => (
          <ol class="events">
            {data.map((revision) => (
              <li key={revision.id}>
                <Changed revision={revision} withOperation />
              </li>
            ))}
          </ol>
        )}
      </Shown>
    </section>
  );
}

export function OperationView() {
  const { api, say, place } = useConsole();
  const path = `${getFilePath(place)}/history/operations/${place.operation}`;
  const operation = useLoaded(path, (signal) => api.get<Operation>(path, {}, signal));
  return (
    <Shown of={operation}>
      {({ summary, revisions }) => (
        <>
          <h2>{say('whole_operation')}</h2>
          <p>{summary}</p>
          <ol class="events">
            {revisions.map((revision) => (
              <li key={revision.id}>
                <Changed revision={revision} withOperation={false} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Shown>
  );
}

interface ChangedProps {
  readonly revision: Revision;
  readonly withOperation: boolean;
}

function Changed({ revision, withOperation }: ChangedProps) {
  const { say, format, place } = useConsole();
  const { op, resource, record_id, label, user, device, origin, recorded_at, operation_id } = revision;
  const source = device?.name ?? origin;
  return (
    <article>
      <h4>
        {say(`op_${op}`)} · {label ?? `${resource} #${record_id}`}
      </h4>
      <p class="quiet">
        {[
          [say('who'), user?.name ?? origin],
          [say('when'), format.moment(recorded_at)],
          [say('device'), source],
        ]
          .map(([name, told]) => `${name}${say('colon')} ${told}`)
          .join(' · ')}{' '}
        {withOperation && (
          <a href={buildHash({ file: place.file, view: place.view, at: place.at, operation: operation_id })}>
            {say('whole_operation')}
          </a>
        )}
        {!withOperation && resource === 'entries' && (
          <a href={buildHash({ file: place.file, view: place.view, at: place.at, entry: String(record_id) })}>
            {say('entry')}
          </a>
        )}
      </p>
      <Fields revision={revision} />
    </article>
  );
}

/** Lists the changed fields; a created record has no values before. */
function Fields({ revision }: Pick<ChangedProps, 'revision'>) {
  const { say, fieldName } = useConsole();
  const { before, after, names: referred } = revision;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) =>
      name !== 'id' &&
      // A period has no name; the entry date implies it.
      name !== 'period_id' &&
      (before?.[name] ?? after?.[name] ?? null) !== null &&
      // Already shown by the code.
      !(name.endsWith('_id') && after?.[name.replace(/_id$/, '_code')] !== undefined),
  );
  if (names.length === 0) return null;
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
function Wide({ name, revision: { after, names } }: Pick<ChangedProps, 'revision'> & { readonly name: string }) {
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
