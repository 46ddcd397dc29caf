import type { Operation, Page, Revision } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { hashOf } from '../support/place.ts';
import { pathOf, useLoaded, useScene } from '../support/scene.ts';

/** The events that made a record: who, when, from where, and field by field what was before and after. */
export function Revisions({ resource, id }: { readonly resource: string; readonly id: number }) {
  const { api, say, place } = useScene();
  const query = { resource, record_id: id, per_page: 100 };
  const revisions = useLoaded(`${pathOf(place)} ${resource} ${id}`, (signal) =>
    api.get<Page<Revision>>(`${pathOf(place)}/history`, query, signal),
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
  const { api, say, place } = useScene();
  const path = `${pathOf(place)}/history/operations/${place.operation}`;
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

function Changed({ revision, withOperation }: { readonly revision: Revision; readonly withOperation: boolean }) {
  const { say, format, place } = useScene();
  const { op, resource, record_id, label, user, device, origin, recorded_at, operation_id } = revision;
  const names = [...new Set([...Object.keys(revision.before ?? {}), ...Object.keys(revision.after ?? {})])];
  return (
    <article>
      <h4>
        {say(`op_${op}`)} · {label ?? `${resource} #${record_id}`}
      </h4>
      <p class="quiet">
        {[user?.name ?? origin, format.moment(recorded_at), device?.name ?? origin].join(' · ')}{' '}
        {withOperation && (
          <a href={hashOf({ file: place.file, view: place.view, at: place.at, operation: operation_id })}>
            {say('operation')}
          </a>
        )}
        {!withOperation && resource === 'entries' && (
          <a href={hashOf({ file: place.file, view: place.view, at: place.at, entry: String(record_id) })}>
            {say('entry')}
          </a>
        )}
      </p>
      {names.length > 0 && (
        <table class="fields">
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              <th scope="col">{say('before')}</th>
              <th scope="col">{say('after')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{told(revision.before?.[name])}</td>
                <td>{told(revision.after?.[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}

const told = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
