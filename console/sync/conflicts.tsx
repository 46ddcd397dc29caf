import { Empty } from '../components/empty.tsx';
import { useToasts } from '../components/toasts.tsx';
import { listDiffering, Versions } from '../components/versions.tsx';
import { isKind, sayIn as sayOfHistory } from '../history/history-words.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { hasRole } from '../shell/role.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole, type Scene } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { SyncConflict } from './answers.ts';
import { sayIn } from './words.ts';

/** Changes made offline that wait for a decision, newest first. */
export function ConflictsView({ role }: FileViewProps) {
  const { say, place, language } = useConsole();
  const tell = sayIn(language);
  const open = usePages<SyncConflict>(`${getFilePath(place)}/sync/conflicts`, { status: 'open' });
  return (
    <>
      <h2>{say('conflicts')}</h2>
      <Shown of={open}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={tell('none')}>
              <p class="quiet">{tell('none_help')}</p>
            </Empty>
          ) : (
            <>
              <p>{tell('explain')}</p>
              {rows.map((conflict) => (
                <ConflictCard key={conflict.id} conflict={conflict} canDecide={hasRole(role, 'encoder')} />
              ))}
            </>
          )
        }
      </Shown>
    </>
  );
}

interface ConflictCardProps {
  readonly conflict: SyncConflict;
  readonly canDecide: boolean;
}

function ConflictCard({ conflict, canDecide }: ConflictCardProps) {
  const scene = useConsole();
  const tell = sayIn(scene.language);
  const writer = useWriter();
  const show = useToasts();
  const { id, client_data, server_data, overlap, suggested, version } = conflict;
  const record = nameRecord(conflict);
  const resolve = { method: 'POST', path: `/sync/conflicts/${id}/resolve`, baseVersion: version } as const;
  /** Leaves nothing that could be undone. */
  const keepSaved = async (): Promise<void> => {
    if (await writer.write({ ...resolve, body: { resolution: 'keep_server' } })) show({ text: tell('kept_saved') });
  };
  const applyOffline = (): void =>
    void writer.write({ ...resolve, body: { resolution: 'keep_client' }, done: tell('applied') });
  const names = client_data === null ? [] : overlap.length > 0 ? overlap : listDiffering(client_data, server_data);
  const isClientLater = suggested.resolution === 'keep_client';
  return (
    <article class="card conflict" aria-label={record}>
      <h3>{record}</h3>
      <p class="quiet">{describeOrigin(conflict, scene)}</p>
      {client_data === null ? (
        <p>{tell('deletes')}</p>
      ) : (
        <Versions
          names={names}
          sides={[
            { label: tell('offline_version'), data: client_data },
            { label: tell('saved_version'), data: server_data },
          ]}
          label={tell('field')}
          caption={tell('differing', { record })}
        />
      )}
      {writer.problem && <p role="alert">{writer.problem.message}</p>}
      {canDecide && (
        <div class="tools">
          <button type="button" disabled={writer.isBusy} onClick={() => void keepSaved()}>
            {tell('keep_saved')} {!isClientLater && <span class="quiet">({tell('suggested')})</span>}
          </button>
          <button type="button" disabled={writer.isBusy} onClick={applyOffline}>
            {tell('apply_offline')} {isClientLater && <span class="quiet">({tell('suggested')})</span>}
          </button>
        </div>
      )}
    </article>
  );
}

/** By what a person calls it. */
function nameRecord({ record_id, server_data: { name, label, number } }: SyncConflict): string {
  return [name, label, number].find((one): one is string => typeof one === 'string' && one !== '') ?? `#${record_id}`;
}

/** What kind of record it is; who made the change, where and when. */
function describeOrigin(conflict: SyncConflict, { format, language }: Pick<Scene, 'format' | 'language'>): string {
  const { resource, user, device, occurred_at, created_at } = conflict;
  const tell = sayIn(language);
  const moment = format.minute(occurred_at ?? created_at);
  const name = user.name ?? `#${user.id}`;
  const origin = device?.name
    ? tell('made_on', { name, device: device.name, moment })
    : tell('made_by', { name, moment });
  return `${isKind(resource) ? sayOfHistory(language)(resource) : resource} · ${origin}`;
}
