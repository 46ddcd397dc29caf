import { Shown } from '../support/loading.tsx';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { formatValue } from '../history/format-value.ts';
import { listLeaves } from './leaves.ts';

/** The settings at the chosen point in time. */
export function SettingsView() {
  const scene = useConsole();
  const { api, say, place, fieldName } = scene;
  const settings = useLoaded(`${getFilePath(place)} settings ${place.at}`, (signal) =>
    api.get<Readonly<Record<string, unknown>>>(`${getFilePath(place)}/settings`, { known_at: place.at }, signal),
  );
  return (
    <>
      <h2>{say('settings')}</h2>
      <Shown of={settings}>
        {(tree) => (
          <Table
            name="settings"
            caption={say('settings')}
            rows={listLeaves(tree)}
            getKey={({ path }) => path}
            columns={[
              { name: 'path', label: say('setting'), getValue: ({ path }) => fieldName(path), isWide: true },
              { name: 'value', label: say('value'), getValue: ({ value }) => formatValue(value, scene), isWide: true },
            ]}
          />
        )}
      </Shown>
    </>
  );
}
