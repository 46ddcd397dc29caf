import { useState } from 'preact/hooks';
import { DemoNote } from '../components/demo-note.tsx';
import { formatValue } from '../history/format-value.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { hasRole } from '../shell/role.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import type { Company } from './answers.ts';
import { Deadlines } from './deadlines-card.tsx';
import { Exchange } from './exchange-card.tsx';
import { Identity } from './identity-card.tsx';
import { listLeaves } from './leaves.ts';
import { Members } from './members-card.tsx';
import { Mentions } from './mentions-card.tsx';
import { sayIn } from './settings-words.ts';

/** Who the company is, who works in its file, and how it is set up, at the chosen point in time. */
export function SettingsView({ role }: FileViewProps) {
  const { api, say, place, language } = useConsole();
  const tell = sayIn(language);
  const [turn, setTurn] = useState(0);
  const path = getFilePath(place);
  const company = useLoaded(`${path} settings ${place.at} ${turn}`, (signal) =>
    api.get<Company>(path, { known_at: place.at }, signal),
  );
  // The past is shown, not changed.
  const canWrite = hasRole(role, 'manager') && place.at === undefined;
  const reload = (): void => setTurn((before) => before + 1);
  return (
    <>
      <h2>{say('settings')}</h2>
      <Shown of={company}>
        {(shown) => (
          <>
            <div class="settings-cards">
              <Identity company={shown} canWrite={canWrite} onChanged={reload} />
              <div class="settings-column">
                <Mentions company={shown} canWrite={canWrite} onChanged={reload} />
                <FiscalYears company={shown} />
              </div>
            </div>
            <Deadlines />
            <Members />
            <Exchange />
            <DemoNote of="integrations" />
            <details class="card all-settings">
              <summary>{tell('all_settings')}</summary>
              <AllSettings settings={shown.settings} />
            </details>
          </>
        )}
      </Shown>
    </>
  );
}

function FiscalYears({ company: { fiscal_years } }: { readonly company: Company }) {
  const { language, format } = useConsole();
  const tell = sayIn(language);
  return (
    <section class="card" aria-labelledby="years">
      <h3 id="years">{tell('fiscal_years')}</h3>
      <ul class="plain-list">
        {[...fiscal_years]
          .sort((one, other) => other.starts_on.localeCompare(one.starts_on))
          .map(({ id, code, starts_on, ends_on, is_closed }) => (
            <li key={id}>
              <strong>{code}</strong> {format.day(starts_on)} – {format.day(ends_on)}{' '}
              <span class={is_closed ? 'badge' : 'badge good'}>{tell(is_closed ? 'closed' : 'open')}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Every setting by its path, for those who look for one. */
function AllSettings({ settings }: Pick<Company, 'settings'>) {
  const scene = useConsole();
  const { say, fieldName } = scene;
  return (
    <Table
      name="settings"
      caption={say('settings')}
      rows={listLeaves(settings)}
      getKey={({ path }) => path}
      columns={[
        { name: 'path', label: say('setting'), getValue: ({ path }) => fieldName(path), isWide: true },
        { name: 'value', label: say('value'), getValue: ({ value }) => formatValue(value, scene), isWide: true },
      ]}
    />
  );
}
