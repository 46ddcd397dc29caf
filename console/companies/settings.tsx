import { Shown } from '../support/loading.tsx';
import { pathOf, useLoaded, useScene } from '../support/scene.ts';
import { Table } from '../support/table.tsx';

/** The settings as they were. */
export function SettingsView() {
  const { api, say, place } = useScene();
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
              { name: 'path', label: say('setting'), value: ({ path }) => path },
              { name: 'value', label: say('value'), value: ({ value }) => value },
            ]}
          />
        )}
      </Shown>
    </>
  );
}

interface Leaf {
  readonly path: string;
  readonly value: string;
}

/** `{vat: {office_number: 1}}` → `vat.office_number`, 1 */
export function leavesOf(tree: unknown, path = ''): readonly Leaf[] {
  if (typeof tree === 'object' && tree !== null && !Array.isArray(tree))
    return Object.entries(tree).flatMap(([name, value]) => leavesOf(value, path === '' ? name : `${path}.${name}`));
  return [{ path, value: tree === null ? '' : typeof tree === 'string' ? tree : JSON.stringify(tree) }];
}
