import { Shown } from '../support/loading.tsx';
import { pathOf, useLoaded, useScene } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { told } from '../history/change-sentences.ts';
import { leavesOf } from './leaves.ts';

/** The settings as they were. */
export function SettingsView() {
  const scene = useScene();
  const { api, say, place, fieldName } = scene;
  const settings = useLoaded(`${pathOf(place)} settings ${place.at}`, (signal) =>
    api.get<Readonly<Record<string, unknown>>>(`${pathOf(place)}/settings`, { known_at: place.at }, signal),
  );
  return (
    <>
      <h2>{say('settings')}</h2>
      <Shown of={settings}>
        {(tree) => (
          <Table
            name="settings"
            caption={say('settings')}
            rows={leavesOf(tree)}
            keyOf={({ path }) => path}
            columns={[
              { name: 'path', label: say('setting'), value: ({ path }) => fieldName(path), isWide: true },
              { name: 'value', label: say('value'), value: ({ value }) => told(value, scene), isWide: true },
            ]}
          />
        )}
      </Shown>
    </>
  );
}
